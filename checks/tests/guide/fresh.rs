//! Two chapters, followed to the letter in a new project, with packages as they are published. Each says at its end where
//! one should have arrived.

use checks::{Reader, page};

use super::{FRESH, chapter};

/// Follows a chapter in a fresh project, where no seed is given: what depends on it is not compared.
fn arrived(name: &str) -> Reader {
    assert!(FRESH.contains(&name));
    let mut reader = Reader::in_fresh_project(name);
    page::parts(&chapter(name)).iter().for_each(|part| reader.follow(part));
    reader.end_of_command();
    for (_, difference) in &reader.differences {
        println!("{difference}");
    }
    assert!(reader.differences.is_empty(), "what the chapter shows is not what was seen");
    reader
}

#[test]
fn the_chapter_on_races_ends_where_it_says() {
    let reader = arrived("races");
    assert!(reader.is_replayed, "the chapter does not say how to replay a schedule");
    assert!(reader.seen().stdout.contains("test result: ok. 2 passed"), "{}", reader.seen().all());
}

#[test]
fn the_chapter_on_discovery_ends_where_it_says() {
    let reader = arrived("discovery");
    assert!(reader.seen().stdout.contains("test result: ok. "), "{}", reader.seen().all());
}
