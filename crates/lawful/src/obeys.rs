//! One line for a type: which bundles it obeys.

/// Makes tests that a type obeys the laws of its traits, one test for each.
///
/// ```
/// use lawful::prelude::*;
///
/// #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// struct Version { major: u8, minor: u8 }
///
/// impl Arbitrary for Version {
///     fn arbitrary(source: &mut Source) -> Self {
///         Version { major: source.any(), minor: source.any() }
///     }
/// }
///
/// obeys!(mod version_laws, Version: Eq + Ord + Hash + Clone);
/// ```
///
/// That is a module `version_laws` with the tests `eq`, `ord`, `hash` and `clone`. The words are those
/// of a bound, because that is what the line says: that the type meets a bound in fact, and not only
/// in the eyes of the compiler. They are `PartialEq`, `Eq`, `PartialOrd`, `Ord`, `Hash`, `Clone`,
/// `Default`, `FromStr` (with `Display`), `Add` (with `Default` as zero), `AddAssign`, and with the
/// feature `serde`, `Serde`. Bundles that need more than a type are functions in
/// [`bundles`](crate::bundles), for a law to return:
///
/// ```
/// # use lawful::prelude::*;
/// #[law]
/// fn sorting_twice_is_sorting() -> impl Law {
///     lawful::bundles::idempotent(any::<Vec<u8>>(), |mut list| { list.sort(); list })
/// }
/// ```
///
/// Values are arbitrary ones, or come from a generator:
///
/// ```
/// # use lawful::generate::floats;
/// # use lawful::prelude::*;
/// obeys!(mod finite_laws, f64: PartialOrd + FromStr + Default, from floats().finite());
/// ```
///
/// Any other word is an error that lists these:
///
/// ```compile_fail
/// lawful::obeys!(mod laws, u8: Copy);
/// ```
#[macro_export]
macro_rules! obeys {
    (mod $module:ident, $type:ty : $word:ident $(+ $more:ident)* $(,)?) => {
        $crate::obeys!(@module $module [$type] [$crate::__private::any::<$type>()] $word $($more)*);
    };
    (mod $module:ident, $type:ty : $word:ident $(+ $more:ident)*, from $generator:expr $(,)?) => {
        $crate::obeys!(@module $module [$type] [$generator] $word $($more)*);
    };
    // The laws stay outside of the module, where every name means what it means to whoever wrote it.
    (@module $module:ident [$type:ty] [$generator:expr] $($word:ident)+) => {
        #[cfg(test)]
        fn $module(test: &str) {
            $(
                if test == $crate::obeys!(@name $word) {
                    let law = $crate::obeys!(@law $word [$type] [$generator]);
                    let about = $crate::__private::about!(::std::concat!(
                        ::std::stringify!($module), "::", $crate::obeys!(@name $word)
                    ));
                    $crate::__private::check_law(about, $crate::__private::Config::for_tests(), &law);
                }
            )+
        }

        // Outside of tests it is empty, and there so that a wrong word is an error there, too.
        mod $module {
            $($crate::obeys!(@test $module $word);)+
        }
    };
    (@name PartialEq) => { "partial_eq" };
    (@name Eq) => { "eq" };
    (@name PartialOrd) => { "partial_ord" };
    (@name Ord) => { "ord" };
    (@name Hash) => { "hash" };
    (@name Clone) => { "clone" };
    (@name Default) => { "default" };
    (@name FromStr) => { "from_str" };
    (@name Serde) => { "serde" };
    (@name Add) => { "add" };
    (@name AddAssign) => { "add_assign" };
    (@name $other:ident) => { "" };
    (@law PartialEq [$type:ty] [$generator:expr]) => { $crate::__private::bundles::partial_eq($generator) };
    (@law Eq [$type:ty] [$generator:expr]) => { $crate::__private::bundles::eq($generator) };
    (@law PartialOrd [$type:ty] [$generator:expr]) => { $crate::__private::bundles::partial_ord($generator) };
    (@law Ord [$type:ty] [$generator:expr]) => { $crate::__private::bundles::ord($generator) };
    (@law Hash [$type:ty] [$generator:expr]) => { $crate::__private::bundles::hash($generator) };
    (@law Clone [$type:ty] [$generator:expr]) => { $crate::__private::bundles::clone($generator) };
    (@law Default [$type:ty] [$generator:expr]) => { $crate::__private::bundles::default::<$type>() };
    (@law FromStr [$type:ty] [$generator:expr]) => { $crate::__private::bundles::from_str($generator) };
    (@law Serde [$type:ty] [$generator:expr]) => { $crate::__private::bundles::serde($generator) };
    (@law Add [$type:ty] [$generator:expr]) => { $crate::__private::bundles::add($generator) };
    (@law AddAssign [$type:ty] [$generator:expr]) => { $crate::__private::bundles::add_assign($generator) };
    (@law $other:ident [$type:ty] [$generator:expr]) => { |_: &mut $crate::__private::Source| $crate::__private::Outcome::Passed };
    (@test $module:ident PartialEq) => { $crate::obeys!(@test $module partial_eq "partial_eq"); };
    (@test $module:ident Eq) => { $crate::obeys!(@test $module eq "eq"); };
    (@test $module:ident PartialOrd) => { $crate::obeys!(@test $module partial_ord "partial_ord"); };
    (@test $module:ident Ord) => { $crate::obeys!(@test $module ord "ord"); };
    (@test $module:ident Hash) => { $crate::obeys!(@test $module hash "hash"); };
    (@test $module:ident Clone) => { $crate::obeys!(@test $module clone "clone"); };
    (@test $module:ident Default) => { $crate::obeys!(@test $module default "default"); };
    (@test $module:ident FromStr) => { $crate::obeys!(@test $module from_str "from_str"); };
    (@test $module:ident Serde) => { $crate::obeys!(@test $module serde "serde"); };
    (@test $module:ident Add) => { $crate::obeys!(@test $module add "add"); };
    (@test $module:ident AddAssign) => { $crate::obeys!(@test $module add_assign "add_assign"); };
    (@test $module:ident $other:ident) => {
        ::std::compile_error!(::std::concat!(
            "`obeys!` has no laws for `", ::std::stringify!($other), "`; the words are PartialEq, Eq, \
             PartialOrd, Ord, Hash, Clone, Default, FromStr, Serde, Add and AddAssign",
        ));
    };
    (@test $module:ident $name:ident $text:literal) => {
        #[test]
        fn $name() {
            super::$module($text);
        }
    };
    ($($other:tt)*) => {
        ::std::compile_error!("write `obeys!(mod name_of_the_tests, Type: Eq + Ord)`, and \
                               `, from generator` after it if need be");
    };
}
