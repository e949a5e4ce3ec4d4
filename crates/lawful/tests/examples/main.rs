//! The programs of `examples/`, run as tests: each asserts what it finds.

/// Modules of examples, with a test for each that runs its `main`.
macro_rules! examples {
    ($($(#[$condition:meta])* $name:ident,)*) => {$(
        $(#[$condition])*
        #[path = "../../examples"]
        mod $name {
            mod $name;

            #[test]
            fn runs() {
                $name::main();
            }
        }
    )*};
}

examples! {
    first_law,
    own_types,
    #[cfg(feature = "machine")]
    state_machine,
    #[cfg(feature = "pulse")]
    race,
    #[cfg(all(feature = "parallel", feature = "pulse"))]
    linearizability,
    #[cfg(all(feature = "temporal", feature = "pulse"))]
    over_time,
    #[cfg(feature = "discovery")]
    discovery,
    #[cfg(feature = "rank")]
    ranking,
}
