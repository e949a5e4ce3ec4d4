//! What is reported, read by what is not ours.

mod documents;
mod observe;
mod trace;
