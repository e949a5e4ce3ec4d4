//! Mounts of a confined supervisor process.

use super::calls::{self, Outcome};
use super::prepared::{Confinement, Prepared};
use super::shared::{Header, Step};
use std::ffi::CStr;
use std::sync::atomic::Ordering::Relaxed;

const NO_SET_USER: u64 = 2;
const NO_DEVICES: u64 = 4;
const NO_EXECUTION: u64 = 8;

const ATTRIBUTE_READ_ONLY: u64 = 1;
const ATTRIBUTE_NO_SET_USER: u64 = 2;
const ATTRIBUTE_NO_DEVICES: u64 = 4;

/// Devices that do not reach anything of the machine.
const DEVICES: [&CStr; 5] =
    [c"/dev/null", c"/dev/zero", c"/dev/full", c"/dev/random", c"/dev/urandom"];

const LINKS: [(&CStr, &CStr); 4] = [
    (c"/proc/self/fd", c"/dev/fd"),
    (c"/proc/self/fd/0", c"/dev/stdin"),
    (c"/proc/self/fd/1", c"/dev/stdout"),
    (c"/proc/self/fd/2", c"/dev/stderr"),
];

/// Makes everything read-only, hides what is to be hidden, and mounts what a program needs.
pub fn confine(prepared: &Prepared, with: &Confinement, header: &Header) -> Outcome<Scratch> {
    let step = |step: Step| header.step.store(step as u32, Relaxed);

    step(Step::Private);
    const RECURSIVE: u64 = 0x4000;
    const PRIVATE: u64 = 1 << 18;
    calls::mount(c"none", c"/", RECURSIVE | PRIVATE, c"")?;

    // Before anything is hidden, since that may have the devices below it.
    step(Step::Devices);
    let mut devices = [-1; DEVICES.len()];
    for (device, path) in devices.iter_mut().zip(DEVICES) {
        match calls::copy_mount(path) {
            Ok(mount) => *device = mount,
            Err(calls::ENOENT) => {}
            Err(error) => return Err(error),
        }
    }

    step(Step::Hide);
    for path in &with.hidden_files {
        // A device on a mount without devices, which it is made below, cannot be opened.
        let device = calls::copy_mount(c"/dev/null")?;
        calls::place_mount(device, path)?;
        calls::close(device);
    }
    for path in &with.hidden_directories {
        calls::mount(c"tmpfs", path, NO_SET_USER | NO_DEVICES, c"size=64k,nr_inodes=64,mode=0755")?;
    }
    for path in &with.made_directories {
        calls::make_directory(path)?;
    }

    step(Step::Devices);
    calls::mount(c"tmpfs", c"/dev", NO_SET_USER, c"size=64k,nr_inodes=64,mode=0755")?;
    for (&device, path) in devices.iter().zip(DEVICES) {
        if device >= 0 {
            let place = calls::open(calls::AT_CURRENT, path, calls::O_WRONLY | calls::O_CREAT)?;
            // A mount that is written to cannot become read-only.
            calls::close(place);
            calls::place_mount(device, path)?;
            calls::close(device);
        }
    }
    for (to, path) in LINKS {
        calls::make_link(to, path)?;
    }
    // Shared memory counts as files of the scratch directory, and goes with them.
    calls::make_link(&prepared.scratch, c"/dev/shm")?;

    step(Step::Processes);
    // Processes that a program may not trace are not listed: of this one, the command line is the parent's.
    let flags = NO_SET_USER | NO_DEVICES | NO_EXECUTION;
    calls::mount(c"proc", c"/proc", flags, c"hidepid=2")?;
    // In a user namespace of its own a program would have all capabilities towards the kernel. Not an error: there may
    // be no such setting, and everything else holds without it.
    if let Ok(most) =
        calls::open(calls::AT_CURRENT, c"/proc/sys/user/max_user_namespaces", calls::O_WRONLY)
    {
        let _ = calls::write(most, b"0");
        calls::close(most);
    }

    step(Step::ReadOnly);
    let all = ATTRIBUTE_READ_ONLY | ATTRIBUTE_NO_SET_USER | ATTRIBUTE_NO_DEVICES;
    calls::change_mount(c"/", true, all, 0)?;
    step(Step::Devices);
    for (device, path) in devices.into_iter().zip(DEVICES) {
        if device >= 0 {
            // A device can be written to on a read-only mount.
            calls::change_mount(path, false, 0, ATTRIBUTE_NO_DEVICES)?;
        }
    }

    step(Step::Scratch);
    Scratch::mount(prepared, with)
}

/// The scratch directory as it was mounted.
pub struct Scratch {
    status: calls::Status,
}

impl Scratch {
    fn mount(prepared: &Prepared, with: &Confinement) -> Outcome<Self> {
        // Without times of accesses, which would make a directory look changed that was only read.
        const NO_ACCESS_TIMES: u64 = 1024;
        let flags = NO_SET_USER | NO_DEVICES | NO_ACCESS_TIMES;
        calls::mount(c"tmpfs", &prepared.scratch, flags, &with.scratch_options)?;
        Ok(Scratch { status: calls::status(&prepared.scratch)? })
    }

    /// Mounts an empty directory if anything in this one was changed.
    ///
    /// Most programs leave it alone, and to unmount takes several times as long as to mount, since the kernel waits
    /// for all processors. Whatever is made or changed in the directory changes its times; where clocks are coarse,
    /// the size still tells of entries, and the rest of the status of what can be done to the directory itself.
    pub fn renew(&mut self, prepared: &Prepared, with: &Confinement) -> Outcome<()> {
        if calls::status(&prepared.scratch)? != self.status {
            calls::unmount(&prepared.scratch)?;
            *self = Scratch::mount(prepared, with)?;
        }
        Ok(())
    }
}
