//! The cases of the public shrinking challenge: for each a law that does not hold, and the smallest
//! case that breaks it.
//!
//! Where a law cannot tell a number from its negative, or one order of elements from another, all the
//! cases that are alike in this count as the smallest, so that no subject's order among equals is held
//! against it.

/// A law that does not hold.
pub trait Challenge {
    type Case;

    /// Whether the law says anything about this case.
    fn assumes(_: &Self::Case) -> bool {
        true
    }

    fn holds(case: &Self::Case) -> bool;

    fn is_smallest(case: &Self::Case) -> bool;
}

/// Lists of 0 to 10 numbers that each sum to less than 256 sum to less than 5 × 256 together; sums wrap
/// around.
pub struct Bound5;

impl Challenge for Bound5 {
    type Case = [Vec<i16>; 5];

    fn assumes(lists: &Self::Case) -> bool {
        lists.iter().all(|list| wrapping_sum(list) < 256)
    }

    fn holds(lists: &Self::Case) -> bool {
        wrapping_sum(lists.iter().flatten()) < 5 * 256
    }

    fn is_smallest(lists: &Self::Case) -> bool {
        let mut lists: Vec<&[i16]> = lists.iter().map(Vec::as_slice).collect();
        lists.sort();
        lists == [&[][..], &[], &[], &[-32768], &[-1]]
    }
}

fn wrapping_sum<'a>(numbers: impl IntoIterator<Item = &'a i16>) -> i16 {
    numbers.into_iter().fold(0, |sum, number| sum.wrapping_add(*number))
}

/// Lists hold at most four different numbers in all.
pub struct LargeUnionList;

impl Challenge for LargeUnionList {
    type Case = Vec<Vec<i32>>;

    fn holds(lists: &Self::Case) -> bool {
        let mut numbers: Vec<i32> = lists.concat();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.len() <= 4
    }

    fn is_smallest(lists: &Self::Case) -> bool {
        let [list] = &lists[..] else { return false };
        let mut numbers = list.clone();
        numbers.sort_unstable();
        // The second is the smallest in an order that puts every positive number before a negative one.
        numbers == [-2, -1, 0, 1, 2] || numbers == [0, 1, 2, 3, 4]
    }
}

/// A list is its own reverse.
pub struct Reverse;

impl Challenge for Reverse {
    type Case = Vec<i32>;

    fn holds(list: &Self::Case) -> bool {
        list.iter().eq(list.iter().rev())
    }

    fn is_smallest(list: &Self::Case) -> bool {
        matches!(list[..], [0, 1] | [1, 0] | [0, -1] | [-1, 0])
    }
}

/// A list of 1 to 100 numbers from 0 to 1000, its length drawn first, holds none above 899.
pub struct LengthList;

impl Challenge for LengthList {
    type Case = Vec<i32>;

    fn holds(list: &Self::Case) -> bool {
        list.iter().all(|number| *number < 900)
    }

    fn is_smallest(list: &Self::Case) -> bool {
        list[..] == [900]
    }
}

/// In a list of indices into itself, no two different places point at each other.
///
/// As `coupling`, which is the form of the public challenge, the elements are drawn from 0 to 10, and it
/// is assumed that they are below the length. As `coupling_drawn` the length is drawn first, from 1 to
/// 100, and the elements below it.
pub struct Coupling;

impl Challenge for Coupling {
    type Case = Vec<usize>;

    fn assumes(list: &Self::Case) -> bool {
        list.iter().all(|target| *target < list.len())
    }

    fn holds(list: &Self::Case) -> bool {
        list.iter().enumerate().all(|(place, target)| *target == place || list[*target] != place)
    }

    fn is_smallest(list: &Self::Case) -> bool {
        list[..] == [1, 0]
    }
}

/// A list from which the first `x` was removed holds no `x`; `x` is one of its elements.
pub struct Deletion;

impl Challenge for Deletion {
    type Case = (Vec<i32>, i32);

    fn assumes((list, x): &Self::Case) -> bool {
        list.contains(x)
    }

    fn holds((list, x): &Self::Case) -> bool {
        list.iter().filter(|element| *element == x).count() < 2
    }

    fn is_smallest((list, x): &Self::Case) -> bool {
        list[..] == [0, 0] && *x == 0
    }
}

/// Two numbers from 1 to 1000, the first above 9, are different.
pub struct DifferenceZero;

impl Challenge for DifferenceZero {
    type Case = (i32, i32);

    fn holds((x, y): &Self::Case) -> bool {
        *x < 10 || x != y
    }

    fn is_smallest(case: &Self::Case) -> bool {
        *case == (10, 10)
    }
}

/// Two such numbers are equal or more than 4 apart.
pub struct DifferenceSmall;

impl Challenge for DifferenceSmall {
    type Case = (i32, i32);

    fn holds((x, y): &Self::Case) -> bool {
        *x < 10 || x == y || x.abs_diff(*y) > 4
    }

    fn is_smallest(case: &Self::Case) -> bool {
        *case == (10, 6)
    }
}

/// Two such numbers are not 1 apart.
pub struct DifferenceOne;

impl Challenge for DifferenceOne {
    type Case = (i32, i32);

    fn holds((x, y): &Self::Case) -> bool {
        *x < 10 || x.abs_diff(*y) != 1
    }

    fn is_smallest(case: &Self::Case) -> bool {
        *case == (10, 9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<C: Challenge>(smallest: C::Case) {
        assert!(C::assumes(&smallest));
        assert!(!C::holds(&smallest));
        assert!(C::is_smallest(&smallest));
    }

    #[test]
    fn the_smallest_cases_break_their_laws() {
        check::<Bound5>([vec![-32768], vec![-1], vec![], vec![], vec![]]);
        check::<Bound5>([vec![], vec![-1], vec![], vec![], vec![-32768]]);
        check::<LargeUnionList>(vec![vec![0, 1, -1, 2, -2]]);
        check::<Reverse>(vec![0, 1]);
        check::<LengthList>(vec![900]);
        check::<Coupling>(vec![1, 0]);
        check::<Deletion>((vec![0, 0], 0));
        check::<DifferenceZero>((10, 10));
        check::<DifferenceSmall>((10, 6));
        check::<DifferenceOne>((10, 9));
    }
}
