//! The unification monad of quickcheck-2000, section 5.1.2: actions that read and write what
//! variables stand for, and that may fail. An action is represented by a function, so two actions
//! can only be compared by what they do.

use std::rc::Rc;

use super::term::{Substitution, Term, Variable};

/// From a substitution to a result and a new substitution, or to failure.
pub struct Action<T>(Rc<Step<T>>);

type Step<T> = dyn Fn(Substitution) -> Option<(T, Substitution)>;

impl<T> Clone for Action<T> {
    fn clone(&self) -> Self {
        Action(self.0.clone())
    }
}

impl<T: Clone + 'static> Action<T> {
    fn new(step: impl Fn(Substitution) -> Option<(T, Substitution)> + 'static) -> Self {
        Action(Rc::new(step))
    }

    /// Gives a result and does nothing.
    pub fn pure(result: T) -> Self {
        Action::new(move |substitution| Some((result.clone(), substitution)))
    }

    /// Fails.
    pub fn fail() -> Self {
        Action::new(|_| None)
    }

    /// Does this, then what `next` makes of the result.
    pub fn bind<U: Clone + 'static>(self, next: impl Fn(T) -> Action<U> + 'static) -> Action<U> {
        Action::new(move |substitution| {
            let (result, substitution) = self.run(substitution)?;
            next(result).run(substitution)
        })
    }

    /// Does this, then `next`, and gives the result of that.
    pub fn then<U: Clone + 'static>(self, next: Action<U>) -> Action<U> {
        self.bind(move |_| next.clone())
    }

    /// Does it from a given substitution.
    pub fn run(&self, substitution: Substitution) -> Option<(T, Substitution)> {
        (self.0)(substitution)
    }
}

/// Makes a variable stand for a term.
pub fn set(variable: Variable, term: Term) -> Action<()> {
    Action::new(move |mut substitution: Substitution| {
        substitution.0.insert(variable, term.clone());
        Some(((), substitution))
    })
}

/// What a variable stands for: itself, if nothing was set.
pub fn get(variable: Variable) -> Action<Term> {
    Action::new(move |substitution: Substitution| {
        let term = substitution.0.get(&variable).cloned();
        Some((term.unwrap_or(Term::Var(variable)), substitution))
    })
}
