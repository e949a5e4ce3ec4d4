//! Telling of a run while it goes on, since it may not come to its end: parts of the case, the tape, and that the
//! stack is nearly used up.

use std::rc::Rc;
use std::sync::Arc;

use super::super::lane::lock;
use super::{Source, Tracked};
use crate::data::CasePart;
use lawful_data::tape::{RowKey, Tape, Token};

/// Told how the tape is written while it is, for a run that may not live to tell. Rows of lanes may be drawn by other
/// threads.
pub(crate) type Witness = Arc<dyn Fn(Written) + Send + Sync>;

/// One step of writing a tape.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Written {
    /// A token was added to the main tape; a keyed choice, to the list at its end.
    Token(Token),
    /// The main tape was cut to this length.
    Cut(usize),
    /// A token of the main tape was replaced.
    Replaced(usize, Token),
    /// A row of a lane was drawn.
    Row(RowKey, Vec<Token>),
    /// A row stands for this, and gave that.
    Note(RowKey, (String, String)),
}

impl Written {
    /// Does the same to a tape.
    pub fn apply(self, tape: &mut Tape) {
        match self {
            Written::Token(Token::Keyed(more)) if !more.is_empty() => match tape.main.last_mut() {
                Some(Token::Keyed(choices)) => choices.extend(more),
                _ => tape.main.push(Token::Keyed(more)),
            },
            Written::Token(token) => tape.main.push(token),
            Written::Cut(length) => tape.main.truncate(length),
            Written::Replaced(at, token) => {
                if let Some(place) = tape.main.get_mut(at) {
                    *place = token;
                }
            }
            Written::Row(key, tokens) => {
                tape.rows.insert(key, tokens);
            }
            Written::Note(..) => {}
        }
    }
}

/// Told the parts of a case before they run.
pub(crate) type Teller = Rc<dyn Fn(CasePart)>;

/// Called when the stack is nearly used up, with the argument that is being drawn; it unwinds.
pub(crate) type StackGuard = fn(Option<&'static str>);

impl Source {
    /// Tells `witness` how the tape is written.
    pub(crate) fn set_witness(&mut self, witness: Witness) {
        if let Some(tracked) = &mut self.tracked {
            lock(&tracked.rows).witness = Some(witness.clone());
            tracked.witness = Some(witness);
        }
    }

    /// Tells the parts of a case to `teller` before they run, in a run that is shown.
    pub(crate) fn set_teller(&mut self, teller: Teller) {
        if let Some(tracked) = &mut self.tracked {
            tracked.teller = Some(teller);
        }
    }

    /// Tells every argument when it is drawn: the law runs while it draws.
    #[inline]
    pub(crate) fn tell_arguments(&mut self) {
        if let Some(tracked) = &mut self.tracked {
            tracked.tells_arguments = true;
        }
    }

    /// Tells a part of the case, where parts are told.
    pub(crate) fn tell(&mut self, part: impl FnOnce() -> CasePart) {
        if let Some(teller) = self.tracked.as_ref().and_then(|tracked| tracked.teller.as_ref()) {
            teller(part());
        }
    }

    /// Tells what is drawn so far, where parts are told.
    pub(super) fn tell_drawn(&self) {
        let teller = self.tracked.as_ref().and_then(|tracked| tracked.teller.as_ref());
        if let (Some(teller), Some(record)) = (teller, &self.shown) {
            teller(CasePart::Drawn(record.clone()));
        }
    }

    /// Says that an argument is drawn now.
    pub(crate) fn begin_argument(&mut self, name: &'static str) {
        if let Some(record) = &mut self.shown {
            record.drawing = Some(name);
        }
        if let Some(tracked) = &mut self.tracked {
            tracked.drawing = Some(name);
        }
        self.tell(|| CasePart::Drawing(name));
    }

    /// Says that the argument is drawn. It may not be shown yet.
    pub(crate) fn end_argument(&mut self) {
        if let Some(record) = &mut self.shown {
            record.drawing = None;
        }
        if let Some(tracked) = &mut self.tracked {
            tracked.drawing = None;
        }
    }

    /// Says that an argument is shown.
    pub(crate) fn argument_is_shown(&self) {
        if self.tracked.as_ref().is_some_and(|tracked| tracked.tells_arguments) {
            self.tell_drawn();
        }
    }

    /// Calls `guard` when the stack is nearly used up by what is drawn.
    pub(crate) fn set_stack_guard(&mut self, guard: StackGuard) {
        if let Some(tracked) = &mut self.tracked {
            tracked.stack_guard = Some(guard);
        }
    }

    /// Tells `witness` what rows stand for, where notes are taken.
    pub(crate) fn set_note_witness(&mut self, witness: Witness) {
        if let Some(tracked) = &mut self.tracked {
            lock(&tracked.rows).witness = Some(witness);
        }
    }
}

impl Tracked {
    // Apart from the writing itself, so that recorded draws stay small.
    #[cold]
    #[inline(never)]
    pub(super) fn before_writing(&self, token: &Token) {
        self.tell_witness(|| Written::Token(token.clone()));
        self.look_at_stack();
    }

    pub(super) fn tell_witness(&self, written: impl FnOnce() -> Written) {
        if let Some(witness) = &self.witness {
            witness(written());
        }
    }

    #[inline]
    pub(super) fn cut(&mut self, length: usize) {
        self.tokens.truncate(length);
        if self.witness.is_some() {
            self.tell_witness(|| Written::Cut(length));
        }
    }

    /// Ends a value that would overflow the stack: a generator that calls itself without an end.
    fn look_at_stack(&self) {
        if let Some(guard) = self.stack_guard
            && lawful_system::is_stack_nearly_used_up()
        {
            guard(self.drawing);
        }
    }
}
