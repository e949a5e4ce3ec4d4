use bytes::{Bytes, BytesMut};

use super::{check_common, check_smallest};

#[test]
fn buffers() {
    check_common::<Bytes>("empty", Bytes::is_empty);
    check_common::<Bytes>("long", |buffer| buffer.len() > 40);
    check_smallest!(Bytes, |_| false, Bytes::from_static(b""));
    check_smallest!(Bytes, |buffer| !buffer.contains(&b'"'), Bytes::from_static(b"\""));
    check_smallest!(BytesMut, |buffer| buffer.len() < 2, BytesMut::from(&b"\0\0"[..]));
}
