use lawful_core::run::{About, Config, run};
use lawful_machine::symbolic::*;
use lawful_parallel::Parallel;
use lawful_pulse::sync::atomic::{AtomicU64, Ordering::SeqCst};
use lawful_pulse::sync::{Arc, Mutex};
use lawful_report::terminal;

struct Store {
    map: Mutex<std::collections::BTreeMap<u8, u8>>,
    count: AtomicU64,
}
type M = std::collections::BTreeMap<u8, u8>;

fn put(m: &mut M, step: Step<Arc<Store>>) -> Flow {
    let key = step.draw(0..=2u8);
    let value = step.draw(0..=3u8);
    step.call((key, value), |s, _, (k, v)| {
        s.map.lock().unwrap().insert(k, v);
        s.count.fetch_add(1, SeqCst);
    })?;
    m.insert(key, value);
    Ok(())
}
fn get(m: &mut M, step: Step<Arc<Store>>) -> Flow {
    let key = step.draw(0..=2u8);
    step.call(key, |s, _, k| s.map.lock().unwrap().get(&k).copied())?.returns(m.get(&key).copied())
}
fn get_or_insert(m: &mut M, step: Step<Arc<Store>>) -> Flow {
    let key = step.draw(0..=2u8);
    let value = step.draw(0..=3u8);
    let r = step.call((key, value), |s, _, (k, v)| {
        let there = s.map.lock().unwrap().get(&k).copied();
        match there {
            Some(x) => x,
            None => {
                s.map.lock().unwrap().insert(k, v);
                v
            }
        }
    })?;
    r.returns(*m.entry(key).or_insert(value))
}

fn main() {
    let machine = Machine::new(M::new, || {
        Arc::new(Store { map: Mutex::default(), count: AtomicU64::new(0) })
    })
    .command(get)
    .command(put)
    .command(get_or_insert);
    let about =
        About { name: String::from("store::tests::atomic"), file: "src/store.rs", line: 12 };
    let config = Config {
        seed: Some(std::env::args().nth(1).map_or(7, |s| s.parse().unwrap())),
        tests: 1_000,
        failures: 1,
        ..Config::default()
    };
    let t = std::time::Instant::now();
    let summary = run(&Parallel::scheduled(machine), &about, &config, &mut |_| {});
    println!("{}", terminal::report(&summary));
    println!("{:?}", t.elapsed());
}
