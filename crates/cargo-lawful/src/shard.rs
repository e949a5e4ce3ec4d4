//! Which part of a run this machine makes: as it is written, or as a scheduler of jobs tells it.

use lawful_data::Shard;

use crate::error::CommandError;

/// Variables of a scheduler of jobs that number the machines.
struct Scheduler {
    name: &'static str,
    index: &'static str,
    /// Variable of the first index; without one, indices begin at `first`.
    first_of: Option<&'static str>,
    first: u64,
    /// Variable of the distance between two indices.
    step: Option<&'static str>,
    count: Option<&'static str>,
}

const SCHEDULERS: [Scheduler; 6] = [
    Scheduler {
        name: "Slurm",
        index: "SLURM_ARRAY_TASK_ID",
        first_of: Some("SLURM_ARRAY_TASK_MIN"),
        first: 0,
        step: Some("SLURM_ARRAY_TASK_STEP"),
        count: Some("SLURM_ARRAY_TASK_COUNT"),
    },
    Scheduler {
        name: "Kubernetes",
        index: "JOB_COMPLETION_INDEX",
        first_of: None,
        first: 0,
        step: None,
        count: None,
    },
    Scheduler {
        name: "GitLab",
        index: "CI_NODE_INDEX",
        first_of: None,
        first: 1,
        step: None,
        count: Some("CI_NODE_TOTAL"),
    },
    Scheduler {
        name: "CircleCI",
        index: "CIRCLE_NODE_INDEX",
        first_of: None,
        first: 0,
        step: None,
        count: Some("CIRCLE_NODE_TOTAL"),
    },
    Scheduler {
        name: "Buildkite",
        index: "BUILDKITE_PARALLEL_JOB",
        first_of: None,
        first: 0,
        step: None,
        count: Some("BUILDKITE_PARALLEL_JOB_COUNT"),
    },
    Scheduler {
        name: "Azure Pipelines",
        index: "SYSTEM_JOBPOSITIONINPHASE",
        first_of: None,
        first: 1,
        step: None,
        count: Some("SYSTEM_TOTALJOBSINPHASE"),
    },
];

/// Variables by which all machines of one run know each other, for a root seed that they share.
const RUNS: [&str; 7] = [
    "GITHUB_RUN_ID",
    "CI_PIPELINE_ID",
    "SLURM_ARRAY_JOB_ID",
    "CIRCLE_WORKFLOW_ID",
    "BUILDKITE_BUILD_ID",
    "BUILD_BUILDID",
    "LAWFUL_RUN_ID",
];

/// Reads `--shard`: `2/4`; `auto`, by the variables of a scheduler; `auto/4` where that tells no number of machines.
///
/// ```
/// use cargo_lawful::shard::read_shard;
/// use lawful_data::Shard;
///
/// let slurm = |name: &str| match name {
///     "SLURM_ARRAY_TASK_ID" => Some("12".to_string()),
///     "SLURM_ARRAY_TASK_MIN" => Some("10".to_string()),
///     "SLURM_ARRAY_TASK_COUNT" => Some("4".to_string()),
///     _ => None,
/// };
/// assert_eq!(read_shard("auto", &slurm), Ok(Shard { index: 3, count: 4 }));
/// assert_eq!(read_shard("2/4", &slurm), Ok(Shard { index: 2, count: 4 }));
/// ```
///
/// # Errors
///
/// If it is not written so, or no scheduler tells the number.
pub fn read_shard(
    text: &str,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<Shard, CommandError> {
    let misuse = CommandError::misused;
    let count = match text.split_once('/') {
        None if text == "auto" => None,
        Some(("auto", count)) => Some(number("the number of shards", count)?),
        _ => return text.parse().map_err(|_| {
            misuse(format!(
                "`--shard {text}` is no shard: it is `2/4` (the second of four), `auto` (by the variables of Slurm, \
                 GitLab and others), or `auto/4` where these do not tell the number of shards (Kubernetes)"
            ))
        }),
    };
    let told = SCHEDULERS.iter().find_map(|one| Some((one, variable(one.index)?)));
    let Some((scheduler, index)) = told else {
        let names: Vec<&str> = SCHEDULERS.iter().map(|one| one.index).collect();
        return Err(misuse(format!(
            "`--shard auto` finds none of {} in the environment; write the shard as `--shard 2/4`",
            names.join(", ")
        )));
    };
    let told = |name: Option<&'static str>| {
        let set = name.and_then(|name| Some((name, variable(name)?)));
        set.map(|(name, text)| number(name, &text)).transpose()
    };
    let index = number(scheduler.index, &index)?;
    let first = told(scheduler.first_of)?.unwrap_or(scheduler.first);
    let step = told(scheduler.step)?.unwrap_or(1).max(1);
    let count = match (count, told(scheduler.count)?) {
        (Some(count), _) | (None, Some(count)) => count,
        (None, None) => {
            return Err(misuse(format!(
                "{} does not tell the number of shards; write it as `--shard auto/4`",
                scheduler.name
            )));
        }
    };
    let number = index.checked_sub(first).map(|distance| distance / step + 1);
    match number.filter(|number| *number <= count) {
        Some(index) => Ok(Shard { index, count }),
        None => Err(misuse(format!(
            "{} is {index}, which is not among {count} shards that begin at {first}",
            scheduler.index
        ))),
    }
}

/// A root seed that all shards of a run have, if a scheduler tells which run it is.
pub fn shared_seed(variable: &dyn Fn(&str) -> Option<String>) -> Option<u64> {
    let run = RUNS.iter().find_map(|name| variable(name).filter(|run| !run.is_empty()))?;
    // Short, since people type it.
    Some(lawful_data::tape::mix_bytes(run.as_bytes()) & 0xffff_ffff)
}

fn number(name: &str, text: &str) -> Result<u64, CommandError> {
    text.trim().parse().map_err(|_| {
        CommandError::misused(format!("{name} is {text:?}, which is not a whole number"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    type Variables<'a> = &'a [(&'a str, &'a str)];

    fn shard(text: &str, variables: Variables<'_>) -> Result<(u64, u64), String> {
        let variable = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| value.to_string())
        };
        match read_shard(text, &variable) {
            Ok(Shard { index, count }) => Ok((index, count)),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn schedulers_tell_the_shard() {
        let slurm_by_two = [
            ("SLURM_ARRAY_TASK_ID", "7"),
            ("SLURM_ARRAY_TASK_MIN", "1"),
            ("SLURM_ARRAY_TASK_STEP", "2"),
            ("SLURM_ARRAY_TASK_COUNT", "4"),
        ];
        let cases: [(&str, Variables<'_>, (u64, u64)); 6] = [
            ("3/3", &[], (3, 3)),
            ("auto", &slurm_by_two, (4, 4)),
            ("auto/3", &[("JOB_COMPLETION_INDEX", "0")], (1, 3)),
            ("auto", &[("CI_NODE_INDEX", "2"), ("CI_NODE_TOTAL", "2")], (2, 2)),
            ("auto", &[("CIRCLE_NODE_INDEX", "1"), ("CIRCLE_NODE_TOTAL", "2")], (2, 2)),
            (
                "auto",
                &[("BUILDKITE_PARALLEL_JOB", "0"), ("BUILDKITE_PARALLEL_JOB_COUNT", "9")],
                (1, 9),
            ),
        ];
        for (text, variables, expected) in cases {
            assert_eq!(shard(text, variables), Ok(expected), "{text} {variables:?}");
        }
    }

    #[test]
    fn a_shard_that_is_none_is_refused_with_the_way_out() {
        let cases: [(&str, Variables<'_>, &str); 7] = [
            ("0/4", &[], "`--shard 0/4` is no shard"),
            ("5/4", &[], "`--shard 5/4` is no shard"),
            ("four", &[], "`--shard four` is no shard"),
            ("auto", &[], "finds none of SLURM_ARRAY_TASK_ID"),
            ("auto", &[("JOB_COMPLETION_INDEX", "0")], "write it as `--shard auto/4`"),
            ("auto/2", &[("JOB_COMPLETION_INDEX", "2")], "is 2, which is not among 2 shards"),
            ("auto/2", &[("JOB_COMPLETION_INDEX", "x")], "is \"x\", which is not a whole number"),
        ];
        for (text, variables, part) in cases {
            let message = shard(text, variables).unwrap_err();
            assert!(message.contains(part), "{message}");
        }
    }
}
