//! A store of texts under keys.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{Effect, Specification, fingerprint};

/// A store of texts under keys. Under a key that nothing was put under is the empty text.
///
/// ```
/// use lawful::history::objects::{KeyValue, KeyValueCall};
/// use lawful::history::{Consistency, History, verify_by_key};
///
/// let mut history = History::new();
/// for call in [KeyValueCall::append("a", "x"), KeyValueCall::get("a", "x")] {
///     let call = history.invoke(0, call)?;
///     history.returned(call)?;
/// }
/// let key = |call: &KeyValueCall| Some(call.key.clone());
/// assert!(verify_by_key(&KeyValue, &history, Consistency::Linearizable, key).is_consistent());
/// # Ok::<(), lawful::history::Misuse>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct KeyValue;

/// A call of a [`KeyValue`].
///
/// ```
/// use lawful::history::objects::KeyValueCall;
///
/// assert_eq!(KeyValueCall::put("a", "x").key, "a");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyValueCall {
    /// The key.
    pub key: String,
    /// Operation on the text under the key.
    pub done: KeyValueDone,
}

/// Operation on the text under a key.
///
/// ```
/// use lawful::history::objects::{KeyValueCall, KeyValueDone};
///
/// assert_eq!(KeyValueCall::get("a", "x").done, KeyValueDone::Get(Some("x".into())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyValueDone {
    /// Gets it, and this was it, if that is known.
    Get(Option<String>),
    /// Puts another in its place.
    Put(String),
    /// Appends to it.
    Append(String),
}

impl KeyValueCall {
    /// Gets the text under a key, which was this one.
    ///
    /// ```
    /// # use lawful::history::objects::KeyValueCall;
    /// assert_eq!(KeyValueCall::get("a", "x").key, "a");
    /// ```
    pub fn get(key: &str, text: &str) -> KeyValueCall {
        KeyValueCall { key: key.into(), done: KeyValueDone::Get(Some(text.into())) }
    }

    /// Puts a text under a key.
    ///
    /// ```
    /// # use lawful::history::objects::KeyValueCall;
    /// assert_eq!(KeyValueCall::put("a", "x").key, "a");
    /// ```
    pub fn put(key: &str, text: &str) -> KeyValueCall {
        KeyValueCall { key: key.into(), done: KeyValueDone::Put(text.into()) }
    }

    /// Appends to the text under a key.
    ///
    /// ```
    /// # use lawful::history::objects::KeyValueCall;
    /// assert_eq!(KeyValueCall::append("a", "x").key, "a");
    /// ```
    pub fn append(key: &str, text: &str) -> KeyValueCall {
        KeyValueCall { key: key.into(), done: KeyValueDone::Append(text.into()) }
    }
}

/// The texts under all keys. Copies share what did not change.
///
/// ```
/// use lawful::history::Specification;
/// use lawful::history::objects::{KeyValue, KeyValueCall};
///
/// let store = KeyValue.apply(&KeyValue.start(), &KeyValueCall::put("a", "x")).unwrap();
/// assert_eq!(store.text("a"), "x");
/// assert_eq!(store.text("b"), "");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Store(Arc<BTreeMap<String, Text>>);

/// A text with the fingerprint of its characters, which goes on where an appended text begins.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
struct Text {
    fingerprint: u64,
    text: String,
}

impl Text {
    fn push(&mut self, text: &str) {
        for byte in text.bytes() {
            self.fingerprint = (self.fingerprint ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        self.text.push_str(text);
    }
}

impl Store {
    /// The text under a key.
    ///
    /// ```
    /// # use lawful::history::objects::Store;
    /// assert_eq!(Store::default().text("a"), "");
    /// ```
    pub fn text(&self, key: &str) -> &str {
        self.0.get(key).map_or("", |text| &text.text)
    }

    fn with(&self, key: &str, change: impl FnOnce(&mut Text)) -> Store {
        let mut store = self.clone();
        let texts = Arc::make_mut(&mut store.0);
        match texts.get_mut(key) {
            Some(text) => change(text),
            None => {
                let mut text = Text::default();
                change(&mut text);
                texts.insert(key.into(), text);
            }
        }
        store
    }
}

impl Specification for KeyValue {
    type Call = KeyValueCall;
    type State = Store;

    fn start(&self) -> Store {
        Store::default()
    }

    fn apply(&self, state: &Store, call: &KeyValueCall) -> Option<Store> {
        let key = &call.key;
        match &call.done {
            KeyValueDone::Get(None) => Some(state.clone()),
            KeyValueDone::Get(Some(text)) => (state.text(key) == text).then(|| state.clone()),
            KeyValueDone::Put(text) => Some(state.with(key, |under| {
                *under = Text::default();
                under.push(text);
            })),
            KeyValueDone::Append(text) => Some(state.with(key, |under| under.push(text))),
        }
    }

    fn fingerprint(&self, state: &Store) -> u64 {
        state.0.iter().fold(0, |sum, (key, text)| fingerprint(&(sum, key, text.fingerprint)))
    }

    /// Puts do not overwrite: the texts under other keys stay.
    fn effect(&self, call: &KeyValueCall) -> Effect {
        match call.done {
            KeyValueDone::Get(_) => Effect::Observes,
            KeyValueDone::Put(_) | KeyValueDone::Append(_) => Effect::Changes,
        }
    }

    fn alike(&self, one: &KeyValueCall, other: &KeyValueCall) -> bool {
        one == other
    }
}
