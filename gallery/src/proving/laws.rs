//! The law that compares the two methods, and its generator.

use lawful::generate::{frequency, just, vec};
use lawful::{Arbitrary, Generator, Source, any, assume, classify, collect};

use super::clause::{Assumptions, Clause, Literal, Model, is_submodel};
use super::davis_putnam::davis_putnam;
use super::stalmarck::stalmarck;

/// Few variables, or clauses would have nothing to do with one another.
impl Arbitrary for Literal {
    fn arbitrary(source: &mut Source) -> Self {
        Literal { variable: source.draw(&(0..5)), denied: source.any() }
    }
}

/// Up to sixteen clauses, a few of them empty. Were more empty, most sets would be contradictory
/// for no other reason.
pub fn clauses() -> impl Generator<Value = Vec<Clause>> {
    let clause = frequency(((1, just(Clause::new())), (40, vec(any::<Literal>(), 1..=4))));
    vec(clause, 0..=16)
}

/// What Stålmarck's method finds is so in all models that the method of Davis and Putnam finds.
pub fn methods_agree(
    davis_putnam_assumes: Assumptions,
    stalmarck_assumes: Assumptions,
    clauses: Vec<Clause>,
    level: u32,
) {
    let found = stalmarck(level, &clauses, stalmarck_assumes);
    assume!(found.as_ref().is_none_or(|model| !model.is_empty()));
    let result = match &found {
        None => Found::Contradiction,
        Some(model) => Found::Literals(model.len()),
    };
    classify!(found.is_none(), "contradiction");
    collect!(result);
    let models = davis_putnam(&clauses, davis_putnam_assumes);
    let agree = agree(found.as_ref(), &models);
    assert!(agree, "Stålmarck finds {found:?}, but there are the models {models:?}");
}

/// Whether what Stålmarck's method found is so in all models; nothing is a contradiction.
pub fn agree(found: Option<&Model>, models: &[Model]) -> bool {
    match found {
        None => models.is_empty(),
        Some(common) => models.iter().all(|model| is_submodel(common, model)),
    }
}

/// A line of the table.
#[derive(Debug)]
enum Found {
    Contradiction,
    #[expect(dead_code, reason = "it is printed")]
    Literals(usize),
}
