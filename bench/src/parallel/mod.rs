//! Suite `parallel`: what machines with calls at once cost, and how soon they find known races.

mod races;
mod shapes;
mod threads;

use crate::Options;
use crate::report::Report;

pub fn run(options: &Options, report: &mut Report) {
    shapes::run(options, report);
    races::run(options, report);
    threads::run(options, report);
}
