//! Monitor of a formula with data: a slot for each obligation.
//!
//! The conjuncts of the residual live in slots. A slot sleeps if an event of which none of its atoms is true leaves it as
//! it is; the sites (one for each pattern) find those that wait for an event by the values they wait for. So an event
//! costs what it has to do with, and not what is open. What a slot says is a node without values, shared by all slots of
//! that form, and its progress is remembered by node and true atoms.

use std::any::TypeId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use crate::Stamp;
use crate::arena::{Arena, Bits, FALSE, Id, Memo, Node, TRUE};
use crate::atom::{Index, Table, Watcher};
use crate::automaton::copy;
use crate::bind::Instance;
use crate::compile::{LocalBind, Locals, Until, nanos};
use crate::deadlines::settle;
use crate::facts::Event;
use crate::formula::Formula;
use crate::monitor::{Birth, Debt, Owed, Verdict};
use crate::numbering::Found;
use crate::slot::{Lengths, More, NONE, Slot, Woken};

/// Mark of a watcher that waits for a binding, and not for an atom.
const BINDING: u32 = 1 << 31;
/// Atoms of a slot whose truth fits in a word; a slot with more computes each step.
const MOST_BITS: usize = 64;
/// Number of remembered steps at which they are forgotten: they can be computed again.
const MOST_REMEMBERED: usize = 50_000;

pub(crate) struct Slots<E> {
    arena: Arena,
    infos: Vec<Option<Rc<Info>>>,
    progress: Table<(Id, u64), Id>,
    slots: Vec<Slot<E>>,
    free: Vec<u32>,
    live: usize,
    /// Number of slots in which something is owed.
    owed: usize,
    sites: Vec<Site<E>>,
    /// Slots that are asked at every event.
    active: Vec<u32>,
    /// Slots by the digest of what they say, so that one obligation is kept once: the first of each chain.
    known: Vec<u32>,
    deadlines: BinaryHeap<Reverse<(u64, u32, u32)>>,
    round_deadlines: BinaryHeap<Reverse<(u64, u32, u32)>>,
    /// Number of deadlines of live slots.
    awaited: usize,
    woken: Vec<Woken>,
    /// Obligations that an event made, which become slots when all slots have had the event: one that is the same as an
    /// old obligation must not be put into its slot before that was stepped.
    new: Vec<New<E>>,
    events: u64,
    /// Number of slots that were ever made, which tells generations apart.
    made: u32,
    now: Stamp,
    /// Moment of the last event.
    last: Stamp,
    failed: bool,
    whole: bool,
    collect_at: usize,
    /// The formula, for another run.
    start: Id,
    start_locals: Locals<E>,
}

/// Statement about some values, as a node and its locals.
pub struct Compiled<E> {
    /// Number of the arena that the node is in.
    arena: u64,
    negated: bool,
    node: Id,
    locals: Locals<E>,
    /// True if its progress depends on nothing but the truth of its atoms.
    is_simple: bool,
}

/// An obligation that is to have a slot.
struct New<E> {
    node: Id,
    locals: Locals<E>,
    born: Birth,
    keep: Vec<Rc<Instance<E>>>,
}

struct Site<E> {
    id: TypeId,
    index: Box<dyn Index<E>>,
}

/// Facts about a node that are found out once.
struct Info {
    /// Node with its numbers in the order in which they occur.
    canonical: Id,
    atoms: Box<[u32]>,
    binds: Box<[u32]>,
    deadlines: Box<[u32]>,
    /// True if an `each!` is to begin with the next event.
    begins: bool,
    owed: bool,
    /// True if an event of which no atom is true leaves it as it is.
    idle: bool,
}

impl<E: 'static> Slots<E> {
    pub fn new(formula: &Formula<E>) -> Self {
        Slots::with(formula, false)
    }

    /// One slot for the whole formula, which is rewritten at every event.
    pub fn whole(formula: &Formula<E>) -> Self {
        Slots::with(formula, true)
    }

    fn with(formula: &Formula<E>, whole: bool) -> Self {
        let mut slots = Slots {
            arena: Arena::new(),
            infos: Vec::new(),
            progress: Table::default(),
            slots: Vec::new(),
            free: Vec::new(),
            live: 0,
            owed: 0,
            sites: Vec::new(),
            active: Vec::new(),
            known: Vec::new(),
            deadlines: BinaryHeap::new(),
            round_deadlines: BinaryHeap::new(),
            awaited: 0,
            woken: Vec::new(),
            new: Vec::new(),
            events: 0,
            made: 0,
            now: Stamp::default(),
            last: Stamp::default(),
            failed: false,
            whole,
            collect_at: 4096,
            start: TRUE,
            start_locals: Locals::default(),
        };
        slots.start = slots.start_locals.import(&mut slots.arena, formula, false);
        slots.begin();
        slots
    }

    /// Makes the slots that there are before the first event.
    fn begin(&mut self) {
        let locals = std::mem::take(&mut self.start_locals);
        self.add_all(self.start, &locals, Birth::default(), Birth::default(), None, &[]);
        self.start_locals = locals;
        self.add_new();
    }

    /// Forgets all events. Nodes and their progress stay: they do not depend on what has happened.
    ///
    /// The order of slots and of sites does, and is that of a new monitor afterwards.
    pub fn restart(&mut self) {
        self.slots.clear();
        self.free.clear();
        self.sites.clear();
        self.active.clear();
        self.known.clear();
        self.deadlines.clear();
        self.round_deadlines.clear();
        self.woken.clear();
        self.new.clear();
        (self.live, self.owed, self.awaited) = (0, 0, 0);
        (self.events, self.made) = (0, 0);
        (self.now, self.last) = (Stamp::default(), Stamp::default());
        self.failed = false;
        self.begin();
    }

    pub fn step(&mut self, event: &E, at: Stamp) -> Verdict {
        // Time may have gone on since without an event.
        let before = std::mem::replace(&mut self.last, at);
        self.advance(at);
        self.events += 1;
        if self.failed || self.live == 0 {
            return self.verdict();
        }
        let mut woken = std::mem::take(&mut self.woken);
        for site in &self.sites {
            for watcher in site.index.waiting(event) {
                let slot = &mut self.slots[watcher.slot as usize];
                let woken = slot.wake(watcher.slot, &mut woken);
                match watcher.atom & BINDING {
                    0 => woken.held |= 1 << (watcher.atom & 63),
                    _ => woken.matched = true,
                }
            }
        }
        for number in &self.active {
            self.slots[*number as usize].wake(*number, &mut woken);
        }
        for one in &woken {
            self.step_slot(*one, event, at, before);
            if self.failed {
                break;
            }
        }
        woken.clear();
        self.woken = woken;
        self.add_new();
        if self.arena.len() > self.collect_at || self.progress.len() > MOST_REMEMBERED {
            self.collect();
        }
        self.verdict()
    }

    fn step_slot(&mut self, woken: Woken, event: &E, at: Stamp, before: Stamp) {
        let number = woken.slot;
        let slot = &mut self.slots[number as usize];
        if !slot.live {
            return;
        }
        let node = slot.node;
        let info = self.infos[node as usize].clone();
        let begins = info.is_none_or(|info| info.begins);
        let is_matched = |local: &LocalBind<E>| match &local.begun {
            Some(begun) => begun.values.is_new(event),
            None => local.bind.is_match(event),
        };
        let many = slot.atoms.len() > MOST_BITS;
        if self.whole || begins || many || woken.matched && slot.binds().iter().any(is_matched) {
            if !self.bind(number, event, at) {
                self.compute(number, event, at, before);
            }
            return;
        }
        let mut held = woken.held;
        for (bit, atom) in slot.atoms.iter().enumerate() {
            if atom.site().is_none() && atom.holds(event) {
                held |= 1 << bit;
            }
        }
        let next = self.remembered(node, held);
        if next != node {
            let now = Birth::new(self.events, at);
            let locals = self.slots[number as usize].take_locals();
            let own = locals.lengths();
            self.replace(number, next, locals, own, now, Vec::new());
        }
    }

    /// Progress of a node by an event that matches no binding.
    fn remembered(&mut self, node: Id, held: u64) -> Id {
        if let Some(next) = self.progress.get(&(node, held)) {
            return *next;
        }
        let next = self.arena.progress(node, &mut Bits::new(held));
        let next = self.arena.normal(next);
        self.progress.insert((node, held), next);
        next
    }

    /// Steps a slot that says `always` of one binding, which matches: the slot stays as it is, and what is said of the
    /// values is new beside it. Says false if there is more to it.
    ///
    /// Most laws with data are of this form. What is said of the values is compiled once, and its progress remembered.
    fn bind(&mut self, number: u32, event: &E, at: Stamp) -> bool {
        let slot = &self.slots[number as usize];
        let Node::Always(body) = *self.arena.node(slot.node) else { return false };
        let Node::Bind { number: 0, all: true } = *self.arena.node(body) else { return false };
        let [LocalBind { bind, negated, begun: None }] = slot.binds() else { return false };
        if self.whole {
            return false;
        }
        let Some(instance) = bind.instance(event) else { return false };
        let compiled = self.compiled(&instance, *negated);
        if !compiled.is_simple {
            return false;
        }
        let mut held = 0;
        for (bit, atom) in compiled.locals.atoms.iter().enumerate() {
            held |= u64::from(atom.holds(event)) << bit;
        }
        let next = self.remembered(compiled.node, held);
        if next == FALSE {
            self.failed = true;
            return true;
        }
        let now = Birth::new(self.events, at);
        match self.arena.has_fresh_deadline(next) {
            false => self.add_parts(next, &compiled.locals, now, &instance),
            true => {
                let atoms = compiled.locals.atoms.clone();
                let mut locals = Locals { atoms, ..Locals::default() };
                let next = settle(&mut self.arena, next, at, &mut locals);
                self.add_parts(next, &locals, now, &instance);
            }
        }
        true
    }

    fn add_parts(&mut self, id: Id, locals: &Locals<E>, born: Birth, instance: &Rc<Instance<E>>) {
        let mut place = 0;
        while let Some(part) = self.arena.conjunct(id, place) {
            self.add(part, locals, born, std::slice::from_ref(instance));
            place += 1;
        }
    }

    /// Compiles what is said of some values, for this monitor and once.
    fn compiled(&mut self, instance: &Rc<Instance<E>>, negated: bool) -> Rc<Compiled<E>> {
        let is_ours =
            |one: &&Rc<Compiled<E>>| one.arena == self.arena.number && one.negated == negated;
        if let Some(compiled) = instance.compiled.borrow().as_ref().filter(is_ours) {
            return compiled.clone();
        }
        let mut locals = Locals::default();
        let id = locals.import(&mut self.arena, &instance.formula, negated);
        let info = self.info(id);
        let is_simple = !info.begins && locals.binds.is_empty() && locals.atoms.len() <= MOST_BITS;
        let arena = self.arena.number;
        // Numbers are in the order in which atoms occur as they are imported, or else renumbered.
        let atoms = info.atoms.iter().map(|atom| locals.atoms[*atom as usize].clone()).collect();
        let locals = Locals { atoms, ..Locals::default() };
        let compiled = Compiled { arena, negated, node: info.canonical, locals, is_simple };
        let compiled = Rc::new(compiled);
        instance.compiled.replace(Some(compiled.clone()));
        compiled
    }

    /// Computes the step of a slot in which a binding matches.
    fn compute(&mut self, number: u32, event: &E, at: Stamp, before: Stamp) {
        let slot = &mut self.slots[number as usize];
        let (node, mut locals) = (slot.node, slot.take_locals());
        let own = locals.lengths();
        let mut instances = Vec::new();
        let mut facts = Event {
            event: Some(event),
            at,
            before,
            number: self.events,
            locals: &mut locals,
            instances: &mut instances,
            memo: Memo::default(),
        };
        let next = self.arena.progress(node, &mut facts);
        let next = self.arena.normal(next);
        let now = Birth::new(self.events, at);
        self.replace(number, next, locals, own, now, instances);
    }

    /// Puts what is left of a slot in its place. `own` are the locals that it had before others were added.
    fn replace(
        &mut self,
        number: u32,
        next: Id,
        mut locals: Locals<E>,
        own: Lengths,
        now: Birth,
        instances: Vec<Rc<Instance<E>>>,
    ) {
        let next = settle(&mut self.arena, next, self.now, &mut locals);
        let slot = &mut self.slots[number as usize];
        let (node, born) = (slot.node, slot.born);
        let was_owed = !self.arena.at_end(node, false);
        // What comes of something that is owed is the same debt.
        let born_now = if was_owed { born } else { now };
        if next == FALSE {
            slot.put_locals(locals);
            self.failed = true;
            return;
        }
        if self.whole || !self.arena.conjuncts(next).contains(&node) {
            // What is left has closures of the same instances.
            let mut instances = instances;
            let kept = slot.more.as_mut().map(|more| std::mem::take(&mut more.keep));
            instances.extend(kept.unwrap_or_default());
            self.remove(number, &locals, own);
            self.add_all(next, &locals, born_now, born, Some(node), &instances);
            return;
        }
        // An `always` and the like: it stays as it is, and there are new obligations beside it.
        let parts: Vec<Id> =
            self.arena.conjuncts(next).into_iter().filter(|part| *part != node).collect();
        for part in parts {
            self.add(part, &locals, born_now, &instances);
        }
        locals.truncate(own);
        self.slots[number as usize].put_locals(locals);
    }

    /// Adds a slot for each conjunct. Those that are the `same` as before keep their birth.
    fn add_all(
        &mut self,
        id: Id,
        locals: &Locals<E>,
        born: Birth,
        same_born: Birth,
        same: Option<Id>,
        instances: &[Rc<Instance<E>>],
    ) {
        let parts = match self.whole && id != TRUE {
            true => vec![id],
            false => self.arena.conjuncts(id),
        };
        for part in parts {
            if part == FALSE {
                self.failed = true;
                return;
            }
            let born = if Some(part) == same { same_born } else { born };
            self.add(part, locals, born, instances);
        }
    }

    fn add(&mut self, id: Id, all: &Locals<E>, born: Birth, instances: &[Rc<Instance<E>>]) {
        let of = self.info(id);
        let locals = Locals {
            atoms: of.atoms.iter().map(|atom| all.atoms[*atom as usize].clone()).collect(),
            binds: of.binds.iter().map(|bind| all.binds[*bind as usize].clone()).collect(),
            deadlines: of.deadlines.iter().map(|one| all.deadlines[*one as usize]).collect(),
        };
        let by_closure = locals.atoms.iter().any(|atom| atom.site().is_none());
        let mut keep: Vec<Rc<Instance<E>>> = Vec::new();
        if by_closure || !locals.binds.is_empty() {
            let is_known =
                |keep: &[Rc<Instance<E>>], one| keep.iter().any(|kept| Rc::ptr_eq(kept, one));
            instances.iter().for_each(|one| {
                if !is_known(&keep, one) {
                    keep.push(one.clone());
                }
            });
        }
        self.new.push(New { node: of.canonical, locals, born, keep });
    }

    /// Makes slots of the new obligations.
    fn add_new(&mut self) {
        let mut new = std::mem::take(&mut self.new);
        new.drain(..).for_each(|one| self.add_slot(one));
        self.new = new;
    }

    fn add_slot(&mut self, New { node, locals, born, keep }: New<E>) {
        let info = self.info(node);
        let digest = locals.says().digest(node);
        let mut known = self.first_known(digest);
        while known != NONE {
            let slot = &mut self.slots[known as usize];
            if slot.digest == digest && slot.node == node && slot.says().is_same(locals.says()) {
                slot.born = slot.born.min(born);
                return;
            }
            known = slot.same_chain;
        }
        let by_closure = locals.atoms.iter().any(|atom| atom.site().is_none());
        self.made = self.made.wrapping_add(1);
        let number = self.free.pop().unwrap_or(self.slots.len() as u32);
        for until in &locals.deadlines {
            let (heap, last) = match *until {
                Until::Time(last) => (&mut self.deadlines, last),
                Until::Round(last) => (&mut self.round_deadlines, last),
            };
            heap.push(Reverse((last, number, self.made)));
        }
        self.awaited += locals.deadlines.len();
        if self.whole || by_closure || info.begins || !info.idle || locals.atoms.len() > MOST_BITS {
            self.active.push(number);
        }
        if !self.whole {
            self.register(number, &locals);
        }
        self.live += 1;
        self.owed += usize::from(info.owed);
        let more = !(locals.binds.is_empty() && keep.is_empty());
        let slot = Slot {
            node,
            same_chain: NONE,
            atoms: locals.atoms.into(),
            deadlines: locals.deadlines.into(),
            more: more.then(|| Box::new(More { binds: locals.binds, keep })),
            born,
            digest,
            generation: self.made,
            woken: NONE,
            live: true,
        };
        match self.slots.get_mut(number as usize) {
            Some(place) => *place = slot,
            None => self.slots.push(slot),
        }
        self.make_known(number);
        if self.deadlines.len() + self.round_deadlines.len() > 2 * self.awaited + 64 {
            self.drop_stale_deadlines();
        }
    }

    /// First slot of the chain in which one with this digest would be.
    fn first_known(&self, digest: u32) -> u32 {
        match self.known.len() {
            0 => NONE,
            size => self.known[digest as usize & (size - 1)],
        }
    }

    /// Lets a slot be found by what it says.
    fn make_known(&mut self, number: u32) {
        if self.whole {
            return;
        }
        match self.live <= self.known.len() {
            true => self.chain(number),
            false => self.chain_all(),
        }
    }

    /// Makes the chains anew, of all slots.
    fn chain_all(&mut self) {
        if self.whole {
            return;
        }
        let size = (2 * self.live).next_power_of_two().max(16);
        self.known.clear();
        self.known.resize(size, NONE);
        for other in 0..self.slots.len() {
            if self.slots[other].live {
                self.chain(other as u32);
            }
        }
    }

    fn chain(&mut self, number: u32) {
        let slot = &mut self.slots[number as usize];
        let first = slot.digest as usize & (self.known.len() - 1);
        slot.same_chain = std::mem::replace(&mut self.known[first], number);
    }

    fn make_unknown(&mut self, number: u32) {
        let Slot { digest, same_chain: after, .. } = self.slots[number as usize];
        let mut before = self.first_known(digest);
        if before == number {
            let first = digest as usize & (self.known.len() - 1);
            self.known[first] = after;
            return;
        }
        while before != NONE {
            let slot = &mut self.slots[before as usize];
            if slot.same_chain == number {
                slot.same_chain = after;
                return;
            }
            before = slot.same_chain;
        }
    }

    /// Sites of the atoms and bindings of a slot, each with its number there.
    fn register(&mut self, number: u32, locals: &Locals<E>) {
        for (atom, place) in locals.atoms.iter().zip(0..) {
            let Some(id) = atom.site() else { continue };
            let site = self.site(id, || atom.index());
            let watcher = Watcher { slot: number, atom: place };
            self.sites[site].index.add(atom.as_any(), watcher);
        }
        for (local, place) in locals.binds.iter().zip(0..) {
            let site = self.site(local.bind.site(), || local.bind.index());
            let watcher = Watcher { slot: number, atom: BINDING | place };
            self.sites[site].index.add(local.bind.as_any(), watcher);
        }
    }

    fn site(&mut self, id: TypeId, index: impl FnOnce() -> Box<dyn Index<E>>) -> usize {
        let found = self.sites.iter().position(|site| site.id == id);
        found.unwrap_or_else(|| {
            self.sites.push(Site { id, index: index() });
            self.sites.len() - 1
        })
    }

    /// Frees a slot. Its locals are given, since they were taken out to be extended.
    fn remove(&mut self, number: u32, locals: &Locals<E>, own: Lengths) {
        for atom in &locals.atoms[..own.atoms] {
            let place = self.sites.iter().position(|site| Some(site.id) == atom.site());
            if let Some(place) = place {
                self.sites[place].index.remove(atom.as_any(), number);
            }
        }
        for local in &locals.binds[..own.binds] {
            let place = self.sites.iter().position(|site| site.id == local.bind.site());
            if let Some(place) = place {
                self.sites[place].index.remove(local.bind.as_any(), number);
            }
        }
        if let Some(place) = self.active.iter().position(|active| *active == number) {
            self.active.swap_remove(place);
        }
        let slot = &mut self.slots[number as usize];
        slot.live = false;
        slot.more = None;
        self.live -= 1;
        let info = self.infos[slot.node as usize].as_ref();
        self.owed -= usize::from(info.is_some_and(|info| info.owed));
        self.awaited -= info.map_or(0, |info| info.deadlines.len());
        self.make_unknown(number);
        self.free.push(number);
    }

    /// Finds out the facts about a node, once.
    fn info(&mut self, id: Id) -> Rc<Info> {
        if self.infos.len() <= id as usize {
            self.infos.resize(self.arena.len(), None);
        }
        if let Some(info) = &self.infos[id as usize] {
            return info.clone();
        }
        let mut found = Found::default();
        found.look(&self.arena, id);
        let canonical = match found.is_canonical() {
            true => id,
            false => found.renumber(&mut self.arena, id, &mut Memo::default()),
        };
        let owed = !self.arena.at_end(id, false);
        let fits = found.atoms.len() <= MOST_BITS;
        let idle = fits && !found.begins && self.remembered(id, 0) == id;
        let Found { atoms, binds, deadlines, begins, .. } = found;
        let (atoms, binds, deadlines) = (atoms.into(), binds.into(), deadlines.into());
        let info = Rc::new(Info { canonical, atoms, binds, deadlines, begins, owed, idle });
        if self.infos.len() <= id as usize {
            self.infos.resize(self.arena.len(), None);
        }
        self.infos[id as usize] = Some(info.clone());
        info
    }

    /// Lets time go on to `now`: deadlines before it are over.
    pub fn advance(&mut self, now: Stamp) {
        self.now = now;
        let is_due = |heap: &BinaryHeap<Reverse<(u64, u32, u32)>>, now: u64| {
            heap.peek().is_some_and(|Reverse((last, _, _))| *last < now)
        };
        loop {
            let due = match () {
                () if self.failed => return,
                () if is_due(&self.deadlines, nanos(now)) => self.deadlines.pop(),
                () if is_due(&self.round_deadlines, now.round) => self.round_deadlines.pop(),
                () => return,
            };
            let Some(Reverse((_, number, generation))) = due else { return };
            let slot = &mut self.slots[number as usize];
            if !slot.live || slot.generation != generation {
                continue;
            }
            let (node, locals) = (slot.node, slot.take_locals());
            let own = locals.lengths();
            let is_over = |deadline: u32| locals.deadlines[deadline as usize].is_over(now);
            let next = self.arena.expire(node, &is_over);
            if next == node {
                self.slots[number as usize].put_locals(locals);
                continue;
            }
            let birth = Birth::new(self.events, now);
            self.replace(number, next, locals, own, birth, Vec::new());
            self.add_new();
        }
    }

    fn drop_stale_deadlines(&mut self) {
        let slots = &self.slots;
        let is_live = |Reverse((_, number, generation)): &Reverse<(u64, u32, u32)>| {
            let slot = &slots[*number as usize];
            slot.live && slot.generation == *generation
        };
        self.deadlines.retain(is_live);
        self.round_deadlines.retain(is_live);
    }

    /// Forgets nodes that no slot has, and their progress.
    fn collect(&mut self) {
        let old = std::mem::replace(&mut self.arena, Arena::new());
        let mut copied = Table::default();
        self.start = copy(&old, self.start, &mut self.arena, &mut copied);
        let mut live = Vec::new();
        for (number, slot) in (0..).zip(&mut self.slots) {
            if slot.live {
                slot.node = copy(&old, slot.node, &mut self.arena, &mut copied);
                live.push(number);
            }
        }
        self.infos.clear();
        self.progress.clear();
        for number in live {
            let node = self.slots[number as usize].node;
            self.info(node);
            let slot = &mut self.slots[number as usize];
            slot.digest = slot.says().digest(node);
        }
        self.chain_all();
        self.collect_at = (2 * self.arena.len()).max(4096);
    }

    pub fn verdict(&self) -> Verdict {
        match () {
            () if self.failed => Verdict::False,
            () if self.live == 0 => Verdict::True,
            () if self.owed == 0 => Verdict::PresumablyTrue,
            () => Verdict::PresumablyFalse,
        }
    }

    /// Verdict if the program ended here.
    pub fn ended(&self) -> bool {
        let mut live = self.slots.iter().filter(|slot| slot.live);
        !self.failed && live.all(|slot| self.arena.at_end(slot.node, true))
    }

    pub fn owed(&self) -> Vec<Owed> {
        if self.owed == 0 {
            return Vec::new();
        }
        let live = self.slots.iter().filter(|slot| slot.live);
        live.filter(|slot| !self.arena.at_end(slot.node, false))
            .map(|slot| slot.born.owed(self.debt(slot)))
            .collect()
    }

    fn debt(&self, slot: &Slot<E>) -> Debt {
        let has_time = || slot.deadlines.iter().any(|until| matches!(until, Until::Time(_)));
        match () {
            () if self.arena.at_end(slot.node, true) => Debt::Stay,
            () if !self.arena.awaits_deadline(slot.node) => Debt::Event,
            () if has_time() => Debt::InTime,
            () => Debt::InRounds,
        }
    }

    /// Returns whether there is a deadline in rounds.
    #[cfg(feature = "pulse")]
    pub fn counts_rounds(&self) -> bool {
        !self.round_deadlines.is_empty()
    }

    pub fn len(&self) -> usize {
        self.live
    }

    pub fn memory(&self) -> usize {
        // An atom is a pointer and what it points to: its values and the words of its pattern.
        const ATOM: usize = 96;
        let of_slot = |slot: &Slot<E>| {
            let more = slot.more.as_ref().map_or(0, |more| 48 + 48 * more.binds.len());
            ATOM * slot.atoms.len() + size_of::<Until>() * slot.deadlines.len() + more
        };
        self.arena.memory()
            + self.progress.capacity() * 24
            + self.infos.capacity() * 8
            + self.slots.capacity() * size_of::<Slot<E>>()
            + self.slots.iter().filter(|slot| slot.live).map(of_slot).sum::<usize>()
            + 24 * (self.deadlines.capacity() + self.round_deadlines.capacity())
            + 4 * self.known.capacity()
    }
}
