//! A project with laws of all kinds, whose labels, values and messages try to be more than text.

use std::path::{Path, PathBuf};

use crate::Project;

/// Texts that are markup, code or the end of a JSON text for a reader that takes them for more than text.
pub const HOSTILE: [&str; 5] = [
    "<img src=x onerror=\"window.hacked=1\">",
    "</script><script>window.hacked=1</script>",
    "javascript:window.hacked=1",
    "\"}], \"hacked\": [{\"a\": \"",
    "\u{202e}\u{2028}\0\r\n\u{1b}[31m",
];

/// Number of laws of [`all_kinds`], with the two that a plain test runs.
pub fn laws_of_all_kinds() -> usize {
    LAWS.matches("\n#[law").count() + 2
}

/// Writes a project with laws of all kinds: passing, failing in several ways, giving up, misused, unstable, deadly, of
/// command sequences, scheduled, parallel and temporal. A plain test records discovered laws and a ranking.
pub fn all_kinds(directory: &str, name: &str) -> Project {
    let features = ["temporal", "pulse", "parallel", "machine", "discovery", "rank"];
    let dependencies = format!("[dependencies]\n{}\n", Project::dependency_on("lawful", &features));
    let laws = laws();
    let files = [("src/lib.rs", ""), ("tests/laws.rs", laws.as_str())];
    Project::depending(directory, name, &dependencies, &files)
}

/// Directory for the files that a check leaves for its scripts, which read them after the test has ended.
pub fn left_for_scripts(directory: &str, name: &str) -> PathBuf {
    let directory = Path::new(directory).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("the directory can be made");
    directory
}

fn laws() -> String {
    let hostile: Vec<String> = HOSTILE.iter().map(|text| format!("    {text:?},\n")).collect();
    LAWS.replace("HOSTILE_TEXTS", &format!("&[\n{}]", hostile.concat()))
}

const LAWS: &str = r#"use std::collections::BTreeMap;

use lawful::discovery::sig;
use lawful::machine::symbolic::*;
use lawful::parallel::Parallel;
use lawful::prelude::*;
use lawful::pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful::pulse::sync::{Arc, Mutex, mpsc};
use lawful::pulse::{scheduled, thread};
use lawful::rank::Assignment;
use lawful::report::lines::record_page;
use lawful::temporal::{Formula, OverTime, always, event, eventually, is, when};

const HOSTILE: &[&str] = HOSTILE_TEXTS;

fn hostile() -> impl Generator<Value = &'static str> {
    (0..HOSTILE.len()).mapped(|index| HOSTILE[index])
}

#[law]
fn passes(list: Vec<u8>) {
    let mut other = list.clone();
    other.reverse();
    other.reverse();
    assert_eq!(other, list);
}

#[law]
fn has_all_cases(x: bool, y: bool) {
    assert_eq!(x && y, y && x);
}

#[law(seed = 1)]
fn has_several_arguments(list: Vec<u8>, (low, high): (u8, u8), name: String, scale: f64) {
    note!("between {low} and {high}, scaled by {scale}");
    assert!(list.len() < 3 || name.len() > 40, "{} items", list.len());
}

#[law(max_failures = 3)]
fn breaks_in_three_ways(x: u16) {
    assert!(x % 7 != 3, "three");
    assert!(x % 11 != 5, "five");
    assert!(x % 13 != 1, "one");
}

#[law]
fn returns_false(price: u32) -> bool {
    price < 1_000
}

#[law]
fn returns_an_error(price: u32) -> Result<(), String> {
    if price < 1_000 { Ok(()) } else { Err(format!("{} for {price}", HOSTILE[0])) }
}

#[law(seed = 1, tests = 200)]
fn has_tables(list: Vec<u8>, x: u32) {
    label!("any");
    classify!(list.is_empty(), "empty");
    collect!(list.len() / 10);
    collect!(format!("{:?}", list.first()));
    collect!(list.is_empty());
    cover!(list.len() > 3, 20.0, "longer");
    sometimes!(x % 2 == 0, "even");
    target!(list.len() as f64, "length");
}

#[law(tests = 100)]
fn has_hostile_labels(#[from(hostile())] text: &'static str) {
    label!("{text}");
    classify!(text.len() > 30, "{text} again");
    collect!(text);
    note!("{text}");
}

#[law(seed = 1)]
fn has_hostile_texts(#[from(hostile())] text: &'static str, x: u8) {
    note!("a note: {text}");
    label!("{text}");
    assert!(x < 7, "a message: {text}");
}

#[law(seed = 1)]
fn has_markup(#[from((0..1u8).mapped(|_| String::from(HOSTILE[0])))] text: String, x: u8) {
    note!("{text}");
    assert!(x < 9, "{text}");
}

/// Numbers that JSON does not have, in every place where there may be a number.
#[law(seed = 1)]
fn has_numbers_that_are_none(
    #[from((0..4u8).mapped(|x| [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0][x as usize]))] x: f64,
    big: u128,
) {
    collect!(x);
    collect!(big);
    target!(1e300 * (1.0 + f64::from(x == 0.0)));
    assert!(x.is_nan() || big < 99, "{x}");
}

#[law]
fn promises_in_vain(x: u64) {
    sometimes!(x == 12_345_678, "never");
}

#[law]
fn assumes_much(x: u64) {
    assume!(x % 3 == 0);
    assert!(x % 3 == 0);
}

#[law]
fn assumes_too_much(x: u64) {
    assume!(x == 1 << 40 | 77);
}

#[law]
fn finds_no_value(#[from(any::<u64>().filtered(|x| *x == 123_456_789))] x: u64) {
    let _ = x;
}

#[law]
fn is_hardly_covered(x: u8, y: u64) {
    let _ = y;
    cover!(x == 255, 60.0, "largest");
}

#[law(expect_failure)]
fn is_expected(x: u8, y: u64) {
    assert!(x < 7 || y < 9);
}

#[law(tests = 2_000)]
fn has_a_known_bug(x: u8) {
    known_bug!(x == 77, "seventy-seven");
    assert_ne!(x, 77);
}

#[law(max_discards = 0)]
fn is_misused(#[from(0..0u8)] x: u8) {
    let _ = x;
}

/// Fails for each large value the first time only.
#[law(seed = 1)]
fn is_unstable(x: u32) {
    static SEEN: std::sync::Mutex<bool> = std::sync::Mutex::new(false);
    let mut seen = SEEN.lock().unwrap_or_else(|error| error.into_inner());
    if x > 1_000 && !std::mem::replace(&mut *seen, true) {
        panic!("the first one: {}", HOSTILE[1]);
    }
}

#[law(isolated)]
fn is_deadly(x: u64) {
    if x > 1_000 {
        std::process::abort();
    }
}

/// A door that cannot be opened while it is locked, unless it was locked twice.
#[derive(Clone, Debug, Default, PartialEq)]
struct Door {
    is_open: bool,
    locks: u8,
}

fn open(model: &mut Door, step: Step<Door>) -> StepResult {
    step.require(!model.is_open)?;
    let opened = step.call((), |door, _, ()| {
        let can_open = door.locks % 2 == 0;
        door.is_open |= can_open;
        can_open
    })?;
    opened.returns(model.locks == 0)?;
    model.is_open = model.locks == 0;
    Ok(())
}

fn close(model: &mut Door, step: Step<Door>) -> StepResult {
    step.require(model.is_open)?;
    step.call((), |door, _, ()| door.is_open = false)?;
    model.is_open = false;
    Ok(())
}

fn lock(model: &mut Door, step: Step<Door>) -> StepResult {
    step.require(!model.is_open && model.locks < 3)?;
    let by = step.draw(hostile());
    step.call(by, |door, _, _| door.locks += 1)?;
    model.locks += 1;
    Ok(())
}

#[law(seed = 1)]
fn a_door_follows_its_model() -> impl Law {
    Machine::new(Door::default, Door::default)
        .states(|door: &Door| match (door.is_open, door.locks) {
            (true, _) => "open",
            (false, 0) => "shut",
            (false, 1) => HOSTILE[0],
            (false, _) => "locked more than once",
        })
        .command(open)
        .command(close)
        .command(lock)
}

#[law(scheduled, seed = 1)]
fn loses_counts(#[from(1..4u32)] number: u32) {
    let count = Arc::new(AtomicU32::new(0));
    let other = count.clone();
    let add = |count: &AtomicU32, number: u32| count.store(count.load(SeqCst) + number, SeqCst);
    let named = thread::Builder::new().name(HOSTILE[0].into());
    let thread = named.spawn(move || add(&other, number)).unwrap();
    add(&count, number);
    thread.join().unwrap();
    assert_eq!(count.load(SeqCst), 2 * number);
}

/// Who sits where. The lock is let go between looking and writing.
#[derive(Default)]
struct Seats(Mutex<BTreeMap<u8, u8>>);

impl Seats {
    fn take(&self, seat: u8, guest: u8) -> bool {
        if self.0.lock().unwrap().contains_key(&seat) {
            return false;
        }
        self.0.lock().unwrap().insert(seat, guest);
        true
    }
}

type Guests = BTreeMap<u8, u8>;

fn take(model: &mut Guests, step: Step<Arc<Seats>>) -> StepResult {
    let (seat, guest) = (step.draw(0..=3u8), step.draw(0..=9u8));
    let done = step.call((seat, guest), |seats, _, (seat, guest)| seats.take(seat, guest))?;
    done.returns(!model.contains_key(&seat))?;
    model.entry(seat).or_insert(guest);
    Ok(())
}

fn leave(model: &mut Guests, step: Step<Arc<Seats>>) -> StepResult {
    let seat = step.draw(0..=3u8);
    step.call(seat, |seats, _, seat| seats.0.lock().unwrap().remove(&seat))?.returns(model.remove(&seat))
}

#[law(seed = 1)]
fn calls_are_atomic() -> impl Law {
    Parallel::scheduled(Machine::new(Guests::new, Arc::default).command(take).command(leave))
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Mail {
    Sent { id: u32, text: &'static str },
    Received { id: u32 },
}

fn post(letters: u32, room: usize) {
    let (letter_box, slot) = mpsc::sync_channel(room);
    let postman = thread::spawn(move || {
        for id in slot {
            event!(Mail::Received { id });
        }
    });
    for id in 1..=letters {
        event!(Mail::Sent { id, text: HOSTILE[1] });
        let _ = letter_box.try_send(id);
    }
    drop(letter_box);
    postman.join().unwrap();
}

fn arrives() -> Formula<Mail> {
    always(when!(Mail::Sent { id } => eventually(is!(Mail::Received { id: =id }))))
        .named("every letter arrives <b>soon</b>")
}

#[law(seed = 1)]
fn letters_are_lost(#[from(0..9u32)] letters: u32) -> impl Law {
    scheduled(move || post(letters, 2)).over_time(arrives())
}

#[test]
fn plain_with_two_laws_inside() {
    check(any::<u16>(), |x| assert!(u32::from(x) < 70_000));
    check(any::<u16>(), |x| assert!(x < 500));
}

/// Results that are no run of a law.
#[test]
fn plain_with_pages() {
    let found = sig!["++" = append, "[]" = Vec::<i32>::new].discover();
    record_page(&found.page("lists.rs"));
    let numbers = sig!["saturating_sub" = i32::saturating_sub, "neg" = i32::wrapping_neg, "0" = 0i32];
    let numbers = numbers.discover();
    assert!(!numbers.near_laws().is_empty(), "{numbers}");
    record_page(&numbers.page("numbers"));
    let ranking = Assignment::new(hostile())
        .reference(|text| text.len())
        .answer("right", |text| text.len())
        .answer(HOSTILE[0], |text| text.chars().count())
        .answer("none", |_| 0)
        .rank();
    record_page(&ranking.page("lengths"));
    record_page(&ranking.page("lengths"));
}

fn append(xs: Vec<i32>, ys: Vec<i32>) -> Vec<i32> {
    [xs, ys].concat()
}
"#;
