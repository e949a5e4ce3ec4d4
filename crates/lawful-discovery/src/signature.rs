//! Signatures: the functions, constants and variables that laws are made of.

use std::any::TypeId;
use std::hash::Hash;
use std::sync::Arc;

use lawful_core::extend::Source;
use lawful_core::generate::Generator;

use crate::discovery::Discovery;
use crate::equality::{Drawing, Equality, Probe};
use crate::equation::EquationLaw;
use crate::lift::{Absent, Call, Calls, Shape};
use crate::names;
use crate::table::{AnyType, Showing, TypeOf};

/// Most variables of a signature: a set of them is a word.
pub(crate) const MOST_VARIABLES: usize = 64;

/// Most types of a signature: the number of one is a byte.
const MOST_TYPES: usize = 250;
/// Most functions of a signature: the rank of one is twelve bits of a sort key.
const MOST_FUNCTIONS: usize = 4_000;

/// A function of a signature.
#[derive(Clone)]
pub(crate) struct Symbol {
    pub name: String,
    pub shape: Shape,
    pub call: Call,
    pub role: Role,
    /// True for the answer of a function that changes its receiver.
    pub is_answer: bool,
}

/// What a function is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Its laws are looked for.
    Studied,
    /// It may occur in laws, but its own are not shown.
    Background,
    /// It is a condition of laws, and occurs in no term.
    Condition,
}

impl Symbol {
    /// Returns whether terms are made with it.
    pub fn makes_terms(&self) -> bool {
        self.role != Role::Condition
    }

    pub fn arity(&self) -> usize {
        self.shape.arguments.len()
    }
}

/// A variable of a signature.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub name: &'static str,
    pub kind: usize,
}

/// Functions, constants and variables whose laws are to be found.
///
/// [`sig!`](crate::sig) makes one out of plain functions. What it cannot know is said by methods.
///
/// ```
/// use lawful::discovery::sig;
///
/// fn append(xs: &[i32], ys: &[i32]) -> Vec<i32> {
///     [xs, ys].concat()
/// }
/// fn reverse(xs: &[i32]) -> Vec<i32> {
///     xs.iter().rev().copied().collect()
/// }
///
/// let found = sig!["[]" = Vec::<i32>::new, "++" = append, reverse].discover();
/// assert!(found.proves("reverse(xs ++ ys) = reverse(ys) ++ reverse(xs)"));
/// assert_eq!(found.laws().len(), 6);
/// ```
#[derive(Clone, Default)]
pub struct Signature {
    pub(crate) types: Types,
    pub(crate) symbols: Vec<Symbol>,
    pub(crate) conditions: Vec<usize>,
    pub(crate) settings: Settings,
    given_names: Vec<(TypeId, Vec<&'static str>)>,
}

/// Types of a signature.
#[derive(Default)]
pub(crate) struct Types(pub Vec<Box<dyn AnyType>>);

impl Clone for Types {
    fn clone(&self) -> Self {
        Types(self.0.iter().map(|one| one.copy()).collect())
    }
}

/// Bounds of a search.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub depth: usize,
    pub size: usize,
    pub tests: usize,
    pub hard_tests: usize,
    pub seed: u64,
    pub is_weak: bool,
    pub shown: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            depth: 3,
            size: usize::MAX,
            tests: 500,
            hard_tests: 2_048,
            seed: 0x6c61_7773,
            is_weak: true,
            shown: 16,
        }
    }
}

impl std::fmt::Debug for Signature {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_list().entries(self.symbols.iter().map(|symbol| &symbol.name)).finish()
    }
}

impl Signature {
    /// A signature without functions.
    pub fn new() -> Self {
        Signature::default()
    }

    /// Adds a function, with what the compiler knows about its types. [`sig!`](crate::sig) writes the call.
    #[doc(hidden)]
    #[track_caller]
    pub fn with_function(
        mut self,
        name: String,
        calls: Calls,
        arguments: [Option<Asked>; 4],
        result: Option<Asked>,
    ) -> Self {
        let Calls { answer, after, arity } = calls;
        let kinds: Vec<usize> = arguments
            .into_iter()
            .flatten()
            .take(arity)
            .map(|asked| self.types.add(asked))
            .collect();
        let role = Role::Studied;
        if let Some(call) = after {
            let shape = Shape { arguments: kinds.clone(), result: kinds[0] };
            let answer_name = format!("{name}?");
            self.push(Symbol { name, shape, call, role, is_answer: false });
            if let (Some(call), Some(result)) = (answer, result) {
                let shape = Shape { arguments: kinds, result: self.types.add(result) };
                self.push(Symbol { name: answer_name, shape, call, role, is_answer: true });
            }
        } else if let (Some(call), Some(result)) = (answer, result) {
            let shape = Shape { arguments: kinds, result: self.types.add(result) };
            self.push(Symbol { name, shape, call, role, is_answer: false });
        }
        self
    }

    #[track_caller]
    fn push(&mut self, symbol: Symbol) {
        if self.symbols.iter().any(|other| other.name == symbol.name) {
            panic!(
                "the signature has two functions named `{0}`; give one of them another name: `\"other\" = {0}`",
                symbol.name
            );
        }
        self.symbols.push(symbol);
    }

    /// Adds the functions of another signature.
    ///
    /// ```
    /// use lawful::discovery::sig;
    ///
    /// let booleans = sig!["not" = |x: bool| !x, true, false];
    /// let found = sig!["is_even" = |n: u8| n % 2 == 0].with(booleans).depth(2).discover();
    /// assert!(found.proves("not(true) = false"));
    /// ```
    #[track_caller]
    pub fn with(mut self, other: Signature) -> Self {
        let kinds: Vec<usize> =
            other.types.0.into_iter().map(|one| self.types.merge(one)).collect();
        let renumbered = |shape: Shape| Shape {
            arguments: shape.arguments.iter().map(|kind| kinds[*kind]).collect(),
            result: kinds[shape.result],
        };
        let mut names = Vec::new();
        for (number, symbol) in other.symbols.into_iter().enumerate() {
            self.push(Symbol { shape: renumbered(symbol.shape), ..symbol });
            names.push((number, self.symbols.len() - 1));
        }
        for (from, to) in names {
            if other.conditions.contains(&from) {
                self.conditions.push(to);
            }
        }
        self.given_names.extend(other.given_names);
        self
    }

    /// Adds functions that may occur in laws, but whose own laws are not shown: those that are known well.
    ///
    /// ```
    /// use lawful::discovery::sig;
    ///
    /// let known = sig!["0" = 0i32, "+" = i32::wrapping_add];
    /// let found = sig!["double" = |x: i32| x.wrapping_mul(2)].background(known).discover();
    /// assert!(found.proves("x + x = double(x)"));
    /// assert!(found.laws().iter().all(|law| law.text.contains("double")));
    /// ```
    #[track_caller]
    pub fn background(self, mut other: Signature) -> Self {
        for symbol in &mut other.symbols {
            if symbol.role == Role::Studied {
                symbol.role = Role::Background;
            }
        }
        self.with(other)
    }

    /// Names the variables of a type. There are as many as names; by default there are three of each type that some
    /// function takes.
    pub fn variables<T: 'static>(mut self, names: impl IntoIterator<Item = &'static str>) -> Self {
        let names = names.into_iter().collect();
        self.given_names.push((TypeId::of::<T>(), names));
        self
    }

    /// Compares values of a type by what can be observed of them.
    ///
    /// ```
    /// use lawful::discovery::sig;
    ///
    /// // Lists as sets: what counts is which elements there are.
    /// let found = sig!["++" = |xs: &[u8], ys: &[u8]| [xs, ys].concat()]
    ///     .observe(|list: &Vec<u8>| list.iter().copied().collect::<std::collections::BTreeSet<u8>>())
    ///     .discover();
    /// assert!(found.proves("xs ++ ys = ys ++ xs"));
    /// ```
    #[track_caller]
    pub fn observe<T: 'static, K: Hash + Eq>(
        mut self,
        key: impl Fn(&T) -> K + Send + Sync + 'static,
    ) -> Self {
        self.types.of_mut::<T>("observe").equality = Equality::by_key(key);
        self
    }

    /// Draws values of a type from a generator, instead of any value.
    ///
    /// It is needed where some values must not be tried, because a call would take too long or too much memory.
    #[track_caller]
    pub fn generator<T: 'static>(
        mut self,
        generator: impl Generator<Value = T> + Send + Sync + 'static,
    ) -> Self {
        let draw = move |source: &mut Source| source.draw(&generator);
        self.types.of_mut::<T>("generator").draw = Some(Arc::new(draw));
        self
    }

    /// Adds a condition, under which further laws are looked for. [`sig!`](crate::sig) writes predicates as functions:
    /// every function of `conditions` must return a `bool`.
    ///
    /// ```
    /// use lawful::discovery::sig;
    ///
    /// let found = sig!["min" = |x: i32, y: i32| x.min(y)]
    ///     .conditions(sig!["<=" = |x: i32, y: i32| x <= y])
    ///     .discover();
    /// let law = &found.conditional_laws()[0];
    /// assert_eq!(law.text, "x <= y ==> min(x, y) = x");
    /// ```
    #[track_caller]
    pub fn conditions(mut self, conditions: Signature) -> Self {
        let Signature { types, symbols, .. } = conditions;
        let kinds: Vec<usize> = types.0.into_iter().map(|one| self.types.merge(one)).collect();
        for symbol in symbols {
            let arguments = symbol.shape.arguments.iter().map(|kind| kinds[*kind]).collect();
            let shape = Shape { arguments, result: kinds[symbol.shape.result] };
            let result = &self.types.0[shape.result];
            if result.id() != TypeId::of::<bool>() {
                let (name, result) = (symbol.name, result.name());
                panic!("the condition `{name}` must return a `bool`, and returns a `{result}`");
            }
            // A function that occurs in terms can be a condition as well.
            let same = |other: &Symbol| other.name == symbol.name && other.shape == shape;
            let known = self.symbols.iter().position(same);
            let number = known.unwrap_or_else(|| {
                self.push(Symbol { shape, role: Role::Condition, ..symbol });
                self.symbols.len() - 1
            });
            self.conditions.push(number);
        }
        self
    }

    /// Sets the greatest depth of terms: 3, if nothing is said. A variable or constant has depth 1.
    pub fn depth(mut self, depth: usize) -> Self {
        self.settings.depth = depth.max(1);
        self
    }

    /// Bounds terms by the number of their functions, constants and variables instead of by their depth.
    pub fn size(mut self, size: usize) -> Self {
        self.settings.size = size.max(1);
        self.settings.depth = self.settings.size;
        self
    }

    /// Sets the number of tests that tell terms apart: 500, if nothing is said.
    pub fn tests(mut self, tests: usize) -> Self {
        self.settings.tests = tests.max(8);
        self
    }

    /// Sets the number of fresh tests that every law has to pass before it is shown: 2,048, if nothing is said. With 0
    /// laws are tested by the search alone.
    pub fn hard_tests(mut self, tests: usize) -> Self {
        self.settings.hard_tests = tests;
        self
    }

    /// Sets the seed. A run is a function of the signature and the seed.
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.seed = seed;
        self
    }

    /// Sets the number of lines of laws that are printed before the rest is counted: 16, if nothing is said.
    pub fn shown(mut self, lines: usize) -> Self {
        self.settings.shown = lines;
        self
    }

    /// Leaves out the laws that hold where a partial function is defined.
    pub fn without_weak_laws(mut self) -> Self {
        self.settings.is_weak = false;
        self
    }

    /// Returns the law that two terms are equal, as a law that can be run: `#[law]` functions return it, and law files
    /// are made of it. A condition may stand before it: `x <= y ==> min(x, y) = x`.
    ///
    /// A law whose names the signature does not have is reported as misused when it runs.
    ///
    /// ```
    /// use lawful::discovery::{Signature, sig};
    /// use lawful::prelude::*;
    ///
    /// fn numbers() -> Signature {
    ///     sig!["+" = i32::wrapping_add, "*" = i32::wrapping_mul]
    /// }
    ///
    /// #[law]
    /// fn multiplication_distributes() -> impl Law {
    ///     numbers().law("x * (y + z) = (x * y) + (x * z)")
    /// }
    /// ```
    pub fn law(self, text: &str) -> EquationLaw {
        EquationLaw::parse(self, text)
    }

    /// Finds the laws.
    #[track_caller]
    pub fn discover(self) -> Discovery {
        self.check();
        Discovery::of(self)
    }

    /// Variables of all types that some function takes.
    pub(crate) fn all_variables(&self) -> Vec<Variable> {
        let taken =
            |kind: usize| self.symbols.iter().any(|one| one.shape.arguments.contains(&kind));
        let mut variables: Vec<Variable> = Vec::new();
        for (kind, about) in self.types.0.iter().enumerate() {
            let given = self.given_names.iter().rev().find(|(id, _)| *id == about.id());
            let used = |name: &str| {
                let given = self.given_names.iter().flat_map(|(_, names)| names);
                variables.iter().map(|other| &other.name).chain(given).any(|other| *other == name)
                    || self.symbols.iter().any(|symbol| symbol.name == name)
            };
            let names = match given {
                Some((_, names)) => names.clone(),
                None if taken(kind) && about.is_drawn() => names::defaults(about.name(), &used),
                None => continue,
            };
            variables.extend(names.into_iter().map(|name| Variable { name, kind }));
        }
        variables
    }

    /// Panics where the signature is misused.
    #[track_caller]
    pub(crate) fn check(&self) {
        for symbol in &self.symbols {
            let about = &self.types.0[symbol.shape.result];
            if about.compared_by() == "nothing" {
                panic!(
                    "results of `{}` cannot be compared: `{}` implements none of Hash, Ord, PartialEq and Debug; \
                     say what can be seen of them with `.observe(|value: &{}| ..)`",
                    symbol.name,
                    about.name(),
                    about.name(),
                );
            }
        }
        if self.types.0.len() > MOST_TYPES || self.symbols.len() > MOST_FUNCTIONS {
            panic!(
                "the signature has {} functions over {} types, and {MOST_FUNCTIONS} over {MOST_TYPES} are possible",
                self.symbols.len(),
                self.types.0.len(),
            );
        }
        let variables = self.all_variables();
        if variables.len() > MOST_VARIABLES {
            panic!(
                "the signature has {} variables, and {MOST_VARIABLES} are possible; name fewer with `.variables::<T>([..])`",
                variables.len()
            );
        }
        for (at, variable) in variables.iter().enumerate() {
            let twice = variables[..at].iter().any(|other| other.name == variable.name);
            let function = self.symbols.iter().any(|symbol| symbol.name == variable.name);
            if twice || function {
                panic!(
                    "the name `{}` is used twice; name the variables of `{}` with `.variables::<T>([..])`",
                    variable.name,
                    self.types.0[variable.kind].name(),
                );
            }
            if !self.types.0[variable.kind].is_drawn() {
                panic!(
                    "variables of `{}` cannot be drawn: it does not implement Arbitrary; remove them, or say \
                     `.generator(..)`",
                    self.types.0[variable.kind].name(),
                );
            }
        }
    }
}

impl Types {
    fn add(&mut self, asked: Asked) -> usize {
        self.merge(asked.0)
    }

    fn merge(&mut self, about: Box<dyn AnyType>) -> usize {
        if let Some(kind) = self.0.iter().position(|other| other.id() == about.id()) {
            return kind;
        }
        self.0.push(about);
        self.0.len() - 1
    }

    #[track_caller]
    fn of_mut<T: 'static>(&mut self, method: &str) -> &mut TypeOf<T> {
        let found = self.0.iter_mut().find(|about| about.id() == TypeId::of::<T>());
        let Some(about) = found else {
            panic!(
                "`{method}` is about `{}`, and no function of the signature has that type; call it after the functions \
                 are there",
                std::any::type_name::<T>()
            );
        };
        let about: &mut dyn std::any::Any = &mut **about;
        about.downcast_mut().expect("a type is known by its own identity")
    }
}

/// What the compiler said about a type.
pub struct Asked(Box<dyn AnyType>);

/// Puts together what the compiler said about a type; nothing for an argument that is not there.
pub fn asked<T: 'static>(
    _: Probe<T>,
    equality: Equality<T>,
    showing: Option<Showing<T>>,
    drawing: Option<Drawing<T>>,
) -> Option<Asked> {
    let is_absent = TypeId::of::<T>() == TypeId::of::<Absent>();
    let draw = drawing.map(|drawing| drawing.0);
    (!is_absent).then(|| Asked(Box::new(TypeOf { equality, draw, showing })))
}

/// Makes a [`Signature`] out of functions, methods, closures and constants.
///
/// A name is written before what needs one or should have another: `"+" = |x: i32, y: i32| x.wrapping_add(y)`. A name
/// that is no word is an operator, and printed between its arguments if there are two.
///
/// | written | becomes |
/// |---|---|
/// | `reverse::<i32>`, `Vec::<i32>::len`, `str::trim` | the function, named by its last part |
/// | `Vec::<i32>::push` (a receiver `&mut self`) | `push(v, x)`, the receiver after the call |
/// | `Vec::<i32>::pop` (and it returns something) | also `pop?(v)`, the answer |
/// | `"map" = \|f: &Func<i32, i32>, xs: &[i32]\| ..` | a function of a generated function |
/// | `"[]" = Vec::<i32>::new`, `"0" = 0i32`, `true` | a constant |
///
/// ```
/// use lawful::discovery::sig;
/// use std::collections::VecDeque;
///
/// type Queue = VecDeque<i32>;
/// let found = sig![Queue::new, Queue::push_back, Queue::pop_front, "Some" = Some::<i32>, "None" = None::<i32>]
///     .variables::<Queue>(["q", "r"])
///     .discover();
/// assert!(found.proves("pop_front?(push_back(new, x)) = Some(x)"));
/// ```
#[macro_export]
macro_rules! sig {
    ($($entries:tt)*) => {{
        #[allow(unused_imports)]
        use $crate::__private::*;
        $crate::__entries!([$crate::Signature::new()] $($entries)*)
    }};
}

/// Takes the entries of [`sig!`] one by one.
#[doc(hidden)]
#[macro_export]
macro_rules! __entries {
    ([$signature:expr]) => { $signature };
    ([$signature:expr] $name:literal = $function:expr) => {
        $crate::__entries!([$signature] $name = $function,)
    };
    ([$signature:expr] $name:literal = $function:expr, $($rest:tt)*) => {
        $crate::__entries!([$crate::__entry!($signature, ::std::string::String::from($name), $function)] $($rest)*)
    };
    ([$signature:expr] $function:expr) => {
        $crate::__entries!([$signature] $function,)
    };
    ([$signature:expr] $function:expr, $($rest:tt)*) => {
        $crate::__entries!([$crate::__entry!($signature, $crate::__private::clean_name(stringify!($function)), $function)] $($rest)*)
    };
}

/// Asks the compiler about the types of a function and adds it to a signature.
#[doc(hidden)]
#[macro_export]
macro_rules! __entry {
    ($signature:expr, $name:expr, $function:expr) => {{
        let signature = $signature;
        let (calls, types) = $crate::__private::lift($function);
        let arguments = [
            $crate::__asked!(types.0),
            $crate::__asked!(types.1),
            $crate::__asked!(types.2),
            $crate::__asked!(types.3),
        ];
        let result = $crate::__asked!(types.4);
        signature.with_function($name, calls, arguments, result)
    }};
}

/// Asks the compiler about a type.
#[doc(hidden)]
#[macro_export]
macro_rules! __asked {
    ($probe:expr) => {{
        let probe = $probe;
        $crate::__private::asked(
            probe,
            (&&&&&&&probe).equality(),
            (&&probe).showing(),
            (&&probe).drawing(),
        )
    }};
}
