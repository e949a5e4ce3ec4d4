//! The result of a call: a name for the model, promises, and in a dynamic machine its value.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::marker::PhantomData;

use lawful_core::generate::Misuse;
use lawful_core::law::{Shown, broken};

use crate::flow::{BROKEN, Flow, Halt};
use crate::kind::{HasResults, Kind};
use crate::variable::{Reals, Var};

/// What [`Step::call`](crate::Step::call) gives: the result, as far as it can be known.
pub struct Called<'a, R, K> {
    /// Missing while a symbolic program is made.
    result: Option<R>,
    /// Set where the model has a name for the result, which is then kept.
    keep: Cell<Option<Keep<R>>>,
    context: &'a Context<'a>,
    kind: PhantomData<K>,
}

type Keep<R> = fn(R) -> Box<dyn Any>;

/// What a result needs to know of its step.
pub(crate) struct Context<'a> {
    pub command: &'a str,
    pub number: u32,
    /// Whether a variable was made for the result.
    pub is_named: Cell<bool>,
    pub reals: &'a RefCell<Reals>,
}

impl<'a, R, K: Kind> Called<'a, R, K> {
    #[inline]
    pub(crate) fn new(result: Option<R>, context: &'a Context<'a>) -> Self {
        Called { result, keep: Cell::new(None), context, kind: PhantomData }
    }

    /// A name for the result, for the model to keep and for later commands to use.
    pub fn var(&self) -> Var<R>
    where
        R: 'static,
    {
        self.keep.set(Some(|result| Box::new(result)));
        self.context.is_named.set(true);
        Var::new(self.context.number, "")
    }

    /// A name for a part of the result: `reply.var_of("context", |reply| reply.context)` prints as
    /// `v3.context`. Asked for twice it is the same variable.
    pub fn var_of<T: 'static>(&self, part: &'static str, of: impl FnOnce(&R) -> T) -> Var<T> {
        let Context { number, reals, is_named, .. } = self.context;
        let number = *number;
        if let Some(result) = &self.result {
            let value = of(result);
            reals.borrow_mut().insert(number, part, Box::new(value));
        }
        is_named.set(true);
        Var::new(number, part)
    }

    /// Promises something of the result. The promise is judged when the program runs; in words, and
    /// without values, it says what is wrong if it is broken.
    pub fn ensure(&self, promise: &str, holds: impl FnOnce(&R, &Reals) -> bool) -> Result<(), Halt>
    where
        R: Debug,
    {
        match &self.result {
            Some(result) if !holds(result, &self.context.reals.borrow()) => {
                Err(self.breaks(promise, &format!("it returned {}", text(result))))
            }
            _ => Ok(()),
        }
    }

    /// Promises which value is returned.
    pub fn returns<T: Debug>(&self, expected: T) -> Flow
    where
        R: Debug + PartialEq<T>,
    {
        match &self.result {
            Some(result) if *result != expected => {
                let (result, expected) = (text(result), text(&expected));
                let message = format!("it returned {result}\ninstead of  {expected}");
                Err(self.breaks("to return what the model says", &message))
            }
            _ => Ok(()),
        }
    }

    /// The value, which a dynamic machine may use for whatever comes next.
    pub fn value(&self) -> &R
    where
        K: HasResults,
    {
        self.result.as_ref().expect("a dynamic machine runs while it is made")
    }

    #[cold]
    fn breaks(&self, promise: &str, message: &str) -> Halt {
        breaks(self.context.command, promise, message)
    }
}

/// A value as reports show it: the order of a hash map does not depend on chance.
pub(crate) fn text<T: Debug + ?Sized>(value: &T) -> String {
    Shown::of("", value).debug
}

/// Says which promise of which command is broken.
#[cold]
pub(crate) fn breaks(command: &str, promise: &str, message: &str) -> Halt {
    broken(format!("`{command}` promised {promise}"), message);
    BROKEN
}

impl<'a, T, E, K: Kind> Called<'a, Result<T, E>, K> {
    /// Promises that the result is `Ok`, and goes on with what is in it.
    ///
    /// ```
    /// use lawful_core::run::Check;
    /// use lawful_machine::symbolic::*;
    ///
    /// fn parse(_: &mut (), step: Step<()>) -> Flow {
    ///     let number = step.draw(0..=300u32);
    ///     let parsed = step.call(number, |_, _, number| number.to_string().parse::<u8>())?;
    ///     parsed.succeeds()?.ensure("the number", |parsed, _| u32::from(*parsed) == number)
    /// }
    ///
    /// let machine = Machine::new(|| (), || ()).command(parse);
    /// let summary = Check::new("parsing").run(&machine);
    /// assert_eq!(summary.failure().unwrap().steps[0].arguments.debug, "256");
    /// ```
    pub fn succeeds(self) -> Result<Called<'a, T, K>, Halt>
    where
        E: Debug,
    {
        let context = self.context;
        match self.into_result() {
            Some(Err(error)) => Err(breaks(
                context.command,
                "to succeed",
                &format!("it returned Err({})", text(&error)),
            )),
            result => Ok(Called::new(result.and_then(Result::ok), context)),
        }
    }

    /// Promises that the result is an error, and goes on with that.
    pub fn fails(self) -> Result<Called<'a, E, K>, Halt>
    where
        T: Debug,
    {
        let context = self.context;
        match self.into_result() {
            Some(Ok(value)) => Err(breaks(
                context.command,
                "to fail",
                &format!("it returned Ok({})", text(&value)),
            )),
            result => Ok(Called::new(result.and_then(Result::err), context)),
        }
    }
}

impl<R, K> Called<'_, R, K> {
    fn into_result(mut self) -> Option<R> {
        if self.keep.get().is_some() {
            Misuse::raise(format!(
                "`{}` names a result with `var()` and then takes it apart with `succeeds()` or \
                 `fails()`; call `var()` on what these give",
                self.context.command
            ));
        }
        self.result.take()
    }
}

impl<R, K> Drop for Called<'_, R, K> {
    fn drop(&mut self) {
        if let (Some(keep), Some(result)) = (self.keep.get(), self.result.take()) {
            let Context { number, reals, .. } = self.context;
            reals.borrow_mut().insert(*number, "", keep(result));
        }
    }
}
