//! The same tape, the same trace, byte for byte.

use std::time::Duration;

use lawful_core::run::{Config, Runner};
use lawful_pulse::effect::effect;
use lawful_pulse::process::{
    Down, Pid, exit_self, kill, link, named, receive_as, receive_as_within, register, self_pid,
    send, spawn_monitor, whereis,
};
use lawful_pulse::{fault, scheduled};

/// Something of everything, which fails in some schedules.
fn body() {
    fault::may_lose_messages(1);
    let parent = self_pid();
    let server = named("server").spawn(|| {
        register("server", self_pid()).expect("the name is free");
        loop {
            let (client, number): (Pid, u32) = receive_as();
            effect(format_args!("count {number}"), || number);
            send(client, number + 1);
        }
    });
    let clients: Vec<_> = (0..3_u32)
        .map(|number| {
            spawn_monitor(move || {
                link(server);
                if let Some(server) = whereis("server") {
                    send(server, (self_pid(), number));
                }
                match receive_as_within::<u32>(Duration::from_secs(1)) {
                    Some(answer) => send(parent, answer),
                    None => exit_self("no answer".into()),
                }
            })
        })
        .collect();
    fault::may_kill(server);
    let normal = clients.iter().filter(|_| receive_as::<Down>().reason.to_string() == "normal");
    assert_eq!(normal.count(), 3, "a client got no answer");
    kill(server);
}

#[test]
fn the_same_seed_gives_the_same_trace_a_hundred_times() {
    let run = || {
        let summary = Runner::named("again").seed(7).tests(1).run(&scheduled(body));
        let failure = summary.failure().expect("some schedule fails").clone();
        (format!("{:?} {:?}", failure.trace(), failure.reason), failure.token)
    };
    let (first, token) = run();
    assert!(first.contains("EventKind") || first.contains("Deliver"), "{first}");
    for _ in 0..20 {
        assert_eq!(run().0, first);
    }
    for _ in 0..100 {
        let config = Config::default().with(|config| config.replay = Some(token.clone()));
        let summary = Runner::named("again").with(config).run(&scheduled(body));
        let failure = summary.failure().expect("the same failure");
        assert_eq!(format!("{:?} {:?}", failure.trace(), failure.reason), first);
    }
}
