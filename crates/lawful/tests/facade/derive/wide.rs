//! A type with many large variants has a large stack frame, and still fits into the stack of a test.

use lawful::prelude::*;

macro_rules! wide {
    ($($name:ident)*) => {
        #[derive(Debug, Arbitrary)]
        enum Wide {
            $($name { next: Box<Wide>, numbers: [u64; 16], text: (String, Option<String>) },)*
            End,
        }

        impl Wide {
            fn depth(&self) -> usize {
                match self {
                    $(Wide::$name { next, .. })|* => 1 + next.depth(),
                    Wide::End => 0,
                }
            }
        }
    };
}
wide!(A B C D E F G H I J K L M N O P Q R S T U V W X Y Z);

#[test]
fn long_chains_of_wide_nodes() {
    let depths = super::values::<Wide>(u32::MAX, 40).map(|wide| wide.depth());
    let deepest = depths.max();
    assert!(deepest > Some(100), "{deepest:?}");
}
