//! Documents of a component, in the report of a failure and beside it.

use lawful_core::data::{Block, Reason};
use lawful_core::generate::any;
use lawful_core::law::{Case, Component, Outcome};
use lawful_core::run::Runner;
use lawful_report::{pictures, terminal};

/// A component that shows every kind of block that has no component of ours.
struct Shows;

impl Component for Shows {
    type Drawn = u8;

    fn draw(&self, case: &mut Case) -> u8 {
        case.argument("x", &any())
    }

    fn run(&self, x: u8, case: &mut Case) -> Outcome {
        case.show(|| Block::Paragraph("the rows that were compared".into()));
        let row = |cells: [&str; 2]| cells.map(String::from).to_vec();
        case.show(|| Block::Table(vec![row(["row", "sum"]), row(["first", "10"]), row(["2", ""])]));
        case.show(|| Block::Picture { name: "rows".into(), svg: "<svg/>".into() });
        match x < 3 {
            true => Outcome::Passed,
            false => {
                let reason = Reason::new("rows", "sum", "the sums differ").field("row", "first");
                case.fail(reason, || String::from("10 and 12"))
            }
        }
    }
}

#[test]
fn all_blocks_are_shown() {
    let summary = Runner::named("rows::add_up").seed(7).first_failure().run(&Shows);
    let report = terminal::report(&summary);
    let expected = "
    x = 3

    the rows that were compared

      row    sum
      first  10
      2

  the sums differ:
    10 and 12
";
    assert!(report.contains(expected), "{report}");
}

#[test]
fn a_picture_is_a_file_that_is_linked_to() {
    let summary = Runner::named("rows::add_up").seed(7).first_failure().run(&Shows);
    let directory = std::env::temp_dir().join(format!("lawful-pictures-{}", std::process::id()));
    let lines = pictures::draw(&summary, &directory);
    let file = directory.join("rows--add_up-1-rows.svg");
    assert_eq!(lines, [format!("  Drawn:  {}", file.display())]);
    assert_eq!(std::fs::read_to_string(file).expect("it is written"), "<svg/>");
    std::fs::remove_dir_all(directory).expect("it is ours");
}
