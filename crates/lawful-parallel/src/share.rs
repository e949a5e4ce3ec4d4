//! Systems that several branches use at once.

use std::rc::Rc;
use std::sync::Arc;

/// A system that several branches use at once: each gets a handle of its own to the same one.
///
/// It is there for `Arc` and `Rc`, and is easily given to other handles. It is not there for whatever can be
/// cloned, since a clone is as a rule another system, in which nothing can race.
///
/// ```
/// use lawful::parallel::Share;
/// use std::sync::mpsc::Sender;
///
/// /// A client of a server, as all its clones are.
/// struct Client(Sender<u8>);
///
/// impl Share for Client {
///     fn share(&self) -> Self {
///         Client(self.0.clone())
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "branches cannot share a system of type `{Self}`",
    label = "each branch needs a handle to the same system",
    note = "put the system into an `Arc`, or implement `Share` for the handle: a clone that is a second system \
            would have nothing that could race"
)]
pub trait Share: Sized {
    /// Another handle to the same system.
    fn share(&self) -> Self;
}

impl<T: ?Sized> Share for Arc<T> {
    fn share(&self) -> Self {
        self.clone()
    }
}

impl<T: ?Sized> Share for Rc<T> {
    fn share(&self) -> Self {
        self.clone()
    }
}
