//! What is reported, read by what is not ours.

mod observe;
mod trace;
