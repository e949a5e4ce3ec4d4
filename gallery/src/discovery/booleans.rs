//! Boolean connectives: the running example of quickspec-2011, sections 2.2 to 2.6.

/// Returns whether `x` or `y` is true.
pub fn or(x: bool, y: bool) -> bool {
    x || y
}

/// Returns whether both `x` and `y` are true.
pub fn and(x: bool, y: bool) -> bool {
    x && y
}

/// Returns the negation of `x`.
pub fn not(x: bool) -> bool {
    !x
}

#[cfg(test)]
mod tests {
    use lawful::prelude::*;

    use super::*;

    #[law]
    fn or_is_a_semilattice(x: bool, y: bool, z: bool) {
        assert_eq!(or(x, y), or(y, x));
        assert_eq!(or(x, x), x);
        assert!(or(x, true));
        assert_eq!(or(x, false), x);
        assert_eq!(or(x, or(y, z)), or(y, or(x, z)));
    }

    #[law]
    fn and_is_a_semilattice(x: bool, y: bool, z: bool) {
        assert_eq!(and(x, y), and(y, x));
        assert_eq!(and(x, x), x);
        assert_eq!(and(x, true), x);
        assert!(!and(x, false));
        assert_eq!(and(x, and(y, z)), and(y, and(x, z)));
    }

    #[law]
    fn not_is_a_complement(x: bool) {
        assert!(!not(true) && not(false));
        assert_eq!(not(not(x)), x);
        assert!(or(x, not(x)));
        assert!(!and(x, not(x)));
    }

    #[law]
    fn or_and_and_absorb_and_distribute(x: bool, y: bool, z: bool) {
        assert_eq!(or(x, and(x, y)), x);
        assert_eq!(and(x, or(x, y)), x);
        assert_eq!(or(and(x, y), and(x, z)), and(x, or(y, z)));
        assert_eq!(and(or(x, y), or(x, z)), or(x, and(y, z)));
    }

    #[law]
    fn de_morgan(x: bool, y: bool) {
        assert_eq!(or(not(x), not(y)), not(and(x, y)));
        assert_eq!(and(not(x), not(y)), not(or(x, y)));
    }
}
