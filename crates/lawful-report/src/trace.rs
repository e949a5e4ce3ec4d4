//! Traces of scheduled cases as tables and pictures.
//!
//! - [`table`]: a column a task and a row an event, for a terminal;
//! - [`dot`]: a graph for Graphviz;
//! - [`svg`]: the same picture without Graphviz.
//!
//! The pictures are those of paper II, section 6. A task is a line of events from a triangle to an
//! inverted triangle, in a box of its own colour. Grey arrows are messages, spawning and joining.
//! A dotted black arrow joins two successive effects whose order nothing but the schedule decided:
//! where one is, a race may be. The paper lets Graphviz do the layout; [`svg`] has a column a task, so
//! that it is drawn where nothing else is installed, and a task is where it was in the last picture.

mod dot;
mod life;
mod rows;
mod svg;
mod table;
mod text;

pub use dot::dot;
pub use svg::svg;
pub use table::table;
