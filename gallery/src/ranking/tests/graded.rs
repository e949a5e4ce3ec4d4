//! Test suites graded by the answers that they catch, and groups of answers that are compared.

use lawful::rank::{Ranking, SuiteGrades};

use super::intervals::CATCHES;
use crate::ranking::intervals::suites::{Suite, suites};
use crate::ranking::intervals::{Call, Reply, task};

type Graded<'a> = (&'a str, &'a dyn Fn(&dyn Fn(&Call) -> Reply));

/// Grades the suites that are wanted.
fn grades(is_wanted: impl Fn(&str) -> bool) -> (Ranking, SuiteGrades) {
    let task = task(0).small_tests(2_000).patience(3_000);
    let ranking = task.rank();
    let wanted: Vec<(&str, Suite)> =
        suites().into_iter().filter(|(name, _)| is_wanted(name)).collect();
    let graded: Vec<Graded<'_>> = wanted.iter().map(|(name, suite)| (*name, suite as _)).collect();
    let grades = task.grade_suites(&ranking, &graded);
    println!("{}", grades.show(&ranking));
    (ranking, grades)
}

/// Section 4.3. A suite that fails on the model scores nothing, however many answers it accuses.
#[test]
fn suites_are_graded_by_what_they_catch() {
    let (ranking, grades) = grades(|_| true);
    assert_eq!((grades.suites.len(), grades.faulty), (10, 19));
    for (name, expected) in CATCHES {
        let grade = grades.suites.iter().find(|grade| grade.name == name).unwrap();
        let caught = grade.catches.iter().map(|place| &ranking.answers()[place].name[1..]);
        let mut caught: Vec<u32> = caught.map(|number| number.parse().unwrap()).collect();
        caught.sort_unstable();
        assert_eq!(caught, expected, "{name}");
        let is_wrong = name == "wrong expectation";
        assert_eq!(grade.rejects_reference.is_some(), is_wrong, "{name}");
        assert_eq!(grade.score(), if is_wrong { 0 } else { expected.len() }, "{name}");
    }
    assert!(grades.suites.is_sorted_by_key(|grade| std::cmp::Reverse(grade.score())));
    assert!(grades.missed.is_empty());
}

/// Without the best suite one answer is caught by none: its merge leaves neighbours apart.
#[test]
fn what_all_suites_miss_has_a_test() {
    let (ranking, grades) = grades(|name| name != "all operations");
    let names = grades.missed.iter().map(|place| &*ranking.answers()[place].name);
    assert_eq!(names.collect::<Vec<_>>(), ["A1"]);
    let tests = grades.missed_bugs.iter().map(|bug| &*ranking.bugs()[bug].test);
    assert_eq!(tests.collect::<Vec<_>>(), ["Merge([(0, 0)], [(1, 1)])"]);
}

/// Section 4.1, with groups by lot: no difference, and small groups come with a caveat.
#[test]
fn groups_by_lot_do_not_differ() {
    let ranking = task(0).small_tests(2_000).patience(3_000).rank();
    let odd = ["A1", "A3", "A5", "A7", "A9", "A11", "A13", "A15", "A17", "A19"];
    let even = ["A2", "A4", "A6", "A8", "A10", "A12", "A14", "A16", "A18", "A20"];
    let compared = ranking.compare_groups(&odd, &even);
    println!("{compared}");
    assert_eq!((compared.first.count, compared.second.count), (10, 10));
    assert!(compared.p.unwrap() > 0.05, "{compared}");
    assert!(compared.to_string().contains("take p as a hint"), "{compared}");
    // Answers with at most four bugs and the others do differ.
    let good: Vec<&str> = ranking.answers()[..10].iter().map(|answer| &*answer.name).collect();
    let bad: Vec<&str> = ranking.answers()[10..].iter().map(|answer| &*answer.name).collect();
    let compared = ranking.compare_groups(&good, &bad);
    assert!(compared.t.unwrap() > 0.0 && compared.p.unwrap() < 0.05, "{compared}");
}
