//! What is reported, read by what is not ours.

mod documents;
mod html;
mod junit;
mod lines;
mod observe;
mod trace;
