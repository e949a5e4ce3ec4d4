//! The program's process, from its start to the execution of the program.

use super::calls::{self, Outcome};
use super::prepared::Prepared;
use super::shared::{Shared, Step};
use std::ffi::{c_int, c_void};
use std::sync::atomic::Ordering::Relaxed;

/// Most open files of a process.
const FILES: u64 = 256;

const SET_DEATH_SIGNAL: i32 = 1;
const SET_KEEP_CAPABILITIES: i32 = 8;
const SET_NO_NEW_PRIVILEGES: i32 = 38;
const AMBIENT_CAPABILITIES: i32 = 47;
const RAISE: usize = 2;
const DAC_READ_SEARCH: usize = 2;

const LIMIT_CPU: i32 = 0;
const LIMIT_FILE_SIZE: i32 = 1;
const LIMIT_DATA: i32 = 2;
const LIMIT_CORE: i32 = 4;
const LIMIT_PROCESSES: i32 = 6;
const LIMIT_FILES: i32 = 7;
const LIMIT_ADDRESSES: i32 = 9;

/// Parts of which the program's process is made.
pub struct Launch<'a> {
    pub prepared: &'a Prepared,
    pub shared: &'a Shared,
    /// Standard input, output and error.
    pub streams: [i32; 3],
    /// Lives for many cases, so that its CPU time is watched per case.
    pub long: bool,
}

/// Becomes the program; called in a process of its own that shares the supervisor's memory. An error is left in the
/// header, which the supervisor looks at afterwards.
pub extern "C" fn answer(launch: *mut c_void) -> c_int {
    // SAFETY: `spawn` was given a `Launch`, and its caller waits until this process no longer uses it.
    let launch = unsafe { &*launch.cast::<Launch<'_>>() };
    let error = become_program(launch).err().unwrap_or(0);
    launch.shared.header().error.store(error, Relaxed);
    calls::exit(127)
}

fn become_program(launch: &Launch<'_>) -> Outcome<()> {
    let Launch { prepared, shared, streams, long } = launch;
    let step = |step: Step| shared.header().step.store(step as u32, Relaxed);

    step(Step::Streams);
    for (to, &stream) in (0..3).zip(streams) {
        calls::duplicate(stream, to)?;
    }
    calls::close_from(3)?;
    // Ignored and blocked by the supervisor alone.
    calls::set_signal(calls::SIGPIPE, 0);
    calls::block_signals(0);

    step(Step::Session);
    calls::begin_session()?;
    calls::control(SET_NO_NEW_PRIVILEGES, 1, 0)?;

    step(Step::Directory);
    calls::change_directory(&prepared.scratch)?;

    step(Step::Limits);
    let limits = &prepared.limits;
    // One byte more than is allowed, so that output of the greatest length is told from too much.
    let largest = limits.output.saturating_add(1);
    calls::limit(LIMIT_FILE_SIZE, largest, largest)?;
    // Not the address space, of which virtual machines for languages reserve much more than they use. A limit of the
    // parent's own (soft, as `limit_memory` sets it) does not concern the program.
    calls::limit(LIMIT_DATA, limits.memory, limits.memory)?;
    calls::limit(LIMIT_ADDRESSES, u64::MAX, u64::MAX)?;
    // Not 0: where cores are piped to a collector that is run nevertheless, for every crash, and only 1 prevents it. As
    // the size of a file it is less than any core has.
    calls::limit(LIMIT_CORE, 1, 1)?;
    calls::limit(LIMIT_FILES, FILES, FILES)?;
    if !long {
        let seconds = prepared.cpu_seconds();
        calls::limit(LIMIT_CPU, seconds, seconds.saturating_add(1))?;
    }

    if let Some(with) = &prepared.confinement {
        // Counted per user and user namespace. Outside of one, all processes of the user would count, and a limit that
        // is sensible for a program be exceeded before it starts.
        calls::limit(LIMIT_PROCESSES, limits.processes, limits.processes)?;
        step(Step::User);
        match with.user {
            Some(user) => {
                // Interpreters may lie below the home of root, which no other user can enter.
                calls::control(SET_KEEP_CAPABILITIES, 1, 0)?;
                calls::become_user(user)?;
                calls::keep_capabilities(1 << DAC_READ_SEARCH)?;
                calls::control(AMBIENT_CAPABILITIES, RAISE, DAC_READ_SEARCH)?;
            }
            None => {
                calls::keep_capabilities(0)?;
            }
        }
        step(Step::Filter);
        calls::set_filter(&with.filter)?;
    }
    // After the change of the user, which takes the signal back.
    step(Step::Session);
    calls::control(SET_DEATH_SIGNAL, calls::SIGKILL as usize, 0)?;

    step(Step::Execute);
    let arguments = shared.header().arguments.load(Relaxed);
    let environment = prepared.environment.as_ptr() as usize;
    let mut error = 0;
    for _ in 0..100 {
        // SAFETY: both lists were made by the parent, of strings that live, and end with a null pointer.
        error = unsafe { calls::execute(&prepared.program, arguments, environment) };
        // Another thread of the parent may be starting a process, which has a copy of the descriptor by which the
        // program was written until it executes its own.
        if error != calls::ETXTBSY {
            break;
        }
        calls::sleep_millisecond();
    }
    Err(error)
}
