//! Files and their format, against what is not ours: serde_json, and a page.

mod format;
