//! Code in C follows its model, and where it does not, the smallest program says so.

#[cfg(compiled)]
mod all_programs;
#[cfg(compiled)]
mod deadly;
#[cfg(compiled)]
mod direct;
#[cfg(compiled)]
mod files;
#[cfg(compiled)]
mod generated;
#[cfg(compiled)]
mod piped;

#[cfg(not(compiled))]
#[test]
fn code_in_c() {
    println!("skipped: cc or ar is not installed, and the code under test is in C");
}
