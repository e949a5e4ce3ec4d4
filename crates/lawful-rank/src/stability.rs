//! Trust in a ranking: repeated runs, and pairs of answers in changing company.
//!
//! Sections 5.1 and 5.2 of the paper.

use std::cmp::Ordering;
use std::fmt::{self, Debug, Display};

use lawful_core::extend::{Random, mix};
use lawful_core::generate::Generator;

use crate::answer_set::AnswerSet;
use crate::assignment::Assignment;
use crate::panel::{Panel, RankingError};
use crate::ranking::Ranking;
use crate::search::Limits;
use crate::show::width;

/// Spread of ranks over runs with different seeds.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Stability {
    /// Number of bugs that each run found.
    pub bugs: Vec<usize>,
    /// Ranks of each answer, in the order in which the answers were added.
    pub answers: Vec<RankSpread>,
    /// Two answers that are not in the same order in all runs, if there are some.
    pub moved: Option<(String, String)>,
}

/// Ranks of one answer: how many bugs it had in each run.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RankSpread {
    /// Name of the answer.
    pub name: String,
    /// Rank in each run.
    pub ranks: Vec<usize>,
    /// Mean of the ranks.
    pub mean: f64,
    /// Standard deviation of the ranks.
    pub deviation: f64,
}

impl RankSpread {
    fn new(name: String, ranks: Vec<usize>) -> Self {
        let count = ranks.len() as f64;
        let mean = ranks.iter().sum::<usize>() as f64 / count;
        let squares: f64 = ranks.iter().map(|rank| (*rank as f64 - mean).powi(2)).sum();
        RankSpread { name, ranks, mean, deviation: (squares / count).sqrt() }
    }

    /// Difference of the greatest and the least rank.
    pub fn range(&self) -> usize {
        let (most, least) = (self.ranks.iter().max(), self.ranks.iter().min());
        most.zip(least).map_or(0, |(most, least)| most - least)
    }
}

impl Stability {
    /// Mean of the standard deviations of all answers.
    pub fn mean_deviation(&self) -> f64 {
        let sum: f64 = self.answers.iter().map(|answer| answer.deviation).sum();
        sum / self.answers.len().max(1) as f64
    }

    /// Greatest standard deviation of an answer.
    pub fn max_deviation(&self) -> f64 {
        self.answers.iter().map(|answer| answer.deviation).fold(0.0, f64::max)
    }

    /// Greatest difference between two ranks of one answer.
    pub fn max_range(&self) -> usize {
        self.answers.iter().map(RankSpread::range).max().unwrap_or(0)
    }
}

impl Display for Stability {
    /// Prints the figures of section 5.1, and the spread of each answer.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sizes = self.bugs.clone();
        sizes.sort_unstable();
        sizes.dedup();
        let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
        writeln!(out, "{} runs with different seeds", self.bugs.len())?;
        writeln!(out, "  bugs found: {}", sizes.join(", "))?;
        writeln!(
            out,
            "  standard deviation of ranks: mean {:.2}, maximum {:.2}; no rank moves by more than {}",
            self.mean_deviation(),
            self.max_deviation(),
            self.max_range()
        )?;
        match &self.moved {
            None => writeln!(out, "  the order is the same in all runs")?,
            Some((one, other)) => {
                writeln!(out, "  the order of {one} and {other} is not the same in all runs")?;
            }
        }
        let name = self.answers.iter().map(|answer| width(&answer.name)).max().unwrap_or(0);
        for answer in self.answers.iter().filter(|answer| answer.range() > 0) {
            let (least, most) = (answer.ranks.iter().min(), answer.ranks.iter().max());
            let (least, most) = (least.copied().unwrap_or(0), most.copied().unwrap_or(0));
            let RankSpread { name: text, mean, deviation, .. } = answer;
            writeln!(
                out,
                "  {text:name$}  {least} to {most} bugs, mean {mean:.2}, deviation {deviation:.2}"
            )?;
        }
        Ok(())
    }
}

/// Scores of two answers that were ranked many times among others.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RelativeStability {
    /// Scores of both answers in each ranking, divided by the largest score of that ranking.
    pub scores: Vec<(f64, f64)>,
    /// Slope of the line through the origin that is nearest to the scores: the second score is about so many times the
    /// first.
    pub slope: f64,
    /// Root mean square distance of the scores from that line.
    pub error: f64,
}

impl RelativeStability {
    fn new(scores: Vec<(f64, f64)>) -> Self {
        let sum = |of: fn(&(f64, f64)) -> f64| scores.iter().map(of).sum::<f64>();
        let (xx, xy, yy) = (sum(|(x, _)| x * x), sum(|(x, y)| x * y), sum(|(_, y)| y * y));
        // The line through the origin for which the sum of squared distances is least points along the main axis of the
        // second moments; what is left is their smaller eigenvalue.
        let middle = (xx + yy) / 2.0;
        let radius = (((xx - yy) / 2.0).powi(2) + xy * xy).sqrt();
        let least = (middle - radius).max(0.0);
        let angle = 0.5 * (2.0 * xy).atan2(xx - yy);
        let error = (least / scores.len().max(1) as f64).sqrt();
        RelativeStability { scores, slope: angle.tan(), error }
    }

    /// Share of the rankings in which the first answer scored higher, both scored the same, and the second higher.
    pub fn shares(&self) -> [f64; 3] {
        let share = |wanted: Ordering| {
            let of = |(x, y): &&(f64, f64)| x.total_cmp(y) == wanted;
            self.scores.iter().filter(of).count() as f64 / self.scores.len().max(1) as f64
        };
        [Ordering::Greater, Ordering::Equal, Ordering::Less].map(share)
    }
}

impl Display for RelativeStability {
    /// Prints the slope and the error, as in section 5.2.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, same, second] = self.shares().map(|share| 100.0 * share);
        write!(out, "{} rankings: ", self.scores.len())?;
        match self.slope.abs() < 1e6 {
            true => write!(out, "the second score is {:.3} times the first", self.slope)?,
            false => write!(out, "the first score is always 0")?,
        }
        write!(
            out,
            ", with an error of {:.1} % (first better {first:.0} %, same {same:.0} %, second better {second:.0} %)",
            100.0 * self.error
        )
    }
}

impl<G: Generator<Value: Debug>, P: Panel<G::Value>> Assignment<G, P> {
    /// Ranks the answers several times with different seeds.
    ///
    /// ```
    /// use lawful::prelude::*;
    /// use lawful::rank::Assignment;
    ///
    /// let stability = Assignment::new(any::<i16>())
    ///     .reference(|x| x.unsigned_abs())
    ///     .answer("wrapping", |x| x.wrapping_abs() as u16)
    ///     .answer("same", |x| *x as u16)
    ///     .patience(1_000)
    ///     .stability(5)
    ///     .unwrap();
    /// assert_eq!(stability.moved, None);
    /// assert_eq!(stability.max_deviation(), 0.0);
    /// ```
    ///
    /// # Errors
    ///
    /// If no ranking can be made, as [`Assignment::try_rank`] says.
    pub fn stability(&self, runs: u64) -> Result<Stability, RankingError> {
        let names = self.panel.names();
        let all = AnswerSet::first(names.len());
        if runs == 0 {
            return Err(RankingError::new("stability needs at least one run"));
        }
        let rankings: Vec<Ranking> = (0..runs)
            .map(|run| self.rank_some(&all, &self.seeded(run)))
            .collect::<Result<_, _>>()?;
        let spread = |name: &String| {
            let ranks = rankings.iter().map(|ranking| ranking.named(name).bugs.len());
            RankSpread::new(name.clone(), ranks.collect())
        };
        let moved = |(one, other): (&String, &String)| {
            let mut orders = rankings.iter().map(|ranking| ranking.compare(one, other));
            let first = orders.next();
            orders.any(|order| Some(order) != first)
        };
        let mut pairs = names
            .iter()
            .enumerate()
            .flat_map(|(at, one)| names[at + 1..].iter().map(move |other| (one, other)));
        Ok(Stability {
            bugs: rankings.iter().map(|ranking| ranking.bugs().len()).collect(),
            answers: names.iter().map(spread).collect(),
            moved: pairs.find(|pair| moved(*pair)).map(|(one, other)| (one.clone(), other.clone())),
        })
    }

    /// Ranks two answers many times, each time among `company` others that are chosen by lot, with another seed. Only scores
    /// count, so that the tests that are found are not shrunk to the smallest.
    ///
    /// # Errors
    ///
    /// If no ranking can be made, as [`Assignment::try_rank`] says, if there is no answer of a name, or if there are not
    /// enough others.
    pub fn relative_stability(
        &self,
        first: &str,
        second: &str,
        company: usize,
        runs: u64,
    ) -> Result<RelativeStability, RankingError> {
        let names = self.panel.names();
        let number = |name: &str| {
            let number = names.iter().position(|other| other == name);
            number.ok_or_else(|| RankingError::new(format!("there is no answer named {name}")))
        };
        let (one, other) = (number(first)?, number(second)?);
        let rest = || (0..names.len()).filter(|answer| *answer != one && *answer != other);
        if rest().count() < company {
            let there = rest().count();
            return Err(RankingError::new(format!(
                "there are {there} other answers, and {company} are to be chosen"
            )));
        }
        let mut scores = Vec::new();
        for run in 0..runs {
            let limits = Limits { smallest_tests: false, ..self.seeded(run) };
            let mut random = Random::from_seed(mix(limits.seed, 2));
            let mut others: Vec<usize> = rest().collect();
            for at in 0..company {
                let chosen = at + random.below((others.len() - at) as u64) as usize;
                others.swap(at, chosen);
            }
            let chosen = others[..company].iter().copied().chain([one, other]);
            let ranking = self.rank_some(&AnswerSet::of(chosen), &limits)?;
            let largest = ranking.answers().iter().map(|answer| answer.score).max();
            let largest = largest.unwrap_or(0).max(1) as f64;
            let score = |name| ranking.named(name).score as f64 / largest;
            scores.push((score(first), score(second)));
        }
        Ok(RelativeStability::new(scores))
    }

    fn seeded(&self, run: u64) -> Limits {
        Limits { seed: mix(self.limits.seed, run), ..self.limits.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::RelativeStability;

    #[test]
    fn points_on_a_line_have_no_error() {
        let line =
            RelativeStability::new((1..9).map(|x| (f64::from(x), 0.5 * f64::from(x))).collect());
        assert!((line.slope - 0.5).abs() < 1e-12, "{line}");
        assert!(line.error < 1e-7, "{line}");
        assert_eq!(line.shares(), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn the_error_is_the_distance_that_a_search_over_all_lines_finds() {
        let points = vec![(0.9, 0.8), (1.0, 0.7), (0.8, 0.8), (0.2, 0.3), (0.0, 0.1)];
        let fitted = RelativeStability::new(points.clone());
        let error = |angle: f64| {
            let (sin, cos) = angle.sin_cos();
            let squares: f64 = points.iter().map(|(x, y)| (x * sin - y * cos).powi(2)).sum();
            (squares / points.len() as f64).sqrt()
        };
        let all = (0..=100_000).map(|step| f64::from(step) * std::f64::consts::PI / 100_000.0);
        let best = all.min_by(|one, other| error(*one).total_cmp(&error(*other))).unwrap();
        assert!((error(best) - fitted.error).abs() < 1e-6, "{} {fitted}", error(best));
        assert!((best.tan() - fitted.slope).abs() < 1e-3, "{} {fitted}", best.tan());
    }
}
