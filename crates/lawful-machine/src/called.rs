//! The result of a call: a name for the model, promises, and in a dynamic machine its value.

use std::cell::{Cell, OnceCell, RefCell};
use std::fmt::Debug;

use lawful_core::data::{Block, Reason};
use lawful_core::extend::shown_value;
use lawful_core::generate::Misuse;

use crate::flow::{COMPONENT, StepEnd, StepResult, Why};
use crate::kind::{AnyKind, HasResults, Holds, Keeps};
use crate::variable::{Bindings, Var, Within};

/// Response of the system to [`Step::call`](crate::Step::call): the result, as far as it can be known.
pub struct Response<'a, R, K: AnyKind> {
    result: Held<'a, R>,
    /// Set where the model has a name for the result, which is then kept.
    keep: Cell<Option<Keep<R, K::Kept>>>,
    context: &'a Context<'a, K::Kept>,
}

/// A result.
enum Held<'a, R> {
    /// It is missing, since a program is only made, or since the call never returned.
    Nothing,
    Own(R),
    /// It is kept as a whole, and this is a part of it.
    Lent(&'a R),
}

/// A result that is kept as a whole, and where in it the part is that the command looks at.
pub(crate) struct Whole<V: ?Sized> {
    pub result: OnceCell<Box<V>>,
    pub path: RefCell<Vec<Within>>,
}

impl<V: ?Sized> Whole<V> {
    pub fn new() -> Self {
        Whole { result: OnceCell::new(), path: RefCell::default() }
    }
}

pub(crate) type Keep<R, V> = fn(R) -> Box<V>;

/// What a result needs to know of its step.
pub(crate) struct Context<'a, V: ?Sized> {
    pub command: &'a str,
    pub number: u32,
    /// Whether a variable was made for the result.
    pub is_named: Cell<bool>,
    pub bindings: &'a RefCell<Bindings<V>>,
    pub manner: Manner<'a, V>,
    /// True if a reason says what was seen.
    pub wants_details: bool,
}

/// What becomes of a result.
pub(crate) enum Manner<'a, V: ?Sized> {
    /// Promises are judged, and what has a name is kept.
    Judged,
    /// Promises are judged later, when it is known what other branches did; until then all of it is kept.
    Kept(&'a Whole<V>),
    /// It was kept, unless the call never returned. Somebody may ask which promise is broken.
    Known { result: Option<&'a V>, broken: Option<&'a RefCell<Option<Broken>>> },
}

/// A promise that is broken, and what was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Which command promised what.
    pub promise: String,
    /// Description of what was seen instead.
    pub message: String,
}

impl<'a, R, K: AnyKind> Response<'a, R, K> {
    #[inline]
    pub(crate) fn new(result: Option<R>, context: &'a Context<'a, K::Kept>) -> Self {
        let result = result.map_or(Held::Nothing, Held::Own);
        Response { result, keep: Cell::new(None), context }
    }

    /// A result that is kept as a whole.
    pub(crate) fn lent(whole: &'a K::Kept, context: &'a Context<'a, K::Kept>) -> Self
    where
        R: 'static,
    {
        let Some(result) = whole.any().downcast_ref() else {
            Misuse::raise(format!(
                "`{}` calls something else when it is looked at again: its calls may depend on the model \
                 and on its arguments alone",
                context.command
            ))
        };
        Response { result: Held::Lent(result), keep: Cell::new(None), context }
    }

    #[inline]
    fn result(&self) -> Option<&R> {
        self.result.get()
    }

    /// The result, where promises are judged.
    #[inline]
    fn judged(&self) -> Option<&R> {
        if let Manner::Kept(_) = self.context.manner { None } else { self.result() }
    }

    /// A name for the result, for the model to keep and for later commands to use.
    pub fn var(&self) -> Var<R>
    where
        R: 'static,
        K: Holds<R>,
    {
        self.keep.set(Some(K::keep));
        self.context.is_named.set(true);
        Var::new(self.context.number, "")
    }

    /// A name for a part of the result: `reply.var_of("context", |reply| reply.context)` prints as
    /// `v3.context`. Asked for twice it is the same variable.
    pub fn var_of<T: 'static>(&self, part: &'static str, of: impl FnOnce(&R) -> T) -> Var<T>
    where
        K: Holds<T>,
    {
        let Context { number, bindings, is_named, manner, .. } = self.context;
        if let (Some(result), Manner::Judged | Manner::Kept(_)) = (self.result(), manner) {
            let value = of(result);
            bindings.borrow_mut().insert(*number, part, K::keep(value));
        }
        is_named.set(true);
        Var::new(*number, part)
    }

    /// Promises something of the result. The promise is judged when the program runs; in words, and
    /// without values, it says what is wrong if it is broken.
    #[doc(alias("postcondition", "prop_assert"))]
    pub fn ensure(
        &self,
        promise: &str,
        holds: impl FnOnce(&R, &Bindings<K::Kept>) -> bool,
    ) -> Result<(), StepEnd>
    where
        R: Debug,
    {
        let Some(result) = self.judged() else { return Ok(()) };
        let bindings = self.context.bindings.borrow();
        if bindings.allows(|| holds(result, &bindings)) {
            return Ok(());
        }
        Err(self.context.breaks("promise", promise, || format!("it returned {}", text(result))))
    }

    /// Promises which value is returned.
    pub fn returns<T: Debug>(&self, expected: T) -> StepResult
    where
        R: Debug + PartialEq<T>,
    {
        match self.judged() {
            Some(result) if *result != expected => {
                let message = || {
                    let (result, expected) = (text(result), text(&expected));
                    format!("it returned {result}\ninstead of  {expected}")
                };
                Err(self.context.breaks("return", "to return what the model says", message))
            }
            _ => Ok(()),
        }
    }

    /// The value, which a dynamic machine may use for whatever comes next.
    pub fn value(&self) -> &R
    where
        K: HasResults,
    {
        self.result().expect("a dynamic machine runs while it is made")
    }
}

/// A value as reports show it: the order of a hash map does not depend on chance.
pub(crate) fn text<T: Debug + ?Sized>(value: &T) -> String {
    shown_value("", value).debug
}

impl<V: ?Sized> Context<'_, V> {
    /// Says which promise of the command is broken.
    #[cold]
    pub fn breaks(
        &self,
        code: &'static str,
        promise: &str,
        message: impl FnOnce() -> String,
    ) -> StepEnd {
        let promise = format!("`{}` promised {promise}", self.command);
        if let Manner::Known { broken: Some(told), .. } = self.manner {
            told.replace(Some(Broken { promise: promise.clone(), message: message() }));
            return StepEnd(Why::Broken(Box::new(Reason::new(COMPONENT, code, promise))));
        }
        let mut reason = Reason::new(COMPONENT, code, promise).field("command", self.command);
        if self.wants_details {
            reason.document.push(Block::Code(message()));
        }
        StepEnd(Why::Broken(Box::new(reason)))
    }
}

impl<'a, T: 'static, E: 'static, K: AnyKind> Response<'a, Result<T, E>, K> {
    /// Promises that the result is `Ok`, and goes on with what is in it.
    ///
    /// ```
    /// use lawful::machine::symbolic::*;
    /// use lawful::prelude::*;
    ///
    /// fn parse(_: &mut (), step: Step<()>) -> StepResult {
    ///     let number = step.draw(0..=300u32);
    ///     let parsed = step.call(number, |_, _, number| number.to_string().parse::<u8>())?;
    ///     parsed.succeeds()?.ensure("the number", |parsed, _| u32::from(*parsed) == number)
    /// }
    ///
    /// let machine = Machine::new(|| (), || ()).command(parse);
    /// let summary = Runner::named("parsing").run(&machine);
    /// assert_eq!(summary.failure().unwrap().calls()[0].arguments.debug, "256");
    /// ```
    pub fn succeeds(self) -> Result<Response<'a, T, K>, StepEnd>
    where
        E: Debug,
    {
        let (context, is_judged) = (self.context, self.judged().is_some());
        let (value, error) = self.into_parts();
        let message = |error: &E| format!("it returned Err({})", text(error));
        match error.get().filter(|_| is_judged) {
            Some(error) => Err(context.breaks("success", "to succeed", || message(error))),
            None => Ok(Response { result: value, keep: Cell::new(None), context }),
        }
    }

    /// Promises that the result is an error, and goes on with that.
    pub fn fails(self) -> Result<Response<'a, E, K>, StepEnd>
    where
        T: Debug,
    {
        let (context, is_judged) = (self.context, self.judged().is_some());
        let (value, error) = self.into_parts();
        let message = |value: &T| format!("it returned Ok({})", text(value));
        match value.get().filter(|_| is_judged) {
            Some(value) => Err(context.breaks("error", "to fail", || message(value))),
            None => Ok(Response { result: error, keep: Cell::new(None), context }),
        }
    }

    /// The value and the error, one of which is there, if anything is.
    fn into_parts(mut self) -> (Held<'a, T>, Held<'a, E>) {
        if self.keep.get().is_some() {
            Misuse::raise(format!(
                "`{}` names a result with `var()` and then takes it apart with `succeeds()` or \
                 `fails()`; call `var()` on what these give",
                self.context.command
            ));
        }
        match std::mem::replace(&mut self.result, Held::Nothing) {
            Held::Nothing => (Held::Nothing, Held::Nothing),
            Held::Own(Ok(value)) => (Held::Own(value), Held::Nothing),
            Held::Own(Err(error)) => (Held::Nothing, Held::Own(error)),
            Held::Lent(Ok(value)) => {
                self.goes_into(|whole| Some(whole.downcast_ref::<Result<T, E>>()?.as_ref().ok()?));
                (Held::Lent(value), Held::Nothing)
            }
            Held::Lent(Err(error)) => {
                self.goes_into(|whole| Some(whole.downcast_ref::<Result<T, E>>()?.as_ref().err()?));
                (Held::Nothing, Held::Lent(error))
            }
        }
    }
}

impl<R> Held<'_, R> {
    #[inline]
    fn get(&self) -> Option<&R> {
        match self {
            Held::Nothing => None,
            Held::Own(result) => Some(result),
            Held::Lent(result) => Some(result),
        }
    }
}

impl<R, K: AnyKind> Drop for Response<'_, R, K> {
    #[inline]
    fn drop(&mut self) {
        if let Some(keep) = self.keep.get() {
            self.keep_result(keep);
        }
    }
}

impl<R, K: AnyKind> Response<'_, R, K> {
    /// Notes that a part of the result is looked at from here on.
    fn goes_into(&self, within: Within) {
        if let Manner::Kept(whole) = self.context.manner {
            whole.path.borrow_mut().push(within);
        }
    }

    #[inline(never)]
    fn keep_result(&mut self, keep: Keep<R, K::Kept>) {
        let Context { number, bindings, manner, .. } = self.context;
        match std::mem::replace(&mut self.result, Held::Nothing) {
            Held::Own(result) => bindings.borrow_mut().insert(*number, "", keep(result)),
            Held::Lent(_) => {
                if let Manner::Kept(whole) = manner {
                    bindings.borrow_mut().insert_within(*number, whole.path.borrow().clone());
                }
            }
            Held::Nothing => {}
        }
    }
}
