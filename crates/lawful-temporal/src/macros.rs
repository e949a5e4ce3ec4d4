//! Macros that write patterns as formulas.

/// Formula: the event matches a pattern.
///
/// A field that is pinned with `=` must be equal to a value. Such a pattern can be looked up by its values, and is printed
/// with them.
///
/// ```
/// use lawful::temporal::*;
///
/// #[derive(Debug)]
/// enum Chat { Sent { id: u32, from: char }, Received { id: u32, by: char }, Joined(char), Ended }
/// use Chat::*;
///
/// let (id, by) = (3, 'b');
/// let received: Formula<Chat> = is!(Received { id: =id, by: =by });   // these values
/// let any: Formula<Chat> = is!(Received { .. });                      // any values
/// let low: Formula<Chat> = is!(Sent { id: 0..10, .. });               // by pattern
/// let joined: Formula<Chat> = is!(Joined(='b'));                      // of a tuple
/// let over: Formula<Chat> = is!(Ended | Received { .. });
/// let other: Formula<Chat> = is!(Sent { from, .. } if *from != by);   // by any condition, which is asked at every event
/// assert!(received.satisfied_by(&[Received { id: 3, by: 'b' }].into_iter().collect()));
/// # assert!(other.satisfied_by(&[Sent { id: 3, from: 'a' }].into_iter().collect()));
/// # assert!(low.satisfied_by(&[Sent { id: 3, from: 'a' }].into_iter().collect()));
/// # assert!(!joined.satisfied_by(&[Joined('a')].into_iter().collect()));
/// # assert!(over.satisfied_by(&[Ended].into_iter().collect()) && !any.satisfied_by(&[Ended].into_iter().collect()));
/// ```
#[macro_export]
macro_rules! is {
    ($($path:ident)::+ { $($fields:tt)* }) => {
        $crate::__is_fields!([$($path)::+] [] [] [] $($fields)*)
    };
    ($($path:ident)::+ ( $($fields:tt)* )) => {
        $crate::__is_places!(
            [$($path)::+] [] [] []
            [(0 a) (1 b) (2 c) (3 d) (4 e) (5 f) (6 g) (7 h)] $($fields)*
        )
    };
    // A name alone is a variant or a struct: as a pattern, one that is misspelt would match everything.
    ($($path:ident)::+) => {
        $crate::__is_fields!([$($path)::+] [] [] [])
    };
    ($pattern:pat if $guard:expr) => {
        $crate::__private::guarded(
            |event| { #[allow(unused_variables)] { matches!(event, $pattern) } },
            move |event| matches!(event, $pattern if $guard),
            stringify!($pattern if $guard),
        )
    };
    ($pattern:pat) => {
        $crate::__private::pattern(
            |event: &_| match event {
                #[allow(unused_variables)]
                $pattern => ::core::option::Option::Some(()),
                #[allow(unreachable_patterns)]
                _ => ::core::option::Option::None,
            },
            (),
            &$crate::__private::PatternText { path: stringify!($pattern), fields: &[], others: &[] },
        )
    };
}

/// Fields of a struct pattern in `is!`: path, fields that are pinned with their values, other fields, their text.
#[doc(hidden)]
#[macro_export]
macro_rules! __is_fields {
    ($path:tt [$($pin:tt)*] $others:tt $text:tt $field:ident : = $value:expr) => {
        $crate::__is_fields!($path [$($pin)* ($field $field ($value))] $others $text)
    };
    ($path:tt [$($pin:tt)*] $others:tt $text:tt $field:ident : = $value:expr, $($rest:tt)*) => {
        $crate::__is_fields!($path [$($pin)* ($field $field ($value))] $others $text $($rest)*)
    };
    ($path:tt $pins:tt [$($other:tt)*] [$($text:tt)*] $field:ident : $pattern:pat) => {
        $crate::__is_fields!($path $pins [$($other)* ($field $pattern)] [$($text)* ($field: $pattern)])
    };
    ($path:tt $pins:tt [$($other:tt)*] [$($text:tt)*] $field:ident : $pattern:pat, $($rest:tt)*) => {
        $crate::__is_fields!(
            $path $pins [$($other)* ($field $pattern)] [$($text)* ($field: $pattern)] $($rest)*
        )
    };
    ($path:tt $pins:tt [$($other:tt)*] $text:tt $field:ident) => {
        $crate::__is_fields!($path $pins [$($other)* ($field _)] $text)
    };
    ($path:tt $pins:tt [$($other:tt)*] $text:tt $field:ident, $($rest:tt)*) => {
        $crate::__is_fields!($path $pins [$($other)* ($field _)] $text $($rest)*)
    };
    ($path:tt $pins:tt $others:tt $text:tt ..) => {
        $crate::__is_fields!($path $pins $others $text)
    };
    (
        [$($path:ident)::+] [$(($pin:tt $name:ident $value:expr))*] [$(($field:tt $pattern:pat))*]
        [$(($($text:tt)*))*]
    ) => {
        $crate::__private::pattern(
            |event: &_| match event {
                #[allow(unused_variables)]
                $($path)::+ { $($pin: $name,)* $($field: $pattern,)* .. } => {
                    ::core::option::Option::Some(($(::core::clone::Clone::clone($name),)*))
                }
                #[allow(unreachable_patterns)]
                _ => ::core::option::Option::None,
            },
            ($($value,)*),
            &$crate::__private::PatternText {
                path: stringify!($($path)::+),
                fields: &[$(stringify!($pin)),*],
                others: &[$(stringify!($($text)*)),*],
            },
        )
    };
}

/// Places of a tuple pattern in `is!`, with the names that are left for them.
#[doc(hidden)]
#[macro_export]
macro_rules! __is_places {
    ($path:tt [$($pin:tt)*] $others:tt $text:tt [($place:tt $name:ident) $($left:tt)*] = $value:expr) => {
        $crate::__is_fields!($path [$($pin)* ($place $name ($value))] $others $text)
    };
    (
        $path:tt [$($pin:tt)*] $others:tt $text:tt [($place:tt $name:ident) $($left:tt)*]
        = $value:expr, $($rest:tt)*
    ) => {
        $crate::__is_places!($path [$($pin)* ($place $name ($value))] $others $text [$($left)*] $($rest)*)
    };
    ($path:tt $pins:tt $others:tt $text:tt $left:tt ..) => {
        $crate::__is_fields!($path $pins $others $text)
    };
    ($path:tt $pins:tt $others:tt $text:tt [$place:tt $($left:tt)*] _ $(, $($rest:tt)*)?) => {
        $crate::__is_places!($path $pins $others $text [$($left)*] $($($rest)*)?)
    };
    (
        $path:tt $pins:tt [$($other:tt)*] [$($text:tt)*] [($place:tt $name:ident) $($left:tt)*]
        $pattern:pat $(, $($rest:tt)*)?
    ) => {
        $crate::__is_places!(
            $path $pins [$($other)* ($place $pattern)] [$($text)* ($place: $pattern)] [$($left)*]
            $($($rest)*)?
        )
    };
    ($path:tt $pins:tt $others:tt $text:tt $left:tt) => {
        $crate::__is_fields!($path $pins $others $text)
    };
}

/// Formula with data, for all: if the event matches, what is said of its values holds.
///
/// Fields are bound by name (`id`, or `id: number`), pinned with `=`, or patterns. Values that are bound are cloned, and are
/// owned by what follows the arrow; they need `Hash`, `Eq`, `Clone` and `Debug`. Any other pattern is written with the names
/// it binds: `when!(Sent(Message { id, .. }), [id] => ..)`. A field that is to be a unit variant is written with its path:
/// `state: State::Open`, since `state: open` binds. The body is a function of the values and nothing else: it may be
/// called once for many runs.
///
/// ```
/// use lawful::temporal::*;
///
/// #[derive(Debug)]
/// enum Chat { Sent { id: u32, from: char }, Received { id: u32, by: char } }
/// use Chat::*;
///
/// // Every message that was sent is received by all others exactly once.
/// let delivered = always(when!(Sent { id, from } => {
///     let others = ['a', 'b', 'c'].into_iter().filter(move |by| *by != from);
///     all_of(others.map(|by| exactly(1, is!(Received { id: =id, by: =by }))))
/// }));
/// let received = |by| Received { id: 1, by };
/// let trace = [Sent { id: 1, from: 'a' }, received('b'), received('c')];
/// assert!(delivered.satisfied_by(&trace.into_iter().collect()));
/// let trace = [Sent { id: 1, from: 'a' }, received('b'), received('b')];
/// assert!(!delivered.satisfied_by(&trace.into_iter().collect()));
/// ```
#[macro_export]
macro_rules! when {
    ($($tokens:tt)*) => { $crate::__bind!(When $($tokens)*) };
}

/// Formula with data, exists: the event matches, and what is said of its values holds.
///
/// See [`when!`](crate::when) for how values are bound.
#[macro_export]
macro_rules! some {
    ($($tokens:tt)*) => { $crate::__bind!(Some $($tokens)*) };
}

/// Formula with data, for every value that ever appears: what is said of it holds of the whole trace.
///
/// It says what happened *before*, which needs no operators of the past: "no unlock before a lock" is a statement about the
/// whole trace of each lock. Events before the first one that has the value count as events of which nothing is true
/// that is said of the value.
///
/// ```
/// use lawful::temporal::*;
///
/// #[derive(Debug)]
/// enum Event { Lock { thread: u32 }, Unlock { thread: u32 } }
/// use Event::*;
///
/// let locked_first = each!(Lock { thread } | Unlock { thread }, [thread] => {
///     (!is!(Unlock { thread: =thread })).unless(is!(Lock { thread: =thread }))
/// });
/// let trace = [Lock { thread: 1 }, Unlock { thread: 1 }, Unlock { thread: 2 }];
/// assert!(!locked_first.satisfied_by(&trace.into_iter().collect()));
/// ```
#[macro_export]
macro_rules! each {
    ($($tokens:tt)*) => { $crate::__bind!(Each $($tokens)*) };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __bind {
    ($binder:ident $($path:ident)::+ { $($fields:tt)* } => $body:expr) => {
        $crate::__bind_fields!($binder [$($path)::+] [] [] [] [] ($body) $($fields)*)
    };
    ($binder:ident $($path:ident)::+ ( $($fields:tt)* ) => $body:expr) => {
        $crate::__bind_places!(
            $binder [$($path)::+] [] [] [] [] ($body)
            [(0 a) (1 b) (2 c) (3 d) (4 e) (5 f) (6 g) (7 h)] $($fields)*
        )
    };
    ($binder:ident $($path:ident)::+ => $body:expr) => {
        $crate::__bind_fields!($binder [$($path)::+] [] [] [] [] ($body))
    };
    ($binder:ident $pattern:pat, [$($name:ident),* $(,)?] => $body:expr) => {
        $crate::__private::bind(
            $crate::__private::Binder::$binder,
            |event: &_| match event {
                $pattern => ::core::option::Option::Some((($(::core::clone::Clone::clone($name),)*), ())),
                #[allow(unreachable_patterns)]
                _ => ::core::option::Option::None,
            },
            (),
            move |($($name,)*)| $body,
            &$crate::__private::PatternText {
                path: stringify!($pattern),
                fields: &[$(stringify!($name)),*],
                others: &[],
            },
        )
    };
}

/// Fields of a struct pattern that binds: path, fields that are bound, pinned and other ones, the text of these.
#[doc(hidden)]
#[macro_export]
macro_rules! __bind_fields {
    (
        $binder:ident $path:tt $bound:tt [$($pin:tt)*] $others:tt $text:tt $body:tt
        $field:ident : = $value:expr $(, $($rest:tt)*)?
    ) => {
        $crate::__bind_fields!(
            $binder $path $bound [$($pin)* ($field $field ($value))] $others $text $body $($($rest)*)?
        )
    };
    (
        $binder:ident $path:tt $bound:tt $pins:tt [$($other:tt)*] [$($text:tt)*] $body:tt
        $field:ident : true $(, $($rest:tt)*)?
    ) => {
        $crate::__bind_fields!(
            $binder $path $bound $pins [$($other)* ($field true)] [$($text)* ($field: true)] $body
            $($($rest)*)?
        )
    };
    (
        $binder:ident $path:tt $bound:tt $pins:tt [$($other:tt)*] [$($text:tt)*] $body:tt
        $field:ident : false $(, $($rest:tt)*)?
    ) => {
        $crate::__bind_fields!(
            $binder $path $bound $pins [$($other)* ($field false)] [$($text)* ($field: false)] $body
            $($($rest)*)?
        )
    };
    (
        $binder:ident $path:tt $bound:tt $pins:tt [$($other:tt)*] [$($text:tt)*] $body:tt
        $field:ident : None $(, $($rest:tt)*)?
    ) => {
        $crate::__bind_fields!(
            $binder $path $bound $pins [$($other)* ($field None)] [$($text)* ($field: None)] $body
            $($($rest)*)?
        )
    };
    (
        $binder:ident $path:tt [$($bound:tt)*] $pins:tt $others:tt $text:tt $body:tt
        $field:ident : $name:ident $(, $($rest:tt)*)?
    ) => {
        $crate::__bind_fields!(
            $binder $path [$($bound)* ($field $name)] $pins $others $text $body $($($rest)*)?
        )
    };
    (
        $binder:ident $path:tt $bound:tt $pins:tt [$($other:tt)*] [$($text:tt)*] $body:tt
        $field:ident : $pattern:pat $(, $($rest:tt)*)?
    ) => {
        $crate::__bind_fields!(
            $binder $path $bound $pins [$($other)* ($field $pattern)] [$($text)* ($field: $pattern)] $body
            $($($rest)*)?
        )
    };
    (
        $binder:ident $path:tt [$($bound:tt)*] $pins:tt $others:tt $text:tt $body:tt
        $field:ident $(, $($rest:tt)*)?
    ) => {
        $crate::__bind_fields!(
            $binder $path [$($bound)* ($field $field)] $pins $others $text $body $($($rest)*)?
        )
    };
    ($binder:ident $path:tt $bound:tt $pins:tt $others:tt $text:tt $body:tt ..) => {
        $crate::__bind_fields!($binder $path $bound $pins $others $text $body)
    };
    (
        $binder:ident [$($path:ident)::+] [$(($field:tt $name:ident))*] [$(($pin:tt $pinned:ident $value:expr))*]
        [$(($other:tt $pattern:pat))*] [$(($($text:tt)*))*] ($body:expr)
    ) => {
        $crate::__private::bind(
            $crate::__private::Binder::$binder,
            |event: &_| match event {
                #[allow(unused_variables)]
                $($path)::+ { $($field: $name,)* $($pin: $pinned,)* $($other: $pattern,)* .. } => {
                    ::core::option::Option::Some((
                        ($(::core::clone::Clone::clone($name),)*),
                        ($(::core::clone::Clone::clone($pinned),)*),
                    ))
                }
                #[allow(unreachable_patterns)]
                _ => ::core::option::Option::None,
            },
            ($($value,)*),
            move |($($name,)*)| $body,
            &$crate::__private::PatternText {
                path: stringify!($($path)::+),
                fields: &[$(stringify!($field),)* $(stringify!($pin),)*],
                others: &[$(stringify!($($text)*)),*],
            },
        )
    };
}

/// Places of a tuple pattern that binds, with the names that are left for pinned ones.
#[doc(hidden)]
#[macro_export]
macro_rules! __bind_places {
    (
        $binder:ident $path:tt $bound:tt [$($pin:tt)*] $others:tt $text:tt $body:tt
        [($place:tt $own:ident) $($left:tt)*] = $value:expr $(, $($rest:tt)*)?
    ) => {
        $crate::__bind_places!(
            $binder $path $bound [$($pin)* ($place $own ($value))] $others $text $body [$($left)*]
            $($($rest)*)?
        )
    };
    (
        $binder:ident $path:tt [$($bound:tt)*] $pins:tt $others:tt $text:tt $body:tt
        [($place:tt $own:ident) $($left:tt)*] $name:ident $(, $($rest:tt)*)?
    ) => {
        $crate::__bind_places!(
            $binder $path [$($bound)* ($place $name)] $pins $others $text $body [$($left)*] $($($rest)*)?
        )
    };
    ($binder:ident $path:tt $bound:tt $pins:tt $others:tt $text:tt $body:tt $left:tt ..) => {
        $crate::__bind_fields!($binder $path $bound $pins $others $text $body)
    };
    (
        $binder:ident $path:tt $bound:tt $pins:tt $others:tt $text:tt $body:tt
        [$place:tt $($left:tt)*] _ $(, $($rest:tt)*)?
    ) => {
        $crate::__bind_places!($binder $path $bound $pins $others $text $body [$($left)*] $($($rest)*)?)
    };
    (
        $binder:ident $path:tt $bound:tt $pins:tt [$($other:tt)*] [$($text:tt)*] $body:tt
        [($place:tt $own:ident) $($left:tt)*] $pattern:pat $(, $($rest:tt)*)?
    ) => {
        $crate::__bind_places!(
            $binder $path $bound $pins [$($other)* ($place $pattern)] [$($text)* ($place: $pattern)] $body
            [$($left)*] $($($rest)*)?
        )
    };
    ($binder:ident $path:tt $bound:tt $pins:tt $others:tt $text:tt $body:tt $left:tt) => {
        $crate::__bind_fields!($binder $path $bound $pins $others $text $body)
    };
}
