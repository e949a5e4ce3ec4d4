//! What is asked of machines whose arguments and results go from thread to thread.
//!
//! The methods are those of machines that stay on one thread, and do the same.

use std::fmt::Debug;
use std::pin::Pin;

use lawful_core::generate::{Generator, Lengths};

use crate::called::Called;
use crate::flow::Halt;
use crate::kind::{AnyKind, Shared, Travels};
use crate::machine::Machine;
use crate::step::Step;
use crate::variable::Var;

type Reals = crate::Reals<<Shared as AnyKind>::Kept>;

impl<'a, S> Step<'a, S, Shared> {
    /// Draws an argument.
    #[inline]
    pub fn draw<G: Generator<Value: Clone + Travels + 'static>>(&self, generator: G) -> G::Value {
        self.drawn(generator, |value| Box::new(value))
    }

    /// Picks one of several values, usually of the model; if there is none the command is refused.
    #[inline]
    pub fn pick<'i, T: Clone + PartialEq + Debug + Travels + 'static>(
        &self,
        from: impl IntoIterator<Item = &'i T>,
    ) -> Result<T, Halt> {
        self.picked(from, |value| Box::new(value))
    }

    /// Picks several values, the same one perhaps more than once.
    #[track_caller]
    pub fn pick_several<'i, T: Clone + PartialEq + Debug + Travels + 'static>(
        &self,
        from: impl IntoIterator<Item = &'i T>,
        lengths: impl Into<Lengths>,
    ) -> Result<Vec<T>, Halt> {
        self.picked_several(from, lengths.into(), |values| Box::new(values))
    }

    /// Calls the system. The call cannot capture anything.
    #[inline]
    pub fn call<A: Debug, R: Debug + Travels + 'static>(
        self,
        arguments: A,
        call: fn(&mut S, &Reals, A) -> R,
    ) -> Result<Called<'a, R, Shared>, Halt> {
        self.called(arguments, call, |result| Box::new(result))
    }

    /// Calls the system and waits for the future that it returns.
    pub fn call_async<A: Debug, R: Debug + Travels + 'static, F>(
        self,
        arguments: A,
        call: F,
    ) -> Result<Called<'a, R, Shared>, Halt>
    where
        F: AsyncFnOnce(&mut S, &Reals, A) -> R,
    {
        const {
            assert!(size_of::<F>() == 0, "the call must not capture; pass it what it needs");
        }
        self.called_async(arguments, call, |result| Box::new(result))
    }
}

impl<R> Called<'_, R, Shared> {
    /// A name for the result, for the model to keep and for later commands to use.
    pub fn var(&self) -> Var<R>
    where
        R: Travels + 'static,
    {
        self.variable(|result| Box::new(result))
    }

    /// A name for a part of the result.
    pub fn var_of<T: Travels + 'static>(
        &self,
        part: &'static str,
        of: impl FnOnce(&R) -> T,
    ) -> Var<T> {
        self.variable_of(part, of, |value| Box::new(value))
    }
}

impl<M, S> Machine<M, S, Shared> {
    /// Runs async calls, on a runtime for instance, from whichever thread.
    pub fn block_on(
        mut self,
        block_on: impl Fn(Pin<&mut dyn Future<Output = ()>>) + Send + Sync + 'static,
    ) -> Self {
        self.settings.block_on = Some(Box::new(block_on));
        self
    }
}
