//! Numbers at 0, many at once, then fewer.

use super::*;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let mut end = shrinker.outline().non_zero_numbers().len();
    let mut chunk = end / 2;
    while end > 0 && chunk > 1 && !shrinker.is_over() {
        let numbers = shrinker.outline().non_zero_numbers();
        end = end.min(numbers.len());
        let start = end.saturating_sub(chunk);
        let zeros: Vec<_> = numbers[start..end].iter().map(|(at, _)| (*at, 0, false)).listed();
        if zeros.len() > 1 && try_values(shrinker, &zeros) {
            end = start;
        } else if start == 0 {
            chunk /= 2;
            end = numbers.len();
        } else {
            end = start;
        }
    }
}
