//! The filter of system calls of a confined program.
//!
//! Namespaces leave ways out and memory that no limit counts; these calls are refused:
//!
//! - Sockets other than those of the (absent) network. One that has a path can be reached although its file system is
//!   read-only: the user's message bus would start any program outside. `AF_VSOCK` leads to the host of a virtual machine.
//! - Files and segments in memory that are not mapped, which are resident memory of no process.
//! - Keys of the kernel, which are the parent's too and outlive a case.
//! - `io_uring`, which can do most of this without a call, and interfaces of the kernel that have often had holes.

use super::calls::{EAFNOSUPPORT, ENOSYS, number};

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xc000_00b7;

const REFUSED: [i64; 11] = [
    number::MEMFD_CREATE,
    number::SHMGET,
    number::ADD_KEY,
    number::REQUEST_KEY,
    number::KEYCTL,
    number::IO_URING_SETUP,
    number::IO_URING_ENTER,
    number::IO_URING_REGISTER,
    number::BPF,
    number::USERFAULTFD,
    number::PERF_EVENT_OPEN,
];

// Offsets in what a filter can look at: the number of the call, the architecture, and the arguments (low halves).
const NUMBER: u32 = 0;
const CALLER: u32 = 4;
const FIRST: u32 = 16;
const SECOND: u32 = 24;

const LOAD: u16 = 0x20;
const AND: u16 = 0x54;
const IF_EQUAL: u16 = 0x15;
const IF_AT_LEAST: u16 = 0x35;
const RETURN: u16 = 0x06;

const ALLOW: u32 = 0x7fff_0000;
const FAIL: u32 = 0x0005_0000;

/// One instruction: the jumps are numbers of instructions to pass over if the condition holds, and if not.
fn instruction(code: u16, yes: u8, no: u8, value: u32) -> u64 {
    u64::from(code) | u64::from(yes) << 16 | u64::from(no) << 24 | u64::from(value) << 32
}

/// Returns the instructions of the filter.
pub fn filter() -> Vec<u64> {
    let fail = |error: i32| instruction(RETURN, 0, 0, FAIL | error as u32);
    let load = |offset| instruction(LOAD, 0, 0, offset);
    // Calls of 32-bit programs have other numbers.
    let mut filter =
        vec![load(CALLER), instruction(IF_EQUAL, 1, 0, ARCHITECTURE), fail(ENOSYS), load(NUMBER)];
    if cfg!(target_arch = "x86_64") {
        const OTHER_NUMBERS: u32 = 0x4000_0000;
        filter.extend([instruction(IF_AT_LEAST, 0, 1, OTHER_NUMBERS), fail(ENOSYS)]);
    }
    for refused in REFUSED {
        filter.extend([instruction(IF_EQUAL, 0, 1, refused as u32), fail(ENOSYS)]);
    }

    const FAMILIES: [u32; 3] = [2, 10, 16]; // IPv4, IPv6, and netlink, which lists interfaces
    filter.extend([
        instruction(IF_EQUAL, 0, 6, number::SOCKET as u32),
        load(FIRST),
        instruction(IF_EQUAL, 2, 0, FAMILIES[0]),
        instruction(IF_EQUAL, 1, 0, FAMILIES[1]),
        instruction(IF_EQUAL, 0, 1, FAMILIES[2]),
        instruction(RETURN, 0, 0, ALLOW),
        fail(EAFNOSUPPORT),
    ]);

    // Both ends of a pair of these kinds are connected for good; a datagram socket can send to any path.
    const KIND: u32 = 15;
    const STREAM: u32 = 1;
    const SEQUENCED_PACKETS: u32 = 5;
    filter.extend([
        instruction(IF_EQUAL, 0, 5, number::SOCKETPAIR as u32),
        load(SECOND),
        instruction(AND, 0, 0, KIND),
        instruction(IF_EQUAL, 2, 0, STREAM),
        instruction(IF_EQUAL, 1, 0, SEQUENCED_PACKETS),
        fail(EAFNOSUPPORT),
        instruction(RETURN, 0, 0, ALLOW),
    ]);
    filter
}
