//! What is reported, read by what is not ours.

mod documents;
mod junit;
mod lines;
mod observe;
mod trace;
