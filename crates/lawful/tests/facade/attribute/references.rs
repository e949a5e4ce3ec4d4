//! Arguments that the body borrows: the owned value is drawn and lent.

use std::borrow::Cow;
use std::ffi::{CStr, OsStr};
use std::path::Path;

use lawful::generate::{elements, text, vec};
use lawful::prelude::*;

use super::{check, check_fails, ran};

#[law(seed = 1)]
fn borrowed(text: &str, list: &[u16], number: &u32, name: &Path, word: &OsStr, raw: &CStr) {
    ran((text, list, number, name, word, raw));
    assert!(text.is_char_boundary(0) && list.len() < 1_000 && u64::from(*number) < 1 << 32);
}

#[law(tests = 40, repeat = 2)]
fn a_fresh_one_for_every_run(list: &mut Vec<u8>, part: &mut [u8], text: &mut str, name: &mut Path) {
    ran((&list, &part, &text));
    list.push(1);
    part.fill(7);
    text.make_ascii_uppercase();
    let _ = name.as_mut_os_str();
    assert!(part.iter().all(|byte| *byte == 7));
}

#[law]
fn generators_make_what_is_owned(
    #[from(text(1..=3))] text: &str,
    #[from(elements(["red", "green"]))] colour: &str,
    #[from(vec(0..10, 2))] list: &[u64],
    #[from(0..10)] number: &i64,
    #[from(elements(["always"]))] word: &'static str,
    #[from(vec(any::<u8>(), 1..))] bytes: &mut Vec<u8>,
) {
    assert!((1..=3).contains(&text.chars().count()) && colour.len() <= 5);
    assert!(list.len() == 2 && *number < 10 && word == "always");
    bytes.clear();
}

#[law(for(u8, String, (bool, i8)))]
fn generic<T: Ord + Clone>(list: &[T], one: &T, own: T, sorted: &mut Vec<T>) {
    sorted.sort();
    assert!(sorted.is_sorted());
    assert_eq!(list.iter().filter(|item| *item == one).count() > 0, list.contains(one));
    assert!(own == own.clone());
}

trait Shelf {
    type Item;
}

impl Shelf for u8 {
    type Item = Vec<u16>;
}

#[law(for(u8))]
fn of_an_associated_type<S: Shelf<Item = Vec<u16>>>(item: &S::Item, items: &[S::Item]) {
    assert!(item.len() + items.len() < 10_000);
}

#[law]
fn lifetimes<'a, 'b: 'a>(
    text: &'a str,
    other: Cow<'a, str>,
    third: &'b str,
) -> Result<(), Cow<'a, str>> {
    let longer: &'a str = if text.len() > third.len() { text } else { third };
    if longer.len() < 100_000 { Ok(()) } else { Err(other) }
}

#[law]
async fn asynchronous(text: &str, list: &mut Vec<u8>) -> bool {
    list.push(1);
    std::future::ready(text.len()).await < 100_000
}

#[law]
fn a_law_that_borrows(list: &[u8]) -> impl Law {
    for_all(0..=list.len(), move |index| list[..index].len() == index)
}

#[law(isolated, tests = 20)]
fn isolated(text: &str, list: &mut [u8]) {
    ran(text);
    list.reverse();
    assert!(text.len() < 100_000);
}

#[law(max_failures = 1)]
#[should_panic(expected = "text.chars().count() < 3")]
fn broken(text: &str, list: &mut Vec<u8>) {
    ran((text, &list));
    list.push(1);
    assert!(text.chars().count() < 3 || list.len() < 3);
}

#[law(
    tests = 1,
    case("abc", vec![1, 2], 3, Path::new("a").to_path_buf()),
    case(String::from("de"), Vec::new(), 4, "b".into()),
    case(&format!("f{}", 'g'), &[5, 6], &7, Path::new("c").into()),
    case(concat!("h", "i").to_string(), vec![8], { 9 }, Path::new("d").to_owned()),
)]
fn kept(text: &str, list: &[u64], number: &u64, path: &Path) {
    ran((text, list, number, path));
}

#[law(tests = 1, case(&Cow::Borrowed("x")), case(Cow::Owned(String::from("y"))))]
fn kept_with_a_lifetime<'a>(text: &'a Cow<'a, str>) {
    ran(text);
}

#[test]
fn references_are_lent() {
    assert_eq!(check(borrowed).len(), 256);
    let runs = check(a_fresh_one_for_every_run);
    assert!(runs.chunks(2).all(|pair| pair[0] == pair[1]), "{runs:?}");
    assert_eq!(check(isolated), [] as [String; 0], "nothing ran in this process");
}

#[test]
fn a_broken_law_is_shrunk() {
    let cases = check_fails(broken);
    assert_eq!(cases.last().map(String::as_str), Some(r#"("aaa", [0, 0])"#));
}

#[test]
fn cases_are_given_owned_or_borrowed() {
    assert_eq!(check(kept_with_a_lifetime)[..2], ["\"x\"", "\"y\""]);
    let cases = check(kept);
    assert_eq!(
        cases[..4],
        [
            r#"("abc", [1, 2], 3, "a")"#,
            r#"("de", [], 4, "b")"#,
            r#"("fg", [5, 6], 7, "c")"#,
            r#"("hi", [8], 9, "d")"#,
        ]
    );
}
