//! csv: a reader promises to read what a writer with the same settings wrote.
//!
//! - #163: a byte order mark that belongs to the first field is written as if it belonged to the file.
//! - #432: a writer that does not double quotes escapes them, but not the escape itself.
//!
//! No release mends them.

use csv::{QuoteStyle, ReaderBuilder, Terminator, WriterBuilder};
use lawful::generate::{elements, vec};
use lawful::prelude::*;

use crate::bug::Bug;

/// Published bugs, and the laws that find them.
pub const BUGS: &[Bug] = &[
    Bug {
        package: "csv",
        version: "1.4.0",
        published: "#163",
        defect: "a first field that begins with U+FEFF is read without it",
        law: "records are read as they were written",
        tests: 10_000,
        minimal: &["records = vec![vec![String::from(\"\\u{feff}\")]]"],
        make: || Box::new(records_are_read_as_written()),
        ..Bug::COMMON
    },
    Bug {
        package: "csv",
        version: "1.4.0",
        published: "#432",
        defect: "a writer that escapes quotes does not escape the escape",
        law: "records are read as they were written, with any settings",
        minimal: &["settings = Settings { doubles_quotes: false, quotes_all: false, \
                  ends_lines_as_windows: false, delimiter: 44 }, \
                  records = vec![vec![String::from(\"\\\\\")]]"],
        make: || Box::new(settings_agree(any::<String>())),
        ..Bug::COMMON
    },
];

/// Settings that the reader and the writer share.
#[derive(Clone, Debug, Arbitrary)]
struct Settings {
    doubles_quotes: bool,
    quotes_all: bool,
    ends_lines_as_windows: bool,
    #[from(elements(vec![b',', b';', b'\t']))]
    delimiter: u8,
}

impl Settings {
    fn written(&self, records: &[Vec<String>]) -> Vec<u8> {
        let style = if self.quotes_all { QuoteStyle::Always } else { QuoteStyle::Necessary };
        let end =
            if self.ends_lines_as_windows { Terminator::CRLF } else { Terminator::Any(b'\n') };
        let mut writer = WriterBuilder::new()
            .flexible(true)
            .double_quote(self.doubles_quotes)
            .quote_style(style)
            .terminator(end)
            .delimiter(self.delimiter)
            .from_writer(Vec::new());
        for record in records {
            writer.write_record(record).unwrap();
        }
        writer.into_inner().unwrap()
    }

    fn read(&self, text: &[u8]) -> Vec<Vec<String>> {
        let escape = (!self.doubles_quotes).then_some(b'\\');
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .double_quote(self.doubles_quotes)
            .escape(escape)
            .delimiter(self.delimiter)
            .from_reader(text);
        let record = |record: csv::StringRecord| record.iter().map(String::from).collect();
        reader.records().map(|read| record(read.unwrap())).collect()
    }
}

/// The settings of a reader or a writer that was told nothing.
const DEFAULT: Settings = Settings {
    doubles_quotes: true,
    quotes_all: false,
    ends_lines_as_windows: false,
    delimiter: b',',
};

fn records(texts: impl Generator<Value = String>) -> impl Generator<Value = Vec<Vec<String>>> {
    vec(vec(texts, 1..), ..)
}

/// Records are read as they were written.
fn records_are_read_as_written() -> impl Law {
    for_all!(records: Vec<Vec<String>> = records(any::<String>()) => {
        assert_eq!(DEFAULT.read(&DEFAULT.written(&records)), records);
    })
}

/// Records are read as they were written, with any settings.
fn settings_agree(texts: impl Generator<Value = String>) -> impl Law {
    let records = records(texts);
    for_all!(settings: Settings, records: Vec<Vec<String>> = records => {
        assert_eq!(settings.read(&settings.written(&records)), records);
    })
}

#[cfg(test)]
mod tests {
    use lawful::generate::ascii;

    use super::*;

    /// There is no release without the bugs, so this shows that the laws are right.
    #[test]
    fn the_laws_pass_on_ascii_without_the_escape() {
        let texts = ascii(..).filtered(|text| !text.contains('\\'));
        Runner::named("csv").seed(1).tests(2_000).check(&settings_agree(texts));
    }
}
