//! A step: one use of a command in a program.

use lawful_core::extend::{Choices, shown_value};
use std::cell::{Cell, RefCell};
use std::fmt::{self, Debug, Write};
use std::hash::{Hash, Hasher};
use std::pin::{Pin, pin};
use std::time::{Duration, Instant};

use lawful_core::choice::{Source, mix, mix_bytes};
use lawful_core::data::{CasePart, ShownCall, ShownValue};
use lawful_core::generate::{Generator, Lengths, Misuse, sorted_text};
use lawful_core::law::{block_on, block_on_until, known_bug};

use crate::called::{Context, Manner, Response, text};
use crate::drawn::Draws;
use crate::flow::{REFUSED, StepEnd, StepResult};
use crate::kind::{AnyKind, BlockOn, Holds};
use crate::variable::{Bindings, Seen};

/// One use of a command, as the command sees it.
///
/// Before the call it gives the arguments ([`draw`](Step::draw), [`pick`](Step::pick)) and says when
/// the command makes sense ([`require`](Step::require), [`known_bug`](Step::known_bug)). The call
/// uses it up, so that nothing of that can come after it.
pub struct Step<'a, S, K: AnyKind> {
    pub(crate) stage: &'a Stage<'a, S, K>,
}

/// What a step is made of.
pub(crate) struct Stage<'a, S, K: AnyKind> {
    pub context: Context<'a, K::Kept>,
    pub source: RefCell<&'a mut Source>,
    pub draws: &'a Draws<'a, K::Kept>,
    /// Whether there is no tape.
    pub is_plain: bool,
    /// Missing while a symbolic program is made.
    pub system: RefCell<Option<&'a mut S>>,
    /// Set where the step is shown.
    pub shown: Option<&'a Said>,
    /// Whether the step provokes a known bug, after which nothing can be trusted.
    pub is_provoked: Cell<bool>,
    /// Known bugs that were avoided in this case.
    pub avoided: &'a Avoided,
    pub settings: &'a Settings<K>,
    /// Set where commands are taken apart.
    pub apart: Option<&'a Apart<'a>>,
}

/// Known bugs that the commands of a case avoided. Once one was avoided, all that follow are.
#[derive(Default)]
pub(crate) struct Avoided(pub RefCell<Vec<String>>);

/// What is asked of a step that is made in one place, called in another and explained later.
#[derive(Default)]
pub(crate) struct Apart<'a> {
    /// Set where somebody wants to know whether the arguments are the same as another time.
    pub mark: Option<&'a Mark>,
    /// What waits for futures instead of what the settings say.
    pub block_on: Option<&'a BlockOn>,
    /// Set by a step that says which key it touches.
    pub key: Cell<Option<u64>>,
}

/// What a step looks like.
#[derive(Default)]
pub(crate) struct Said {
    pub arguments: RefCell<Option<ShownValue>>,
    pub result: RefCell<Option<String>>,
}

/// What holds for every step of a machine.
pub(crate) struct Settings<K: AnyKind> {
    pub time_limit: Option<Duration>,
    pub block_on: Option<Box<K::BlockOn>>,
}

/// In one of so many cases the first step that would meet a known bug is taken.
const PROVOKED: u64 = 16;

impl<'a, S, K: AnyKind> Step<'a, S, K> {
    pub(crate) fn new(stage: &'a Stage<'a, S, K>) -> Self {
        Step { stage }
    }

    /// Draws an argument.
    #[inline]
    pub fn draw<G: Generator<Value: Clone + 'static>>(&self, generator: G) -> G::Value
    where
        K: Holds<G::Value>,
    {
        if let Some(given) = self.stage.draws.given(self.stage.context.command) {
            return given;
        }
        self.fresh(|source| source.draw(&generator))
    }

    /// Picks one of several values, usually of the model; if there is none the command is refused.
    /// Shrinking goes to the first, and to variables of earlier steps.
    ///
    /// A program that runs again has picked already. Then the value must still be one of them: what
    /// is picked is a precondition as well.
    #[inline]
    pub fn pick<'i, T: Clone + PartialEq + Debug + 'static>(
        &self,
        from: impl IntoIterator<Item = &'i T>,
    ) -> Result<T, StepEnd>
    where
        K: Holds<T>,
    {
        let mut items = from.into_iter();
        if let Some(given) = self.stage.draws.given(self.stage.context.command) {
            return if items.any(|item| *item == given) { Ok(given) } else { Err(REFUSED) };
        }
        // Most know how many they are. Where there is a tape they are looked at one by one.
        let count = match items.size_hint() {
            (fewest, Some(most)) if fewest == most && self.stage.is_plain => fewest,
            _ => return self.pick_listed(&items.collect::<Vec<&T>>()),
        };
        if count == 0 {
            return Err(REFUSED);
        }
        let pick = |source: &mut Source| {
            let index = source.pick(count as u64, |random| random.below(count as u64)) as usize;
            items.nth(index).expect("what is picked lies below the count").clone()
        };
        Ok(self.fresh(pick))
    }

    fn pick_listed<T: Clone + Debug + 'static>(&self, items: &[&T]) -> Result<T, StepEnd>
    where
        K: Holds<T>,
    {
        if items.is_empty() {
            return Err(REFUSED);
        }
        Ok(self.fresh(|source| items[pick_index(source, items)].clone()))
    }

    /// Picks several values, the same one perhaps more than once.
    #[track_caller]
    pub fn pick_several<'i, T: Clone + PartialEq + Debug + 'static>(
        &self,
        from: impl IntoIterator<Item = &'i T>,
        lengths: impl Into<Lengths>,
    ) -> Result<Vec<T>, StepEnd>
    where
        K: Holds<Vec<T>>,
    {
        let lengths = lengths.into();
        let items: Vec<&T> = from.into_iter().collect();
        if let Some(given) = self.stage.draws.given::<Vec<T>>(self.stage.context.command) {
            let all = given.iter().all(|one| items.contains(&one));
            return if all { Ok(given) } else { Err(REFUSED) };
        }
        if items.is_empty() {
            return Err(REFUSED);
        }
        let one = |source: &mut Source| items[pick_index(source, &items)].clone();
        let several = |source: &mut Source| source.draw(&lawful_core::generate::vec(one, lengths));
        Ok(self.fresh(several))
    }

    /// A precondition: refuses the command unless it holds.
    #[inline]
    #[doc(alias("precondition", "preconditions", "prop_assume"))]
    pub fn require(&self, condition: bool) -> StepResult {
        if condition { Ok(()) } else { Err(REFUSED) }
    }

    /// Says which key the call touches, where calls that touch different keys have nothing to do with each
    /// other, neither in the model nor in the system. What ran in parallel is then explained key
    /// by key, which is quicker. It helps only if all commands of a case say it.
    ///
    /// ```
    /// use lawful::machine::symbolic::*;
    /// use std::collections::BTreeMap;
    ///
    /// fn get(model: &mut BTreeMap<u8, u8>, step: Step<BTreeMap<u8, u8>>) -> StepResult {
    ///     let key = step.draw(0..=9u8);
    ///     step.touches(&key);
    ///     step.call(key, |map, _, key| map.get(&key).copied())?.returns(model.get(&key).copied())
    /// }
    /// # Machine::new(BTreeMap::new, BTreeMap::new).command(get);
    /// ```
    pub fn touches(&self, key: &(impl Hash + ?Sized)) {
        let Some(apart) = self.stage.apart else { return };
        let mut hasher = Fingerprint::default();
        key.hash(&mut hasher);
        apart.key.set(Some(hasher.finish()));
    }

    /// Refuses the command, where there is nothing to test: `else { return step.refuse() }`.
    pub fn refuse(self) -> StepResult {
        Err(REFUSED)
    }

    /// Declares a known bug: where the condition holds the command would meet it. The command is then
    /// refused, and that is counted. In one case in sixteen it is not, as the last one of its case, to
    /// see whether the bug is still there; the report says if it is not.
    ///
    /// ```
    /// use lawful::machine::symbolic::*;
    /// use lawful::prelude::*;
    ///
    /// fn invert(_: &mut (), step: Step<()>) -> StepResult {
    ///     let number = step.draw(any::<i8>());
    ///     step.known_bug(number == i8::MIN, "the least number has no opposite")?;
    ///     step.call(number, |_, _, number| -number)?;
    ///     Ok(())
    /// }
    ///
    /// let machine = Machine::new(|| (), || ()).command(invert);
    /// let summary = Runner::named("opposites").tests(2_000).run(&machine);
    /// assert!(summary.is_success());
    /// assert!(summary.tables.known_bugs["the least number has no opposite"].failed > 0);
    /// ```
    pub fn known_bug(&self, condition: bool, bug: &str) -> StepResult {
        if !condition {
            return Ok(());
        }
        if let Draws::Given { .. } = self.stage.draws {
            // Only what was provoked is in a program; but one written by hand may meet it unawares.
            self.provoke(bug);
            return Ok(());
        }
        let provokes =
            |source: &mut Source| source.pick(2, |random| u64::from(random.one_in(PROVOKED))) == 1;
        let avoided = &self.stage.avoided.0;
        let avoids = !avoided.borrow().is_empty();
        if avoids || !provokes(&mut self.stage.source.borrow_mut()) {
            avoided.borrow_mut().push(bug.to_string());
            return Err(REFUSED);
        }
        self.provoke(bug);
        Ok(())
    }

    fn provoke(&self, bug: &str) {
        if self.stage.system.borrow().is_some() {
            known_bug(true, bug);
        }
        self.stage.is_provoked.set(true);
    }

    /// Calls the system. The call gets everything it needs as arguments, which are what is printed: it
    /// cannot capture anything, so that it does the same wherever and whenever it is made.
    #[inline]
    pub fn call<A: Debug, R: Debug + 'static>(
        self,
        arguments: A,
        call: fn(&mut S, &Bindings<K::Kept>, A) -> R,
    ) -> Result<Response<'a, R, K>, StepEnd>
    where
        K: Holds<R>,
    {
        let stage = self.stage;
        stage.show_arguments(&arguments, call as *const ());
        let mut system = stage.system.borrow_mut();
        let Some(system) = system.as_mut() else { return Ok(stage.known()) };
        let started = stage.settings.time_limit.map(|limit| (Instant::now(), limit));
        let result = call(system, &stage.context.bindings.borrow(), arguments);
        stage.show_result(&result);
        match started {
            Some((started, limit)) if started.elapsed() > limit => Err(stage.too_late(limit)),
            _ => Ok(stage.returned(result)),
        }
    }

    /// Calls the system and waits for the future that it returns: on this thread, or as
    /// [`Machine::block_on`](crate::Machine::block_on) says. A call that takes longer than the
    /// machine's time limit is given up.
    ///
    /// ```
    /// use std::time::Duration;
    /// use lawful::machine::symbolic::*;
    /// use lawful::prelude::*;
    ///
    /// struct Line(u8);
    ///
    /// impl Line {
    ///     /// The third question is never answered.
    ///     async fn ask(&mut self) -> u8 {
    ///         self.0 += 1;
    ///         if self.0 == 3 { std::future::pending().await } else { self.0 }
    ///     }
    /// }
    ///
    /// fn ask(asked: &mut u8, step: Step<Line>) -> StepResult {
    ///     let answer = step.call_async((), async |line, _, ()| line.ask().await)?;
    ///     *asked += 1;
    ///     answer.returns(*asked)
    /// }
    ///
    /// let machine = Machine::new(|| 0, || Line(0)).command(ask).time_limit(Duration::from_millis(5));
    /// let summary = Runner::named("line").first_failure().run(&machine);
    /// assert_eq!(summary.failure().unwrap().calls().len(), 3);
    /// ```
    pub fn call_async<A: Debug, R: Debug + 'static, F>(
        self,
        arguments: A,
        call: F,
    ) -> Result<Response<'a, R, K>, StepEnd>
    where
        F: AsyncFnOnce(&mut S, &Bindings<K::Kept>, A) -> R,
        K: Holds<R>,
    {
        const {
            assert!(size_of::<F>() == 0, "the call must not capture; pass it what it needs");
        }
        let stage = self.stage;
        // The call has no address of its own, but what makes it is there once for each.
        stage.show_arguments(&arguments, Self::call_async::<A, R, F> as *const ());
        let mut system = stage.system.borrow_mut();
        let Some(system) = system.as_mut() else { return Ok(stage.known()) };
        let bindings = stage.context.bindings.borrow();
        let started = Instant::now();
        let future = call(system, &bindings, arguments);
        let result = stage.wait(future);
        drop(bindings);
        if let Some(result) = &result {
            stage.show_result(result);
        }
        match (result, stage.settings.time_limit) {
            // A future that blocks its thread cannot be given up, but takes too long all the same.
            (_, Some(limit)) if started.elapsed() > limit => Err(stage.too_late(limit)),
            (Some(result), _) => Ok(stage.returned(result)),
            (None, _) => Misuse::raise("`block_on` returned before the future completed"),
        }
    }

    fn fresh<T: Clone + 'static>(&self, draw: impl FnOnce(&mut Source) -> T) -> T
    where
        K: Holds<T>,
    {
        let value = draw(&mut self.stage.source.borrow_mut());
        if let Draws::Kept(kept) = *self.stage.draws {
            kept.borrow_mut().push(K::keep(value.clone()));
        }
        value
    }
}

/// Picks one of several. What has to do with an earlier step is known on the tape by that, so that other
/// steps can drop out without a change to what is picked.
fn pick_index<T: Debug>(source: &mut Source, items: &[&T]) -> usize {
    let count = items.len() as u64;
    if !source.is_plain() {
        let made: Vec<u64> = items.iter().map(step_of).collect();
        if made.iter().any(|step| *step > 0) {
            return source.reference(&made, |random| random.below(count));
        }
    }
    source.pick(count, |random| random.below(count)) as usize
}

/// The step that made the first variable in a value; 0 if there is none.
fn step_of<T: Debug>(value: &T) -> u64 {
    let seen = Seen::begin();
    // The text itself is of no interest.
    let _ = write!(Nowhere, "{value:?}");
    u64::from(seen.first().unwrap_or(0))
}

/// What tells a call and its arguments from others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Same {
    /// Arguments of the same call that look the same have the same number.
    pub looks: u64,
    /// So have those that look the same when what hash maps hold is sorted.
    pub sorted: u64,
}

/// Sees what call is made, and with what.
#[derive(Default)]
pub(crate) struct Mark {
    expected: Option<Same>,
    /// Whether it is what was expected.
    pub is_expected: Cell<bool>,
    pub same: Cell<Same>,
    /// The steps of the variables in the arguments, and which parts they name.
    pub uses: RefCell<Vec<(u32, &'static str)>>,
}

impl Mark {
    pub fn expecting(expected: Same) -> Self {
        Mark { expected: Some(expected), ..Mark::default() }
    }

    /// `call` is where the code is that is called: what depends on the model is not only arguments.
    fn set<A: Debug>(&self, arguments: &A, call: *const ()) {
        let begin = || Fingerprint(mix(1, call as u64));
        let sorted = || {
            let mut hasher = begin();
            Hasher::write(&mut hasher, sorted_text(arguments).as_bytes());
            hasher.finish()
        };
        let seen = self.expected.is_none().then(Seen::begin);
        let mut hasher = begin();
        // It takes any text.
        let _ = write!(hasher, "{arguments:?}");
        let looks = hasher.finish();
        match self.expected {
            // The second look is rarely needed.
            Some(expected) => {
                self.is_expected.set(expected.looks == looks || expected.sorted == sorted());
            }
            None => {
                self.uses.replace(seen.map(|seen| seen.all()).unwrap_or_default());
                self.same.set(Same { looks, sorted: sorted() });
            }
        }
    }
}

/// A hash that is the same everywhere.
#[derive(Default)]
struct Fingerprint(u64);

impl Hasher for Fingerprint {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = mix(self.0, mix_bytes(bytes));
    }
}

impl fmt::Write for Fingerprint {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        Hasher::write(self, text.as_bytes());
        Ok(())
    }
}

/// Takes any text.
struct Nowhere;

impl fmt::Write for Nowhere {
    fn write_str(&mut self, _: &str) -> fmt::Result {
        Ok(())
    }
}

impl<'a, S, K: AnyKind> Stage<'a, S, K> {
    /// What is known of the result where nothing is called.
    #[inline]
    fn known<R: 'static>(&'a self) -> Response<'a, R, K> {
        match self.context.manner {
            Manner::Known { result: Some(result), .. } => Response::lent(result, &self.context),
            _ => Response::new(None, &self.context),
        }
    }

    /// A result that the system returned.
    #[inline]
    fn returned<R: 'static>(&'a self, result: R) -> Response<'a, R, K>
    where
        K: Holds<R>,
    {
        match self.context.manner {
            Manner::Kept(whole) => {
                let whole: &K::Kept = whole.result.get_or_init(|| K::keep(result));
                Response::lent(whole, &self.context)
            }
            _ => Response::new(Some(result), &self.context),
        }
    }

    #[inline]
    fn show_arguments<A: Debug>(&self, arguments: &A, call: *const ()) {
        if let Some(mark) = self.apart.and_then(|apart| apart.mark) {
            mark.set(arguments, call);
        }
        if let Some(shown) = self.shown {
            let arguments = shown_value("", arguments);
            self.tell_call(&arguments);
            shown.arguments.replace(Some(arguments));
        }
    }

    /// Tells a call before it is made, in a case that is drawn while it runs: it may not return.
    #[cold]
    fn tell_call(&self, arguments: &ShownValue) {
        if self.system.borrow().is_some() && matches!(self.draws, Draws::Fresh) {
            let call = || ShownCall {
                variable: None,
                name: self.context.command.to_string(),
                arguments: arguments.clone(),
                before: String::new(),
                result: None,
                failed: false,
                column: None,
            };
            self.source.borrow_mut().tell(|| CasePart::Call(Box::new(call())));
        }
    }

    #[inline]
    fn show_result<R: Debug>(&self, result: &R) {
        if let Some(shown) = self.shown {
            shown.result.replace(Some(text(result)));
        }
    }

    #[cold]
    fn too_late(&self, limit: Duration) -> StepEnd {
        let promise = format!("to return within {} ms", limit.as_nanos() as f64 / 1e6);
        self.context.breaks("time-limit", &promise, || String::from("it took longer"))
    }

    /// Waits for a future, up to the time limit.
    fn wait<F: Future>(&self, future: F) -> Option<F::Output> {
        let limit = self.settings.time_limit;
        let instead = self.apart.and_then(|apart| apart.block_on);
        if instead.is_none() && self.settings.block_on.is_none() {
            return match limit {
                None => Some(block_on(future)),
                Some(limit) => block_on_until(future, Instant::now() + limit),
            };
        }
        let run = |task: Pin<&mut dyn Future<Output = ()>>| match instead {
            Some(block_on) => block_on(task),
            None => self.settings.block_on.as_ref().expect("it was looked for above")(task),
        };
        let mut result = None;
        let task = async {
            result = Some(future.await);
        };
        // Where somebody else waits, the time is not that of a clock.
        match limit.filter(|_| instead.is_none()) {
            None => run(pin!(task)),
            Some(limit) => run(pin!(crate::deadline::until(task, limit))),
        }
        result
    }
}
