//! What is said of resources: without a model, as the paper begins, and with one.

use std::collections::BTreeSet;

use lawful::machine::symbolic::*;

use super::system::{NUMBERS, Resources};

/// Every resource is available all the time.
pub fn always_available() -> Machine<(), Resources> {
    Machine::new(|| (), Resources::default)
        .named_command("use", |(), step| {
            let number = step.draw(NUMBERS);
            step.call(number, |resources, _, number| resources.take(number))?;
            Ok(())
        })
        .named_command("available", |(), step| {
            let number = step.draw(NUMBERS);
            let result =
                step.call(number, |resources, _, number| resources.is_available(number))?;
            result.ensure("that it is not in use", |is_available, _| *is_available)
        })
}

/// Those are available that are not in use.
pub fn available_if_not_in_use() -> Machine<BTreeSet<u8>, Resources> {
    Machine::new(BTreeSet::new, Resources::default)
        .named_command("use", |in_use: &mut BTreeSet<u8>, step| {
            let number = step.draw(NUMBERS);
            step.call(number, |resources, _, number| resources.take(number))?;
            in_use.insert(number);
            Ok(())
        })
        .named_command("available", |in_use, step| {
            let number = step.draw(NUMBERS);
            let result =
                step.call(number, |resources, _, number| resources.is_available(number))?;
            result.returns(!in_use.contains(&number))
        })
}
