//! The crate `bytes`: buffers, drawn as the bytes in them.

use ::bytes::{Bytes, BytesMut};

use super::by_hash;
use crate::choice::Source;
use crate::generate::Arbitrary;

impl Arbitrary for Bytes {
    fn arbitrary(source: &mut Source) -> Self {
        Vec::<u8>::arbitrary(source).into()
    }
}

impl Arbitrary for BytesMut {
    fn arbitrary(source: &mut Source) -> Self {
        BytesMut::from_iter(Vec::<u8>::arbitrary(source))
    }
}

by_hash!(Bytes, BytesMut);
