//! Addresses of the network.
//!
//! The parts of an address are one block on the tape, so that each shrinks for itself, while whole
//! addresses that mean something are sampled as such.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

use super::super::{Arbitrary, FuncKey};
use crate::choice::{KeyDigest, Random, Source};

/// The addresses that programs treat in a way of their own, first those that are only themselves.
const KNOWN_V4: [[u8; 4]; 12] = [
    [0, 0, 0, 0],
    [127, 0, 0, 1],
    [255, 255, 255, 255],
    [10, 0, 0, 1],
    [172, 16, 0, 1],
    [172, 31, 255, 255],
    [192, 168, 0, 1],
    [169, 254, 0, 1],
    [100, 64, 0, 1],
    [224, 0, 0, 1],
    [192, 0, 2, 1],
    [240, 0, 0, 1],
];

/// As above: unspecified, loopback, one that holds an address of version 4, a local one, a unique
/// one, multicast, documentation, and the last one.
const KNOWN_V6: [[u16; 8]; 9] = [
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 1],
    [0, 0, 0, 0, 0, 0xffff, 0x7f00, 1],
    [0, 0, 0, 0, 0, 0xffff, 0xc0a8, 1],
    [0xfe80, 0, 0, 0, 0, 0, 0, 1],
    [0xfc00, 0, 0, 0, 0, 0, 0, 1],
    [0xff02, 0, 0, 0, 0, 0, 0, 1],
    [0x2001, 0xdb8, 0, 0, 0, 0, 0, 1],
    [0xffff; 8],
];

/// One time in four an address that is known, one in four the neighbour of such a one, else any.
fn sample<T: Copy + Into<u32>, const N: usize>(
    random: &mut Random,
    known: &[[T; N]],
    bound: u32,
) -> Vec<u32> {
    let any = |random: &mut Random| random.below(bound.into()) as u32;
    let kind = random.below(4);
    if kind > 1 {
        return (0..N).map(|_| any(random)).collect();
    }
    let mut parts = known[random.below(known.len() as u64) as usize].map(Into::into).to_vec();
    if kind == 1 {
        parts[random.below(N as u64) as usize] = any(random);
    }
    parts
}

/// Often one of those with a meaning: `127.0.0.1`, `255.255.255.255`, private ones and so on. The
/// simplest is `0.0.0.0`.
impl Arbitrary for Ipv4Addr {
    #[inline]
    fn arbitrary(source: &mut Source) -> Self {
        let parts = source.block(1 << 8, 4, 4, |random| sample(random, &KNOWN_V4, 1 << 8));
        Ipv4Addr::from(std::array::from_fn(|index| parts[index] as u8))
    }
}

/// Often one of those with a meaning: `::1`, local ones, those that hold an `Ipv4Addr` and so on. The
/// simplest is `::`.
impl Arbitrary for Ipv6Addr {
    #[inline]
    fn arbitrary(source: &mut Source) -> Self {
        let parts = source.block(1 << 16, 8, 8, |random| sample(random, &KNOWN_V6, 1 << 16));
        Ipv6Addr::from(std::array::from_fn(|index| parts[index] as u16))
    }
}

impl Arbitrary for SocketAddrV4 {
    #[inline]
    fn arbitrary(source: &mut Source) -> Self {
        SocketAddrV4::new(source.any(), source.any())
    }
}

/// The flow is always 0, because the text of such an address has no place for it: it would neither be
/// shown nor survive being parsed.
impl Arbitrary for SocketAddrV6 {
    #[inline]
    fn arbitrary(source: &mut Source) -> Self {
        let port = source.any();
        version_6(source, port)
    }
}

#[inline]
fn version_6(source: &mut Source, port: u16) -> SocketAddrV6 {
    let address = source.any();
    let scope = match source.pick(2, |random| random.one_in(8).into()) {
        0 => 0,
        _ => source.any(),
    };
    SocketAddrV6::new(address, port, 0, scope)
}

/// Version 4 is the simpler.
impl Arbitrary for IpAddr {
    #[inline]
    fn arbitrary(source: &mut Source) -> Self {
        match source.branch(2) {
            0 => IpAddr::V4(source.any()),
            _ => IpAddr::V6(source.any()),
        }
    }
}

/// Version 4 is the simpler. The port is drawn first, so that it stays when the version changes.
impl Arbitrary for SocketAddr {
    #[inline]
    fn arbitrary(source: &mut Source) -> Self {
        let port = source.any();
        match source.branch(2) {
            0 => SocketAddrV4::new(source.any(), port).into(),
            _ => version_6(source, port).into(),
        }
    }
}

macro_rules! by_hash {
    ($($type:ty),*) => {$(
        impl FuncKey for $type {
            #[inline]
            fn digest(&self, digest: &mut KeyDigest) {
                digest.hash(self);
            }
        }
    )*};
}
by_hash!(Ipv4Addr, Ipv6Addr, IpAddr, SocketAddrV4, SocketAddrV6, SocketAddr);
