//! The one name of shuttle's engine that shuttle's tests use.

/// `shuttle_engine::thread_support`.
pub mod thread_support {
    use std::marker::PhantomData;
    use std::ops::Deref;

    use shuttle::thread::LocalKey;

    /// A thread-local like any other: that it is destroyed last is not looked at.
    pub struct DestroyedLastKey<T: 'static>(LocalKey<T>);

    impl<T> DestroyedLastKey<T> {
        /// Returns a thread-local that is made by a function.
        pub const fn new(init: fn() -> T) -> Self {
            DestroyedLastKey(LocalKey { init, _p: PhantomData })
        }
    }

    impl<T> Deref for DestroyedLastKey<T> {
        type Target = LocalKey<T>;

        fn deref(&self) -> &LocalKey<T> {
            &self.0
        }
    }
}
