//! x
use super::*;
use lawful::pulse::process::Order;
use lawful::pulse::process::{receive_as, self_pid, send, spawn};
use lawful::pulse::*;
use lawful::temporal::*;

#[derive(Debug)]
struct Tick;
#[test]
fn hang() {
    let program = || {
        let me = self_pid();
        spawn(move || {
            loop {
                send(me, 1_u8);
                event!(Tick);
            }
        });
        receive_as::<u8>();
    };
    let law = scheduled(program)
        .over_time(TraceLaw::new(always(is!(Tick))).max_points(100).max_events(100));
    println!("{:?}", Runner::named("x").tests(1).run(&law));
}
#[test]
fn both() {
    let mut said = 0;
    for seed in 1..=300 {
        let law = scheduled(|| chat::test(&vec![vec![], vec!['a']], Order::Pairs, None))
            .search(Search::Random)
            .over_time(chat::all_others_receive(2));
        let config = Config::default().with(|c| {
            c.seed = Some(seed);
            c.max_shrink_runs = 0;
            c.max_failures = 1;
        });
        let summary = Runner::named("x").with(config).run(&law);
        let trace = summary.failure().unwrap().trace().unwrap();
        said += usize::from(trace.events.iter().any(|e| e.text.contains("sends Said")));
    }
    println!("said: {said}");
}
