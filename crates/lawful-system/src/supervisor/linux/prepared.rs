//! Everything that the supervisor process needs, made before it is cloned: afterwards it cannot allocate.

use super::super::{ProcessLimits, Supervised};
use super::calls;
use super::filter::filter;
use std::collections::BTreeSet;
use std::ffi::{CString, OsStr};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// User and group of a confined program whose parent is root: mapped to the real root, it could write to block
/// devices and to /proc/sysrq-trigger, which are not of the namespaces.
pub const NOBODY: u32 = 65534;

#[derive(Debug)]
pub struct Prepared {
    pub program: CString,
    /// The program's name and the arguments that every case has.
    pub arguments: Vec<CString>,
    // Only kept for the pointers into them.
    _environment: Vec<CString>,
    /// Addresses of the strings of the environment, and zero.
    pub environment: Vec<usize>,
    pub scratch: CString,
    pub confinement: Option<Confinement>,
    pub limits: ProcessLimits,
    pub page: u64,
}

#[derive(Debug)]
pub struct Confinement {
    pub hidden_directories: Vec<CString>,
    pub hidden_files: Vec<CString>,
    /// Directories above the scratch directory and the scratch directory itself, as far as they were hidden.
    pub made_directories: Vec<CString>,
    pub scratch_options: CString,
    /// User and group of the program, if it is not the parent's.
    pub user: Option<u32>,
    pub filter: Vec<u64>,
}

// SAFETY: the declaration of POSIX.
unsafe extern "C" {
    safe fn getpagesize() -> std::ffi::c_int;
}

/// Returns a string for a system call.
///
/// # Errors
///
/// If it has a zero in it.
pub fn c_string(string: &OsStr) -> io::Result<CString> {
    CString::new(string.as_bytes()).map_err(|_| {
        let message = format!("{string:?} has a zero byte");
        io::Error::new(io::ErrorKind::InvalidInput, message)
    })
}

fn c_path(path: &Path) -> io::Result<CString> {
    c_string(path.as_os_str())
}

impl Prepared {
    pub fn new(of: &Supervised) -> io::Result<Self> {
        if !of.program.is_absolute() {
            let message = format!("the program {:?} is not an absolute path", of.program);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let scratch = of.scratch.canonicalize().and_then(|path| match path.is_dir() {
            true => Ok(path),
            false => Err(io::ErrorKind::NotADirectory.into()),
        });
        let scratch = scratch.map_err(|error| {
            let message = format!("no scratch directory {:?}: {error}", of.scratch);
            io::Error::new(error.kind(), message)
        })?;

        let program = c_path(&of.program)?;
        let mut arguments = vec![program.clone()];
        for argument in &of.arguments {
            arguments.push(c_string(argument)?);
        }
        let mut strings = vec![];
        for (name, value) in &of.environment {
            strings.push(c_string(
                &[name, OsStr::new("="), value].into_iter().collect::<std::ffi::OsString>(),
            )?);
        }
        let mut environment: Vec<_> =
            strings.iter().map(|string| string.as_ptr() as usize).collect();
        environment.push(0);

        let confinement = if of.confined {
            Some(Confinement::new(&of.hidden, &scratch, of.limits.scratch)?)
        } else {
            None
        };
        Ok(Prepared {
            program,
            arguments,
            _environment: strings,
            environment,
            scratch: c_path(&scratch)?,
            confinement,
            limits: of.limits,
            page: u64::try_from(getpagesize()).unwrap_or(4096),
        })
    }

    /// Seconds of CPU time of a process.
    pub fn cpu_seconds(&self) -> u64 {
        let cpu = self.limits.cpu;
        cpu.as_secs().saturating_add(u64::from(cpu.subsec_nanos() > 0)).max(1)
    }
}

impl Confinement {
    fn new(hidden: &[PathBuf], scratch: &Path, scratch_bytes: u64) -> io::Result<Self> {
        // In order, so that a directory comes before those below it, which it hides as well.
        let mut paths = BTreeSet::new();
        for path in hidden {
            match path.canonicalize() {
                Ok(path) => {
                    paths.insert(path);
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => {
                    let message = format!("cannot hide {path:?}: {error}");
                    return Err(io::Error::new(error.kind(), message));
                }
            }
        }
        let mut directories: Vec<PathBuf> = vec![];
        let mut hidden_files = vec![];
        for path in paths {
            if directories.iter().any(|above| path.starts_with(above)) {
                continue;
            }
            if path.is_dir() {
                directories.push(path);
            } else {
                hidden_files.push(c_path(&path)?);
            }
        }

        let above = directories.iter().find(|hidden| scratch.starts_with(hidden));
        let mut made_directories = vec![];
        if let Some(above) = above {
            let below: Vec<_> =
                scratch.ancestors().take_while(|&ancestor| ancestor != above).collect();
            for directory in below.into_iter().rev() {
                made_directories.push(c_path(directory)?);
            }
        }
        let hidden_directories =
            directories.iter().map(|path| c_path(path)).collect::<io::Result<_>>()?;

        // Files need a kilobyte each of the kernel's memory, which no size counts.
        let files = (scratch_bytes / 4096).clamp(256, 65536);
        let options = format!("size={},nr_inodes={files},mode=0777", scratch_bytes.max(4096));
        Ok(Confinement {
            hidden_directories,
            hidden_files,
            made_directories,
            scratch_options: c_string(OsStr::new(&options))?,
            user: (calls::effective_user() == 0).then_some(NOBODY),
            filter: filter(),
        })
    }
}
