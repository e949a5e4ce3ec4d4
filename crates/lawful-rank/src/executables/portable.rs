//! Programs run with std alone, where there is no supervisor: with limits of time and output, and without confinement.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use lawful_system::{EndedCase, Ending, Supervised, kill_group};

/// Bytes of standard error that are kept.
const ERRORS: usize = 4 << 10;
/// Longest pause between two looks at a process.
const LONGEST_PAUSE: Duration = Duration::from_millis(5);

pub(super) struct Portable {
    of: Supervised,
}

impl Portable {
    pub fn new(of: Supervised) -> Self {
        Portable { of }
    }

    /// Runs the program once. Its streams are files, so that neither side waits for the other.
    pub fn run(
        &mut self,
        arguments: &[OsString],
        input: &[u8],
        time: Duration,
    ) -> io::Result<EndedCase> {
        let file = |name: &str| {
            let name = format!("lawful-{name}");
            self.of.scratch.with_file_name(format!(
                "{}-{name}",
                self.of.scratch.file_name().unwrap_or_default().to_string_lossy()
            ))
        };
        let (stdin, stdout, stderr) = (file("stdin"), file("stdout"), file("stderr"));
        fs::write(&stdin, input)?;
        let mut command = Command::new(&self.of.program);
        command.args(&self.of.arguments).args(arguments).current_dir(&self.of.scratch);
        command.env_clear().envs(self.of.environment.iter().cloned());
        command.stdin(Stdio::from(File::open(&stdin)?));
        command.stdout(Stdio::from(File::create(&stdout)?));
        command.stderr(Stdio::from(File::create(&stderr)?));
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => {
                let ending = Ending::NotStarted(error.raw_os_error().unwrap_or_default());
                let (output, errors) = Default::default();
                return Ok(EndedCase { ending, output, errors, cpu: Duration::ZERO });
            }
        };
        let most = self.of.limits.output;
        let is_over = || fs::metadata(&stdout).is_ok_and(|data| data.len() > most);
        let ending = wait(&mut child, time, &is_over)?;
        kill_group(child.id());
        let output = fs::read(&stdout)?;
        let errors = fs::read(&stderr)?;
        let errors = errors[errors.len().saturating_sub(ERRORS)..].to_vec();
        for path in [stdin, stdout, stderr] {
            let _ = fs::remove_file(path);
        }
        let ending = if output.len() as u64 > most { Ending::TooMuchOutput } else { ending };
        Ok(EndedCase { ending, output, errors, cpu: Duration::ZERO })
    }
}

/// Waits for a process, and ends it and its group when its time is over or it wrote too much.
fn wait(child: &mut Child, time: Duration, is_over: &dyn Fn() -> bool) -> io::Result<Ending> {
    let started = Instant::now();
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = child.try_wait()? {
            #[cfg(unix)]
            if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
                return Ok(Ending::Signalled(signal));
            }
            return Ok(Ending::Exited(status.code().unwrap_or(-1)));
        }
        let ending = match () {
            () if started.elapsed() >= time => Some(Ending::TimedOut),
            () if is_over() => Some(Ending::TooMuchOutput),
            () => None,
        };
        if let Some(ending) = ending {
            kill_group(child.id());
            child.kill()?;
            child.wait()?;
            return Ok(ending);
        }
        sleep(pause);
        pause = (2 * pause).min(LONGEST_PAUSE);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::path::PathBuf;
    use std::time::Duration;

    use lawful_system::{Ending, ProcessLimits, Supervised};

    use super::Portable;

    fn shell(name: &str, script: &str) -> (Ending, String) {
        let scratch = std::env::temp_dir().join(format!("portable-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&scratch).unwrap();
        let mut portable = Portable::new(Supervised {
            program: PathBuf::from("/bin/sh"),
            arguments: vec!["-c".into(), script.into()],
            environment: vec![("PATH".into(), "/usr/bin:/bin".into())],
            scratch: scratch.clone(),
            hidden: Vec::new(),
            confined: false,
            limits: ProcessLimits {
                memory: 1 << 30,
                output: 1 << 12,
                processes: 64,
                scratch: 1 << 20,
                cpu: Duration::from_secs(1),
            },
        });
        let ended = portable.run(&[], b"the input", Duration::from_millis(600)).unwrap();
        std::fs::remove_dir_all(scratch).unwrap();
        (ended.ending, String::from_utf8_lossy(&ended.output).into_owned())
    }

    #[test]
    fn endings_are_told_apart() {
        assert_eq!(shell("cat", "cat"), (Ending::Exited(0), "the input".into()));
        assert_eq!(shell("exit", "exit 3").0, Ending::Exited(3));
        assert_eq!(shell("signal", "kill -SEGV $$").0, Ending::Signalled(11));
        assert_eq!(shell("sleep", "sleep 30").0, Ending::TimedOut);
        assert_eq!(shell("flood", "yes").0, Ending::TooMuchOutput);
    }
}
