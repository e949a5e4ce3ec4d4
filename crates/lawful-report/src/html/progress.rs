//! Progress of a run over time, for a chart.

use std::time::Duration;

use lawful_data::{Event, Json};

/// Maximum number of points: a chart needs no more than it has pixels.
const MOST: usize = 200;

/// Progress of a run: the numbers of tests that had passed, and of cases that had been discarded, at some times.
///
/// ```
/// use std::time::Duration;
/// use lawful::data::Event;
/// use lawful::report::html::Course;
///
/// let mut course = Course::default();
/// for passed in 0..10_000 {
///     let event = Event::Progress { passed, tests: 10_000, discarded: 0 };
///     course.event(&event, Duration::from_micros(passed));
/// }
/// assert!(course.len() <= 200);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Course {
    points: Vec<(Duration, u64, u64)>,
    /// Time and counts of the parts before the one that is running.
    before: (Duration, u64, u64),
}

impl Course {
    /// Takes note of an event at a time since the run, or this part of it, began.
    pub fn event(&mut self, event: &Event, time: Duration) {
        let Event::Progress { passed, discarded, .. } = event else { return };
        let (start, passed_before, discarded_before) = self.before;
        let point = (start + time, passed_before + passed, discarded_before + discarded);
        self.points.push(point);
        // Every second point goes when there are too many, so that the rest are as even as before.
        if self.points.len() > MOST {
            let mut keeps = false;
            self.points.retain(|_| {
                keeps = !keeps;
                keeps
            });
        }
    }

    /// Ends a part of the run, which took a time and came to these counts. The next part counts from 0 again.
    pub fn part_ended(&mut self, time: Duration, passed: u64, discarded: u64) {
        let (start, passed_before, discarded_before) = self.before;
        self.before = (start + time, passed_before + passed, discarded_before + discarded);
        if self.points.last() != Some(&self.before) {
            self.points.push(self.before);
        }
    }

    /// Number of points.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Returns whether there is no point.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    pub(super) fn to_json(&self) -> Json {
        Json::list(self.points.iter().map(|(time, passed, discarded)| {
            let numbers = [time.as_nanos(), u128::from(*passed), u128::from(*discarded)];
            Json::list(numbers.map(|number| Json::Number(number.to_string())))
        }))
    }
}
