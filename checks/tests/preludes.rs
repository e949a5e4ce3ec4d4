//! The prelude beside those of other crates: no name but `any` and `Arbitrary` is ambiguous. A glob import is
//! ambiguous only where a name is used, so every name is.

/// Uses all names of the prelude beside those of another glob.
macro_rules! beside {
    ($module:ident, $($other:tt)+) => {
        mod $module {
            use lawful::prelude::*;
            #[allow(unused_imports)]
            use $($other)+;

            #[derive(Debug)]
            struct Point {
                x: u8,
                y: u8,
            }

            fn drawn(source: &mut Source, generator: &impl Generator<Value = u8>) -> u8 {
                source.draw(generator)
            }

            fn run(law: &impl Law) -> bool {
                Runner::named("beside").tests(20).run(law).is_success()
            }

            // These two are in the preludes of others; an import by name, or a path, says which is meant.
            fn point() -> impl Generator<Value = Point> {
                structure!(Point { x: lawful::any(), y: 0..=9 })
            }

            #[law(tests = 20)]
            fn all_names(f: Func<u8, u8>, #[from(point())] point: Point) {
                assume!(point.x < 250);
                classify!(point.x == 0, "zero");
                collect!(point.y);
                cover!(point.x < 250, 1.0, "small");
                known_bug!(false, "none");
                label!("x {}", point.x < 9);
                note!("f {}", f(point.x));
                sometimes!(point.x > 0, "positive");
                target!(point.x);
                assert!(point.y <= 9);
            }

            #[test]
            fn names_of_functions() {
                assert!(run(&for_all!(x: u8 = 0..=9 => x <= 9)));
                assert!(run(&for_all(0..=9u8, |x| x <= 9)));
                check(|source: &mut Source| drawn(source, &(0..=9)), |x| assert!(x <= 9));
            }

            obeys!(mod numbers, u8: Eq + Ord);
        }
    };
}

beside!(std, std::prelude::rust_2024::*);
beside!(proptest, proptest::prelude::*);
beside!(quickcheck, quickcheck::*);
beside!(futures, futures::prelude::*);
beside!(itertools, itertools::*);
beside!(rand, rand::prelude::*);
beside!(temporal, lawful::temporal::*);
