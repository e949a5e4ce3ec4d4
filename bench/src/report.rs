//! Figures as a table for people, or as one JSON object a line for programs.

/// One figure of one subject.
struct Figure {
    subject: &'static str,
    metric: &'static str,
    value: f64,
}

/// Collects the figures of a case and prints them when the case is over.
pub struct Report {
    suite: &'static str,
    json: bool,
    figures: Vec<Figure>,
}

impl Report {
    pub fn new(suite: &'static str, json: bool) -> Report {
        Report { suite, json, figures: Vec::new() }
    }

    pub fn add(&mut self, subject: &'static str, metric: &'static str, value: f64) {
        assert!(value.is_finite(), "{subject}: {metric} is not a number");
        self.figures.push(Figure { subject, metric, value });
    }

    /// Says something to a reader of the table; JSON holds figures only.
    pub fn note(&self, text: &str) {
        if !self.json {
            println!("note: {text}");
        }
    }

    /// Prints what was added since the last case.
    pub fn end_case(&mut self, case: &str) {
        let figures = std::mem::take(&mut self.figures);
        if self.json {
            for figure in figures {
                // Every name is one of ours and holds nothing that JSON would escape.
                println!(
                    r#"{{"suite":"{}","case":"{}","subject":"{}","metric":"{}","value":{}}}"#,
                    self.suite,
                    case,
                    figure.subject,
                    figure.metric,
                    rounded(figure.value)
                );
            }
        } else if !figures.is_empty() {
            println!("\n{} / {case}", self.suite);
            print_table(&figures);
        }
    }
}

/// Subjects as rows, metrics as columns, both in the order in which they first came.
fn print_table(figures: &[Figure]) {
    let subjects = distinct(figures.iter().map(|figure| figure.subject));
    let metrics = distinct(figures.iter().map(|figure| figure.metric));
    let subject_width = subjects.iter().map(|name| name.len()).max().unwrap_or(0);
    let metric_width = |metric: &str| metric.len().max(10);

    print!("  {:subject_width$}", "");
    for metric in &metrics {
        print!("  {metric:>width$}", width = metric_width(metric));
    }
    println!();
    for subject in subjects {
        print!("  {subject:subject_width$}");
        for metric in &metrics {
            let cell = figures
                .iter()
                .find(|figure| figure.subject == subject && figure.metric == *metric)
                .map_or("-".to_string(), |figure| readable(figure.value));
            print!("  {cell:>width$}", width = metric_width(metric));
        }
        println!();
    }
}

fn distinct(names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut seen = Vec::new();
    for name in names {
        if !seen.contains(&name) {
            seen.push(name);
        }
    }
    seen
}

/// Digits beyond the noise, without those that only pretend to precision.
fn readable(value: f64) -> String {
    if value.fract() == 0.0 || value.abs() >= 1_000.0 {
        format!("{value:.0}")
    } else if value.abs() >= 10.0 {
        format!("{value:.1}")
    } else {
        format!("{value:.3}")
    }
}

fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}
