//! Comparison of two groups of answers by the means of their scores.

use std::fmt::{self, Display};

use crate::ranking::Ranking;

/// Samples below this size say little whatever the test says.
const SMALL: usize = 20;

/// Scores of two groups, and Welch's t-test of whether their means differ.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GroupComparison {
    /// Figures of the first group.
    pub first: GroupScores,
    /// Figures of the second group.
    pub second: GroupScores,
    /// Welch's t; nothing if a group has fewer than two members or both have no spread.
    pub t: Option<f64>,
    /// Degrees of freedom, after Welch and Satterthwaite.
    pub degrees: Option<f64>,
    /// Probability of a difference at least as large, in either direction, if the groups have the same mean.
    pub p: Option<f64>,
}

/// Scores of a group.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GroupScores {
    /// Number of answers.
    pub count: usize,
    /// Mean score.
    pub mean: f64,
    /// Standard deviation of the sample.
    pub deviation: f64,
}

impl GroupScores {
    fn of(scores: &[f64]) -> Self {
        let count = scores.len();
        let mean = scores.iter().sum::<f64>() / count.max(1) as f64;
        let squares: f64 = scores.iter().map(|score| (score - mean).powi(2)).sum();
        let deviation = if count > 1 { (squares / (count - 1) as f64).sqrt() } else { 0.0 };
        GroupScores { count, mean, deviation }
    }
}

/// Compares the scores of two groups with Welch's t-test, which does not suppose that the groups have the same spread.
///
/// ```
/// use lawful::rank::compare_scores;
///
/// // Figure 3.5 of the paper, the email anonymiser: property-based testing and unit testing.
/// let quickcheck = [0.0, 9.0, 9.0, 12.0, 16.0, 10.0, 13.0];
/// let hunit = [6.0, 10.0, 0.0, 7.0, 0.0, 14.0];
/// let compared = compare_scores(&quickcheck, &hunit);
/// assert!((compared.p.unwrap() - 0.239).abs() < 0.001);
/// ```
pub fn compare_scores(first: &[f64], second: &[f64]) -> GroupComparison {
    let (first, second) = (GroupScores::of(first), GroupScores::of(second));
    let mut compared = GroupComparison { first, second, t: None, degrees: None, p: None };
    let (one, other) = (&compared.first, &compared.second);
    let (one_error, other_error) =
        (one.deviation.powi(2) / one.count as f64, other.deviation.powi(2) / other.count as f64);
    let error = one_error + other_error;
    if one.count < 2 || other.count < 2 || error == 0.0 {
        return compared;
    }
    let t = (one.mean - other.mean) / error.sqrt();
    let degrees = error.powi(2)
        / (one_error.powi(2) / (one.count - 1) as f64
            + other_error.powi(2) / (other.count - 1) as f64);
    (compared.t, compared.degrees) = (Some(t), Some(degrees));
    compared.p = Some(two_sided(t, degrees));
    compared
}

impl Ranking {
    /// Compares the scores of two groups of answers, by name.
    ///
    /// # Panics
    ///
    /// If there is no answer of a name.
    pub fn compare_groups(&self, first: &[&str], second: &[&str]) -> GroupComparison {
        let scores = |names: &[&str]| -> Vec<f64> {
            names.iter().map(|name| self.named(name).score as f64).collect()
        };
        compare_scores(&scores(first), &scores(second))
    }
}

impl Display for GroupComparison {
    /// Prints both means and what can be said of their difference, with the caveat for small samples.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, group) in [("first", &self.first), ("second", &self.second)] {
            let GroupScores { count, mean, deviation } = group;
            writeln!(
                out,
                "{name:>6}: {count} answers, mean score {mean:.2} (standard deviation {deviation:.2})"
            )?;
        }
        let Some(p) = self.p else {
            return writeln!(
                out,
                "too few answers, or no spread: nothing can be said of the difference"
            );
        };
        writeln!(
            out,
            "Welch's t = {:.3} with {:.1} degrees of freedom, p = {p:.4}: {}",
            self.t.unwrap_or_default(),
            self.degrees.unwrap_or_default(),
            match p < 0.05 {
                true => "a difference as large is rare between equal groups",
                false => "a difference as large is common between equal groups",
            }
        )?;
        if self.first.count.min(self.second.count) < SMALL {
            writeln!(
                out,
                "Groups this small show only large differences, and scores are counts of few bugs, far from normally \
                 distributed: take p as a hint, and a p above 0.05 as no evidence that the groups are equal."
            )?;
        }
        Ok(())
    }
}

/// Probability that Student's t is at least as far from 0.
fn two_sided(t: f64, degrees: f64) -> f64 {
    incomplete_beta(degrees / 2.0, 0.5, degrees / (degrees + t * t))
}

/// The regularised incomplete beta function, by the continued fraction of Abramowitz and Stegun, 26.5.8.
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    let front =
        (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (1.0 - x).ln()).exp();
    // The fraction converges fast only on this side.
    match x < (a + 1.0) / (a + b + 2.0) {
        true => front * fraction(a, b, x) / a,
        false => 1.0 - front * fraction(b, a, 1.0 - x) / b,
    }
}

/// The continued fraction, evaluated by Lentz's method.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let guarded = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / guarded(1.0 - (a + b) * x / (a + 1.0));
    let mut value = d;
    for m in 1..500 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        for step in [even, odd] {
            d = 1.0 / guarded(1.0 + step * d);
            c = guarded(1.0 + step / c);
            value *= d * c;
        }
        if (d * c - 1.0).abs() < 1e-14 {
            break;
        }
    }
    value
}

/// Logarithm of the gamma function, after Lanczos with g = 7 and nine terms.
fn ln_gamma(x: f64) -> f64 {
    const TERMS: [f64; 9] = [
        0.999_999_999_999_809_9,
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    let x = x - 1.0;
    let t = x + 7.5;
    let sum = TERMS[1..]
        .iter()
        .enumerate()
        .fold(TERMS[0], |sum, (at, term)| sum + term / (x + at as f64 + 1.0));
    0.5 * (2.0 * std::f64::consts::PI).ln() + (x + 0.5) * t.ln() - t + sum.ln()
}

#[cfg(test)]
mod tests {
    use super::{compare_scores, two_sided};

    /// Scores of figure 3.5, those of the group that used QuickCheck first, with the paper's means, deviations and P-value.
    const FIGURES: [([f64; 7], [f64; 6], &str, &str); 3] = [
        (
            [0.0, 9.0, 9.0, 12.0, 16.0, 10.0, 13.0],
            [6.0, 10.0, 0.0, 7.0, 0.0, 14.0],
            "9.86 (5.01) 6.17 (5.53)",
            "0.2390",
        ),
        (
            [4.0, 11.0, 7.0, 12.0, 5.0, 15.0, 14.0],
            [7.0, 9.0, 4.0, 16.0, 9.0, 13.0],
            "9.71 (4.39) 9.67 (4.27)",
            "0.9846",
        ),
        (
            [0.0, 0.0, 0.0, 4.0, 2.0, 0.0, 0.0],
            [0.0, 0.0, 2.0, 3.0, 0.0, 4.0],
            "0.86 (1.57) 1.50 (1.76)",
            "0.5065",
        ),
    ];

    #[test]
    fn the_papers_comparison_of_groups_comes_out() {
        for (quickcheck, hunit, means, p) in FIGURES {
            let compared = compare_scores(&quickcheck, &hunit);
            let (one, other) = (&compared.first, &compared.second);
            let text = format!(
                "{:.2} ({:.2}) {:.2} ({:.2})",
                one.mean, one.deviation, other.mean, other.deviation
            );
            assert_eq!(text, means);
            // The paper's P-values come with a whole number of degrees of freedom, as tables have; Welch's is 10.2 to 10.8.
            let whole = two_sided(compared.t.unwrap(), compared.degrees.unwrap().floor());
            assert_eq!(format!("{whole:.4}"), p);
            assert!((compared.p.unwrap() - whole).abs() < 0.001);
        }
    }

    #[test]
    fn probabilities_are_those_of_integration() {
        // Simpson's rule over the density, which for whole degrees of freedom needs no gamma function: its constant is
        // found by integrating as well.
        let integral = |degrees: f64, to: f64| {
            let density = |x: f64| (1.0 + x * x / degrees).powf(-(degrees + 1.0) / 2.0);
            let steps = 200_000;
            let width = to / f64::from(steps);
            let weight = |step: i32| match step {
                0 => 1.0,
                step if step == steps => 1.0,
                step => f64::from(2 + 2 * (step % 2)),
            };
            let sum: f64 =
                (0..=steps).map(|step| weight(step) * density(f64::from(step) * width)).sum();
            sum * width / 3.0
        };
        for (degrees, t) in [(3.0, 0.5), (4.0, 2.0), (7.5, 1.3), (10.28, 1.252), (40.0, 2.7)] {
            let expected = 1.0 - integral(degrees, t) / integral(degrees, 2_000.0);
            assert!((two_sided(t, degrees) - expected).abs() < 1e-5, "{degrees} {t} {expected}");
        }
    }
}
