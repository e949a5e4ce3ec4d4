//! Implementations that many types have in common.

/// `Debug` for types whose contents are not shown: `Condvar { .. }`. To look at them is no operation of the
/// program, so it must not be a scheduling point.
macro_rules! opaque {
    ($($name:ident $(<$($argument:tt $(: ?$bound:ident)?),+>)?),+) => {$(
        impl $(<$($argument $(: ?$bound)?),+>)? std::fmt::Debug for $name $(<$($argument),+>)? {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }
    )+};
}

/// `Display` and `Error` for types of errors: a message for each pattern.
macro_rules! errors {
    ($($name:ident $(<$parameter:ident $(: $bound:path)?>)? { $($pattern:pat => $text:literal),+ $(,)? })+) => {$(
        impl $(<$parameter>)? std::fmt::Display for $name $(<$parameter>)? {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self { $($pattern => write!(formatter, $text)),+ }
            }
        }

        impl $(<$parameter $(: $bound)?>)? std::error::Error for $name $(<$parameter>)? {}
    )+};
}

/// `Default` for types that are made by `new` without arguments and know the line where they are made.
macro_rules! default_is_new {
    ($($name:ident $(<$parameter:ident>)?),+) => {$(
        impl $(<$parameter>)? Default for $name $(<$parameter>)? {
            #[track_caller]
            fn default() -> Self {
                Self::new()
            }
        }
    )+};
}

/// `Default` and `From` for locks, which know the line where they are made.
macro_rules! made_from_value {
    ($lock:ident) => {
        impl<T: Default> Default for $lock<T> {
            #[track_caller]
            fn default() -> Self {
                Self::new(T::default())
            }
        }

        impl<T> From<T> for $lock<T> {
            #[track_caller]
            fn from(value: T) -> Self {
                Self::new(value)
            }
        }
    };
}

/// `Deref` and `Debug` for guards, and `DerefMut` for those that may write. A guard is a lock in the field of
/// that name, and the lock has its value in the cell `data`.
macro_rules! guards {
    (read $lock:tt: $($guard:ty),+) => {$(
        impl<T: ?Sized> std::ops::Deref for $guard {
            type Target = T;

            #[inline]
            fn deref(&self) -> &T {
                // SAFETY: the guard holds the lock, and only a guard that is borrowed exclusively writes.
                unsafe { &*self.$lock.data.get() }
            }
        }

        impl<T: ?Sized + std::fmt::Debug> std::fmt::Debug for $guard {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                (**self).fmt(formatter)
            }
        }
    )+};
    (write $lock:tt: $($guard:ty),+) => {
        guards!(read $lock: $($guard),+);

        $(
            impl<T: ?Sized> std::ops::DerefMut for $guard {
                #[inline]
                fn deref_mut(&mut self) -> &mut T {
                    // SAFETY: the guard holds the lock for itself alone, and is borrowed exclusively.
                    unsafe { &mut *self.$lock.data.get() }
                }
            }
        )+
    };
    (display: $($guard:ty),+) => {$(
        impl<T: ?Sized + std::fmt::Display> std::fmt::Display for $guard {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                (**self).fmt(formatter)
            }
        }
    )+};
}

/// A struct with what each field is at the beginning, and `new`, which makes it so.
macro_rules! begins_as {
    ($(#[$note:meta])* $visibility:vis struct $name:ident $(<$parameter:ident>)? {$(
        $(#[$field_note:meta])* $field_visibility:vis $field:ident: $type:ty = $value:expr,
    )+}) => {
        $(#[$note])*
        $visibility struct $name $(<$parameter>)? {
            $($(#[$field_note])* $field_visibility $field: $type,)+
        }

        impl $(<$parameter>)? $name $(<$parameter>)? {
            $visibility fn new() -> Self {
                $name { $($field: $value,)+ }
            }
        }
    };
}
