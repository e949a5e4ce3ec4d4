//! Events and summaries of runs as lines of JSON, for other programs: the records of a file of results.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lawful_data::codec::to_json;
use lawful_data::file::{Kind, head};
use lawful_data::{About, Event, Page, Record, RecordedEvent, Reporter, Summary};

use crate::terminal::past_capture;

/// The reporter that appends what happens to a file, each record as soon as it is known.
///
/// Many processes may append to one file: each locks it, and each line is written whole. The format is in `FORMAT.md` of
/// `lawful-data`.
#[derive(Debug)]
pub struct Lines {
    path: PathBuf,
    file: Option<File>,
    /// The law that runs.
    about: Option<About>,
    started: Instant,
    /// Time of the next progress that is written.
    next: Duration,
}

/// Time before the first progress is written, and the share of the time so far before each further one: some hundred
/// lines for a run of hours.
const FIRST_PROGRESS: Duration = Duration::from_millis(20);
const MORE_PROGRESS: u32 = 20;

impl Lines {
    /// Appends to a file, which is made if there is none. One that cannot be written is told, and fails no law.
    pub fn in_file(path: &Path) -> Self {
        let mut lines = Lines {
            path: path.to_path_buf(),
            file: None,
            about: None,
            started: Instant::now(),
            next: Duration::ZERO,
        };
        match open(path) {
            Ok(file) => lines.file = Some(file),
            Err(error) => lines.tell(&error),
        }
        lines
    }

    fn write(&mut self, record: &Record) {
        let Some(file) = &mut self.file else { return };
        let line = format!("{}\n", to_json(record));
        let appended = locked(file, |file, is_locked| append(file, line.as_bytes(), is_locked));
        if let Err(error) = appended {
            self.file = None;
            self.tell(&error);
        }
    }

    fn tell(&self, error: &io::Error) {
        past_capture(&format!(
            "lawful: results cannot be written to {}: {error}; set LAWFUL_RESULTS to another file",
            self.path.display()
        ));
    }
}

/// Puts a page into the results of a run: the file that `LAWFUL_RESULTS` names, which is what `cargo lawful --report` reads.
/// Without one it does nothing. A file that cannot be written is told, and fails no test.
///
/// ```
/// use lawful::data::{Block, Page};
/// use lawful::report::lines::record_page;
///
/// let mut page = Page::new("demonstration", "shop::prices", "prices of three shops");
/// page.document.push(Block::Table(vec![vec!["shop".into(), "price".into()], vec!["north".into(), "3".into()]]));
/// record_page(&page);
/// ```
pub fn record_page(page: &Page) {
    let file = std::env::var_os("LAWFUL_RESULTS").filter(|file| !file.is_empty() && file != "off");
    if let Some(file) = file {
        Lines::in_file(Path::new(&file)).write(&Record::Page(Box::new(page.clone())));
    }
}

/// Opens a file for appending, and writes its head where it has none.
fn open(path: &Path) -> io::Result<File> {
    let mut file = File::options().read(true).append(true).create(true).open(path)?;
    locked(&mut file, |file, _| begin(file))?;
    Ok(file)
}

/// Does something while no other process appends, and tells it whether that is so. Where files cannot be locked, the
/// system still appends each line at the end, and two processes that find the file empty may both write a head.
fn locked<T>(
    file: &mut File,
    work: impl FnOnce(&mut File, bool) -> io::Result<T>,
) -> io::Result<T> {
    let is_locked = file.lock().is_ok();
    let done = work(file, is_locked);
    if is_locked {
        file.unlock()?;
    }
    done
}

/// Writes the head of an empty file. Any other must be one of results that is not finished.
fn begin(file: &mut File) -> io::Result<()> {
    let head = head(Kind::Results);
    let mut found = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(head.len() as u64).read_to_end(&mut found)?;
    match () {
        // A process may have died while it wrote the head.
        () if head.len() > found.len() && head.as_bytes().starts_with(&found) => {
            file.set_len(0)?;
            file.write_all(head.as_bytes())
        }
        () if head.as_bytes() != found => {
            Err(io::Error::other("it is no file of results of this version of Lawful"))
        }
        () if last_line(file)?.starts_with(b"{\"crc32\":") => {
            Err(io::Error::other("it is finished: its last line is a checksum"))
        }
        () => Ok(()),
    }
}

/// Appends a line. What a process that died wrote of another is taken away first: nothing could be read after it.
/// Without the lock, that may be what another process is writing.
fn append(file: &mut File, line: &[u8], is_locked: bool) -> io::Result<()> {
    let length = file.seek(SeekFrom::End(0))?;
    if length == 0 {
        // It was emptied since it was opened.
        begin(file)?;
    } else if is_locked {
        let mut last = [0];
        file.seek(SeekFrom::Start(length - 1))?;
        file.read_exact(&mut last)?;
        if last != *b"\n" {
            end_at_a_line(file)?;
        }
    }
    file.write_all(line)
}

fn end_at_a_line(file: &mut File) -> io::Result<()> {
    let mut text = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_end(&mut text)?;
    let end = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    file.set_len(end as u64)
}

/// Last line of a file, if it is as short as a checksum is.
fn last_line(file: &mut File) -> io::Result<Vec<u8>> {
    const MOST: u64 = 64;
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(MOST)))?;
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    let mut lines = text.split_inclusive(|byte| *byte == b'\n');
    Ok(lines.next_back().unwrap_or_default().to_vec())
}

impl Reporter for Lines {
    fn event(&mut self, event: &Event) {
        if let Event::Started { about, .. } = event {
            self.about = Some(about.clone());
        }
        if let Event::Started { .. } = event {
            (self.started, self.next) = (Instant::now(), FIRST_PROGRESS);
        }
        let time = self.started.elapsed();
        let is_told = match event {
            // Cases are what `LAWFUL_OBSERVE` writes.
            Event::Case { .. } => false,
            Event::Progress { .. } => time >= self.next,
            _ => true,
        };
        let Some(about) = self.about.as_ref().filter(|_| is_told) else { return };
        if let Event::Progress { .. } = event {
            self.next = time + time / MORE_PROGRESS + FIRST_PROGRESS;
        }
        let mut recorded = RecordedEvent::new(about.clone(), event.clone());
        recorded.time = Some(time);
        self.write(&Record::Event(Box::new(recorded)));
    }

    fn finished(&mut self, summary: &Summary) {
        self.write(&Record::Summary(Box::new(summary.clone())));
    }
}
