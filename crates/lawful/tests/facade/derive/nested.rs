//! Nested collections share the size: a value holds no more than a multiple of it, and lists at every depth are
//! sometimes empty and sometimes long.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use lawful::extend::{Recording, mix_bytes};
use lawful::generate::{text, vec};
use lawful::prelude::*;

#[derive(Debug, PartialEq, Arbitrary)]
struct Doc {
    title: String,
    sections: Vec<Section>,
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Section {
    head: String,
    paras: Vec<Para>,
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Para {
    words: Vec<String>,
    attrs: HashMap<String, String>,
}

#[derive(Debug, Arbitrary)]
struct Order {
    #[from(vec(any::<Line>(), 0..=4))]
    lines: Vec<Line>,
}

#[derive(Debug, Arbitrary)]
struct Line {
    tags: BTreeSet<String>,
    flags: BTreeMap<u8, Vec<bool>>,
}

type Maps = BTreeMap<String, BTreeMap<u8, Vec<HashMap<String, Vec<u8>>>>>;

#[derive(Debug, Arbitrary)]
enum Tree {
    Leaf(u8),
    Node(Box<Tree>, Box<Tree>),
    Many(Vec<Tree>),
}

/// A list of lists of anything, written by hand.
#[derive(Debug)]
struct ByHand(Vec<Vec<Vec<u16>>>);

impl Arbitrary for ByHand {
    fn arbitrary(source: &mut Source) -> Self {
        let rows = source.draw(&vec(|source: &mut Source| source.any::<Vec<Vec<u16>>>(), ..));
        ByHand(rows)
    }
}

/// Lengths of the collections of a value, by name of the level.
#[derive(Default)]
struct Lengths {
    levels: Vec<(&'static str, Vec<usize>)>,
    /// Elements of lists, sets and maps in the value that is being counted; texts and bytes are left out.
    elements: usize,
    /// Characters and bytes in it.
    characters: usize,
}

impl Lengths {
    fn add(&mut self, level: &'static str, length: usize) {
        self.elements += length;
        self.level(level).push(length);
    }

    fn text(&mut self, level: &'static str, length: usize) {
        self.characters += length;
        self.level(level).push(length);
    }

    fn level(&mut self, level: &'static str) -> &mut Vec<usize> {
        let at = self.levels.iter().position(|(name, _)| *name == level).unwrap_or_else(|| {
            self.levels.push((level, Vec::new()));
            self.levels.len() - 1
        });
        &mut self.levels[at].1
    }
}

trait Count {
    fn count(&self, lengths: &mut Lengths);
}

impl Count for Doc {
    fn count(&self, lengths: &mut Lengths) {
        lengths.text("title", self.title.chars().count());
        lengths.add("sections", self.sections.len());
        for section in &self.sections {
            lengths.text("head", section.head.chars().count());
            lengths.add("paras", section.paras.len());
            for para in &section.paras {
                lengths.add("words", para.words.len());
                lengths.add("attrs", para.attrs.len());
                para.words.iter().for_each(|word| lengths.text("word", word.chars().count()));
                para.attrs.values().for_each(|attr| lengths.text("attr", attr.chars().count()));
            }
        }
    }
}

impl Count for Order {
    fn count(&self, lengths: &mut Lengths) {
        lengths.add("lines", self.lines.len());
        for line in &self.lines {
            lengths.add("tags", line.tags.len());
            lengths.add("flags", line.flags.len());
            line.tags.iter().for_each(|tag| lengths.text("tag", tag.chars().count()));
            line.flags.values().for_each(|flags| lengths.add("bools", flags.len()));
        }
    }
}

impl Count for Maps {
    fn count(&self, lengths: &mut Lengths) {
        lengths.add("1 map", self.len());
        for map in self.values() {
            lengths.add("2 map", map.len());
            for list in map.values() {
                lengths.add("3 list", list.len());
                for map in list {
                    lengths.add("4 map", map.len());
                    map.values().for_each(|bytes| lengths.text("5 bytes", bytes.len()));
                }
            }
        }
    }
}

impl Count for ByHand {
    fn count(&self, lengths: &mut Lengths) {
        lengths.add("rows", self.0.len());
        for row in &self.0 {
            lengths.add("row", row.len());
            row.iter().for_each(|cells| lengths.add("cells", cells.len()));
        }
    }
}

impl Tree {
    fn count_nodes(&self, lengths: &mut Lengths) {
        lengths.elements += 1;
        match self {
            Tree::Leaf(_) => {}
            Tree::Node(left, right) => {
                left.count_nodes(lengths);
                right.count_nodes(lengths);
            }
            Tree::Many(trees) => {
                lengths.level("many").push(trees.len());
                trees.iter().for_each(|tree| tree.count_nodes(lengths));
            }
        }
    }
}

impl Count for Vec<Vec<Tree>> {
    fn count(&self, lengths: &mut Lengths) {
        lengths.add("rows", self.len());
        for row in self {
            lengths.add("row", row.len());
            row.iter().for_each(|tree| tree.count_nodes(lengths));
        }
    }
}

const TESTS: u64 = 256;
/// Elements of a value may be so many times the size; 24 are handed out to what is inside the outermost collection.
const MOST: usize = 50;

/// Draws as many values as a law with default settings does, and prints their distribution. Gives the shares of
/// empty and of long collections (10 and more) by level.
fn measure<T: Arbitrary + Count>(name: &str) -> Vec<(&'static str, f64, f64)> {
    let (mut all, mut elements, mut most) = (Lengths::default(), 0, 0.0_f64);
    let started = std::time::Instant::now();
    for index in 0..TESTS {
        // The sizes that a law's tests have.
        let (seed, size) = (mix_bytes(name.as_bytes()) ^ index, (index % 101) as u32);
        let value: T = Source::from_seed(seed, size).any();
        (all.elements, all.characters) = (0, 0);
        value.count(&mut all);
        let times = all.elements as f64 / f64::from(size.max(1));
        most = most.max(times);
        assert!(all.elements <= MOST * size.max(4) as usize, "{} elements at {size}", all.elements);
        elements += all.elements;
    }
    let mean = elements as f64 / TESTS as f64;
    println!(
        "{name}: {TESTS} tests in {:?}, {mean:.0} elements a test, at most {most:.1} times the size",
        started.elapsed()
    );
    let shares = all.levels.into_iter().map(|(level, mut lengths)| {
        lengths.sort_unstable();
        let share = |holds: &dyn Fn(&usize) -> bool| {
            lengths.iter().filter(|length| holds(length)).count() as f64 / lengths.len() as f64
        };
        let (empty, long) = (share(&|length| *length == 0), share(&|length| *length >= 10));
        let mean = lengths.iter().sum::<usize>() as f64 / lengths.len() as f64;
        println!(
            "  {level:10} {:7} of them, {:5.1} % empty, {:5.1} % long, mean {mean:5.1}, longest {}",
            lengths.len(),
            100.0 * empty,
            100.0 * long,
            lengths.last().unwrap_or(&0)
        );
        (level, empty, long)
    });
    shares.collect()
}

/// Lists at every level are sometimes empty and sometimes long.
fn assert_spread(shares: &[(&'static str, f64, f64)], least_long: f64) {
    for (level, empty, long) in shares {
        assert!(*empty >= 0.01, "{level}: {empty} are empty");
        assert!(*long >= least_long, "{level}: {long} are long");
    }
}

#[test]
fn documents_are_small_and_have_lists_of_all_lengths() {
    assert_spread(&measure::<Doc>("Doc"), 0.01);
}

#[test]
fn maps_of_maps_are_small_and_have_maps_of_all_lengths() {
    assert_spread(&measure::<Maps>("Maps"), 0.01);
}

#[test]
fn orders_are_small_and_have_sets_of_all_lengths() {
    let shares = measure::<Order>("Order");
    // Lines are 4 at most.
    assert_spread(&shares[1..], 0.01);
}

#[test]
fn lists_written_by_hand_are_small_and_have_all_lengths() {
    assert_spread(&measure::<ByHand>("ByHand"), 0.01);
}

#[test]
fn recursive_values_in_lists_share_their_room() {
    let shares = measure::<Vec<Vec<Tree>>>("Vec<Vec<Tree>>");
    assert_spread(&shares[..2], 0.01);
}

#[test]
fn a_range_of_lengths_is_drawn_from_as_it_stands_at_every_depth() {
    let rows = vec(vec(vec(text(3..=5), 5..=10), 2..=4), 60..=80);
    let mut seen = BTreeSet::new();
    for seed in 0..20 {
        for row in Source::from_seed(seed, 100).draw(&rows) {
            assert!((2..=4).contains(&row.len()));
            for cells in row {
                assert!((5..=10).contains(&cells.len()));
                seen.insert(cells.len());
                assert!(cells.iter().all(|cell| (3..=5).contains(&cell.chars().count())));
            }
        }
    }
    assert_eq!(seen.len(), 6, "{seen:?}");
    // Also where there is room for a few elements only.
    let cells = Source::from_seed(1, 100).draw(&vec(vec(vec(any::<u16>(), 0..=60), 5), 100));
    let elements = cells.iter().flatten().map(Vec::len).sum::<usize>();
    assert!((28..32).contains(&(elements / 500)), "{elements}");
}

#[test]
fn a_size_above_the_present_one_is_given_inside_a_list_too() {
    let lists = vec(any::<Vec<u16>>().resize(1_000), 50);
    let longest = Source::from_seed(1, 100).draw(&lists).iter().map(Vec::len).max();
    assert!(longest > Some(900), "{longest:?}");
}

#[test]
fn lists_of_texts_are_as_long_as_ever() {
    let mut lengths = Vec::new();
    for seed in 0..50 {
        let texts: Vec<String> = Source::from_seed(seed, 100).any();
        lengths.extend(texts.iter().map(|text| text.chars().count()));
    }
    let mean = lengths.iter().sum::<usize>() as f64 / lengths.len() as f64;
    assert!((47.0..53.0).contains(&mean), "{mean}");
}

/// Where the room is used up, a filter still finds what it would find outside of the lists.
#[test]
fn a_filter_deep_in_lists_does_not_starve() {
    let long = any::<Vec<u16>>().filtered(|list| list.len() >= 8);
    let leaves = any::<Tree>().filtered(|tree| !matches!(tree, Tree::Leaf(_)));
    let lists = vec(vec(vec((long, leaves), ..), ..), ..);
    let law = for_all(lists.resize(100), |_| true);
    let summary = Runner::named("filtered").seed(1).tests(50).run(&law);
    assert_eq!((summary.passed, summary.discarded), (50, 0));
}

/// Room bounds what is sampled and nothing else: a tape says it all.
#[test]
fn a_recorded_value_is_the_fresh_one_and_replays() {
    for seed in 0..60 {
        let size = (seed * 7 % 101) as u32;
        let fresh: (Doc, Vec<Vec<Tree>>) = Source::from_seed(seed, size).any();
        let mut recorded = Recording::new(seed, size);
        let drawn: (Doc, Vec<Vec<Tree>>) = recorded.any();
        let tape = recorded.finish().tape;
        let replayed: (Doc, Vec<Vec<Tree>>) = Recording::replay(&tape).any();
        assert_eq!((&fresh.0, &drawn.0), (&drawn.0, &replayed.0));
        assert_eq!(format!("{:?}", drawn.1), format!("{:?}", replayed.1));
        assert_eq!(format!("{:?}", drawn.1), format!("{:?}", fresh.1));
    }
}

#[test]
fn nested_values_shrink_to_the_smallest() {
    super::check_smallest::<Doc>(
        r#"Doc { title: "", sections: [Section { head: "", paras: [Para { words: [], attrs: {"": "aaa"} }] }] }"#,
        |doc| {
            let mut paras = doc.sections.iter().flat_map(|section| &section.paras);
            !paras.any(|para| para.attrs.values().any(|attr| attr.chars().count() >= 3))
        },
    );
    super::check_smallest::<Maps>(r#"{"": {0: [{}, {}, {}]}}"#, |maps| {
        !maps.values().any(|map| map.values().any(|list| list.len() >= 3))
    });
}
