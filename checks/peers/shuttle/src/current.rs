//! `shuttle::current`: what a task knows of itself, of which little can be told here.

/// Number of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TaskId(usize);

impl From<usize> for TaskId {
    fn from(id: usize) -> Self {
        TaskId(id)
    }
}

impl From<TaskId> for usize {
    fn from(id: TaskId) -> Self {
        id.0
    }
}

/// Name of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskName(String);

impl From<TaskName> for String {
    fn from(name: TaskName) -> Self {
        name.0
    }
}

/// Returns the number of the current task, from what its thread's number is shown as.
pub fn me() -> TaskId {
    let shown = format!("{:?}", lawful_pulse::thread::current().id());
    let digits: String = shown.chars().filter(char::is_ascii_digit).collect();
    TaskId(digits.parse::<usize>().expect("a number") - 1)
}

/// Returns the number of the current task.
pub fn get_current_task() -> Option<TaskId> {
    Some(me())
}

/// Returns the number of the current task.
pub fn try_get_current_task() -> Option<TaskId> {
    Some(me())
}

/// Functions that have no counterpart.
macro_rules! missing {
    ($($name:ident($($type:ty),*) -> $output:ty;)+) => {$(
        #[doc = concat!("`shuttle::current::", stringify!($name), "`, which has no counterpart.")]
        pub fn $name($(_: $type),*) -> $output {
            panic!(concat!("`shuttle::current::", stringify!($name), "` has no counterpart"));
        }
    )+};
}

missing! {
    context_switches() -> usize;
    reset_step_count() -> ();
    get_name_for_task(TaskId) -> Option<TaskName>;
    clock() -> Clock;
}

/// Vector clock of a task.
#[derive(Clone, Debug)]
pub struct Clock(());

impl Clock {
    /// Returns the entry of a task.
    pub fn get(&self, _: usize) -> u32 {
        0
    }
}
