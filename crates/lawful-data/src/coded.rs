//! Fields of each type of this crate, in the one place that says how it is written and read.

use crate::codec::{Coded, Fault, Reader, Writer, coded};
use crate::tape::{Detail, RowKey, Tape, Token, decode, encode, read_token, write_token};
use crate::*;

coded! {
    enum Verdict { 0: Passed, 1: Failed, 2: Discarded, 3: Skipped }
    enum CasePart { 0: Drawing(name), 1: Drawn(record), 2: Call(call), 3: Called(call) }
    enum Label {
        0: Text(text),
        1: Collected { table, value },
        2: KnownBug(name),
        3: Target { name, score },
        4: Sometimes { name, hit },
        5: Covered { name, percent, hit },
    }
    enum Block {
        0: Paragraph(text),
        1: Code(text),
        2: Table(rows),
        3: Calls(calls),
        4: Trace(trace),
        5: Picture { name, svg },
        6: History(history),
        7: Graph(graph),
        8: Statements(statements),
        9: Marks(marks),
    }
    enum TaskEnd { 0: Finished, 1: Panicked(message), 2: Exited(reason), 3: Waits(what), 4: Unfinished }
    enum EventKind {
        0: Start,
        1: Spawn,
        2: Send,
        3: Deliver,
        4: Effect,
        5: Call,
        6: Operation,
        7: Wait,
        8: Time,
        9: End,
    }
    enum Tone { 0: Plain, 1: Good, 2: Bad, 3: Faint }
    enum Target { 0: Lib, 1: Bin(name), 2: Test(name) }
    enum Event {
        0: Started { about, seed },
        1: Database(notice),
        2: Case { index, case, verdict, reason, time },
        3: Left { seed, index },
        4: TryingLeft { index, time },
        5: DiedElsewhere { is_guarded },
        6: Unknown { case, time },
        7: StillRunning { case, time },
        8: Progress { passed, tests, discarded },
        9: Failed { index },
        10: Stored { file, is_committed, stored },
    }
    enum Notice {
        0: SetAside { file, moved_to, problem },
        1: Unusable { path, error },
        2: NoTarget { program },
        3: NoTrail { path, error },
    }
    enum Problem { 0: NotOurs, 1: AnotherVersion { found, read }, 2: AnotherLaw, 3: Damaged }
    enum Found {
        0: Test { index },
        1: Database,
        2: Kept { index },
        3: KeptToken,
        4: Walk { size, index },
        5: Climb { target, score },
        6: Shrinking,
        7: Left,
        8: Fuzzer,
        9: Replay,
    }
    enum Stop { 0: Smallest, 1: Runs, 2: Time }
    enum Limit { 0: Law(time), 1: Generation(time), 2: Search(time), 3: Explaining(time) }
    enum Stopped {
        0: Passed,
        1: Failed(failures),
        2: Unstable(unstable),
        3: GaveUp { starved },
        4: NotCovered(coverage),
        5: Misused(misuse),
        6: ReplayPassed,
        7: ReplayOfAnotherLaw { law },
    }
    enum Warning {
        0: Duplicates { different, of },
        1: Trivial { trivial, of },
        2: Constant { argument, same, of },
        3: Discards { discarded, passed },
        4: Remark(text),
        5: Never { promise, cases },
        6: KnownBugFixed { known, cases },
        7: ThreadPanics { count, location, message },
        8: SlowGeneration { generation, all },
    }
    enum Feature { 0: Digits { negative, digits }, 1: Length(length), 2: Variant(name), 3: Other }
}

coded! {
    struct CaseRecord { starved, unmet, drawing, labels, arguments, document, notes, found_by }
    struct Starved { filter, tries, different }
    struct Assumption { place, text }
    struct Place { file, line, column }
    struct ShownValue { name, type_name, debug, types }
    struct Description { type_name, is_enum, variants }
    struct DescribedVariant { name, brackets, fields }
    struct Document { blocks }
    struct Reason { component, code, title, fields, document, identity }
    struct ShownCall { variable, name, arguments, before, result, failed, column }
    struct Trace { tasks, events, switches }
    struct TracedTask { name, spawned, end }
    struct TracedEvent { task, kind, text, place, from, clock, switched, label }
    struct About { name, file, line, test }
    struct Test { package, target, path }
    struct Counter { table, name, step }
    struct CountedStep { from, to, label }
    struct ShownHistory { clients, calls, order, states, stuck, in_real_time }
    struct HistoryCall { client, call, result, invoked, returned }
    struct Graph { title, nodes, edges }
    struct GraphNode { name, detail, tone }
    struct GraphEdge { from, to, label, detail, count }
    struct Statement { group, text, remark, tone, values }
    struct Mark { text, depth, from, to, is_beside }
    struct Page { kind, name, headline, is_success, document }
    struct Failure {
        arguments, drawing, document, found_by, sizes, original, reason, notes, identity, found, shrinks, runs, stop,
        tape, token, again, explanation,
    }
    struct Original { arguments, document }
    struct Rate { failed, runs }
    struct Unstable { arguments, rate, token, tape, reason, found, then, choices_differ, document }
    struct Explanation { free, nearest_passing }
    struct FreePart { argument, whole, others }
    struct NearestPassing { argument, shown }
    struct Size { unit, found, shrunk, proven }
    struct Identity { component, code, text }
    struct Summary {
        about, seed, passed, tests, first_test, next_test, discarded, tables, counts, counted_always, tells_counts, tells_original,
        stopped, expect_failure, may_give_up, max_discards, max_failures, tells_failures_by_shape, case_arguments, keeps_tokens, exhausted, warnings,
        distribution, limits, unstable,
    }
    struct Exhausted { size, cases }
    struct Distribution { argument, counts }
    struct Tables { labels, collected, coverage, known_bugs, sometimes, unmet }
    struct KnownBug { failed, passed }
    struct Table { counts }
    struct Coverage { name, percent, hits, cases, all }
    struct RowKey { lane, row }
}

impl Coded for Misuse {
    fn write(&self, to: &mut Writer) {
        to.text(&self.to_string());
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, Fault> {
        from.text().map(Misuse::new)
    }
}

/// Another process goes on shrinking, so it needs the bounds. A file needs what a replay reads.
impl Coded for Tape {
    fn write(&self, to: &mut Writer) {
        match to.is_json() {
            true => to.raw(|bytes| bytes.extend(encode(self, Detail::Spans))),
            false => {
                self.size.write(to);
                self.main.write(to);
                self.rows.write(to);
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, Fault> {
        match from {
            Reader::Json(_) => from.raw(|bytes| decode(std::mem::take(bytes), Detail::Spans)),
            Reader::Binary(_) => {
                Ok(Tape { size: from.member("")?, main: from.member("")?, rows: from.member("")? })
            }
        }
    }
}

impl Coded for Token {
    fn write(&self, to: &mut Writer) {
        to.raw(|bytes| write_token(bytes, self, Detail::Bounds));
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, Fault> {
        from.raw(|bytes| read_token(bytes, Detail::Bounds))
    }
}
