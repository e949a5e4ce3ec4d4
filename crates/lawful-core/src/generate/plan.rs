//! How a derived type grows: values of a recursive type end by size, without any help.
//!
//! The outermost value of a group of types that lead back to each other has a budget of nodes: the
//! size. The parts of a node that lead back share what is left of it; a list of such parts gets the
//! square root for its length, and each element the same. So a value has no more nodes than the
//! size. Where nothing is left, only variants that end are picked. All other fields are payload, and
//! are drawn at no less than the square root of the size, so that a leaf deep down still has a name
//! with letters in it.
//!
//! A recursive value inside a collection also shares the collection's room, see `choice/room.rs`: each node takes an
//! element's cost, and where the share is used up variants that end are sampled. They are not the only ones
//! that may be picked, so that a tape reads the same outside of the collection.
//!
//! Halving the size at each level, as `recursive` does, makes values of as many nodes as the size to
//! the power of the number of fields; and a type cannot be asked to name its leaf.

use std::any::type_name;
use std::cell::RefCell;
use std::rc::Rc;

use super::growth::{Group, Height, Reach, heights_of};
use super::shape::{Form, KnownVariant, Shape, Shapes, Site};
use super::{Arbitrary, Generator, Listed, Misuse, any, sort_by};
use crate::choice::{ELEMENT, Growth, ONE_GOES_ON, Random, Source};

/// No value has more nodes than this, whatever the size. A chain of so many would also be too long
/// for the stack; see [`Plan::below`].
const MOST_NODES: u32 = 2_048;

/// What a derived type knows of itself. It is computed once.
///
/// ```
/// use lawful::generate::{Field, Shape, Shapes, Site, Variant};
/// use lawful::prelude::*;
/// use lawful_core::generate::Plan;
/// use std::sync::OnceLock;
///
/// // What `#[derive(Arbitrary)]` writes for this type.
/// struct Chain { next: Option<Box<Chain>> }
///
/// impl Arbitrary for Chain {
///     fn arbitrary(source: &mut Source) -> Self {
///         static PLAN: OnceLock<Plan> = OnceLock::new();
///         let node = PLAN.get_or_init(Plan::of::<Self>).enter(source);
///         let value = Chain { next: node.any(source, 0) };
///         node.leave(source);
///         value
///     }
///     fn shape(shapes: &mut Shapes) -> Shape {
///         let fields = &[Field::any::<Option<Box<Chain>>>("next")];
///         let site = Site { line: line!(), column: column!() };
///         shapes.derived::<Self>(site, false, &[Variant::new("Chain", " {}", 1, fields)])
///     }
/// }
///
/// let mut chain: Chain = Source::from_seed(1, 100).any();
/// while let Some(next) = chain.next {
///     chain = *next;
/// }
/// ```
#[derive(Debug)]
pub struct Plan {
    type_name: &'static str,
    /// The name of the group of types that lead back to each other, if this is one of them.
    group: Option<u64>,
    /// Which variant an alternative on the tape stands for: those first that do not lead back.
    alternatives: Vec<Alternative>,
    /// How many of them do not lead back.
    flat: usize,
    /// How many of them may be picked when the budget is used up: the flat ones or, where there are
    /// none, those of the least height.
    ending: usize,
    /// Whether a pick needs no table: all weights are 1, and there are flat ones.
    even: bool,
    /// Whether alternatives are numbered as the variants are.
    in_order: bool,
}

#[derive(Debug)]
struct Alternative {
    variant: usize,
    weight: u32,
    height: u32,
    reaches: Vec<Reach>,
    /// Which of the first fields lead back, and which of them by a list: one bit each.
    back: u64,
    listed: u64,
    /// Among how many parts the budget is shared, and what a multiplication divides by it with.
    parts: u32,
    share: u64,
}

impl Plan {
    /// The plan of a type that is not generic, to be kept in a static.
    pub fn of<T: Arbitrary>() -> Self {
        let mut shapes = Shapes::default();
        let shape = T::shape(&mut shapes);
        Plan::new(type_name::<T>(), &shapes, &shape)
    }

    /// The plan of a generic type. A static in its method would be one for all its types.
    #[inline]
    pub fn cached<T: Arbitrary>(site: Site) -> Rc<Self> {
        cached(type_name::<T>(), site, Plan::of::<T>)
    }

    fn new(type_name: &'static str, shapes: &Shapes, shape: &Shape) -> Self {
        let Form::Type(index) = shape.0 else {
            Misuse::raise(format!("the shape of `{type_name}` is not that of a derived type"))
        };
        let group = Group::of(shapes, index);
        let variants = shapes.types[index].variants.iter().enumerate();
        let generated = variants.filter(|(_, variant)| variant.weight > 0);
        let mut alternatives: Vec<Alternative> =
            generated.filter_map(|(at, variant)| Alternative::new(&group, at, variant)).listed();
        if alternatives.is_empty() {
            never_ends(type_name);
        }
        let name = group.name();
        let flat = alternatives.iter().filter(|one| one.parts == 0).count();
        if name.is_some() {
            // Where nothing is flat, the height decides; otherwise the order of the declaration.
            let least = |one: &Alternative| if flat == 0 { one.height } else { 0 };
            let key = |one: &Alternative| (one.parts > 0, least(one));
            sort_by(&mut alternatives, &|one, other| key(one).cmp(&key(other)));
        }
        let height = alternatives[0].height;
        let low = alternatives.iter().take_while(|one| one.height == height).count();
        Plan {
            type_name,
            group: name,
            flat,
            ending: if flat == 0 { low } else { flat },
            in_order: alternatives.iter().enumerate().all(|(at, one)| one.variant == at),
            even: flat > 0 && alternatives.iter().all(|one| one.weight == 1),
            alternatives,
        }
    }

    /// Begins a value: picks its variant and says how its fields are drawn. What it changes of the
    /// source, [`Node::leave`] puts back.
    #[inline]
    pub fn enter(&self, source: &mut Source) -> Node<'_> {
        let outer = source.growth();
        let size = source.size();
        if !source.deepen() {
            too_deep(self.type_name);
        }
        let Some(group) = self.group else {
            let (variant, alternative) = self.alternative(self.pick(source, None));
            return Node { variant, alternative, outer, size, inner: None };
        };
        let (budget, floor) = match outer.group == group {
            true => (outer.budget, outer.floor),
            false => outermost(size),
        };
        let index = match source.room().is_limited() {
            true => self.pick_in_room(source, budget),
            false => self.pick(source, Some(budget)),
        };
        let (variant, alternative) = self.alternative(index);
        let left = below(budget);
        let share = ((u64::from(left) * alternative.share) >> 32) as u32;
        let growth = Growth { group, budget: share, floor };
        let inner = Some(Inner { growth, payload: left.max(floor) });
        Node { variant, alternative, outer, size, inner }
    }

    /// The variant is what everything after it waits for, so it is not looked up without need.
    #[inline]
    fn alternative(&self, index: usize) -> (usize, &Alternative) {
        let alternative = &self.alternatives[index];
        (if self.in_order { index } else { alternative.variant }, alternative)
    }

    #[inline]
    fn pick(&self, source: &mut Source, budget: Option<u32>) -> usize {
        let all = self.alternatives.len();
        if all == 1 {
            return 0;
        }
        let (count, shift) = self.among(budget);
        source.pick(count as u64, |random| self.sample_among(random, count, shift)) as usize
    }

    /// Picks the variant of a recursive value inside a collection. Where its share is used up, it mostly ends.
    #[inline(never)]
    fn pick_in_room(&self, source: &mut Source, budget: u32) -> usize {
        let has_room = !source.room().is_used_up();
        source.spend(u64::from(ELEMENT));
        if self.alternatives.len() == 1 {
            return 0;
        }
        let (count, shift) = self.among(Some(budget));
        source.pick(count as u64, |random| {
            let goes_on = has_room || random.one_in(ONE_GOES_ON);
            self.sample_among(random, if goes_on { count } else { self.ending }, shift)
        }) as usize
    }

    /// Number of alternatives that a budget allows, and by how much those that end are rarer.
    #[inline]
    fn among(&self, budget: Option<u32>) -> (usize, u32) {
        let count = if budget == Some(0) { self.ending } else { self.alternatives.len() };
        // The more is left, the rarer are variants that end. Were they not, most lists that end
        // with one of two variants would have no element or one.
        (count, budget.map_or(0, |budget| (budget | 1).ilog2() / 2))
    }

    #[inline]
    fn sample_among(&self, random: &mut Random, count: usize, shift: u32) -> u64 {
        match self.even {
            // Half of all nodes are the last of their branch.
            _ if count == 1 => 0,
            true => self.sample(random, count, shift),
            false => self.sample_by_weight(random, count, shift),
        }
    }

    /// Each flat alternative once, each other one `1 << shift` times. Which it is cannot be
    /// predicted, so there is no branch on it.
    #[inline]
    fn sample(&self, random: &mut Random, count: usize, shift: u32) -> u64 {
        let flat = self.flat as u64;
        let back = (count as u64).saturating_sub(flat) << shift;
        let ticket = random.below(flat.min(count as u64) + back);
        ticket.min(flat) + (ticket.saturating_sub(flat) >> shift)
    }

    fn sample_by_weight(&self, random: &mut Random, count: usize, shift: u32) -> u64 {
        let some = || self.alternatives[..count].iter();
        // Where nothing is flat, none is rarer than another.
        let shift = if self.flat == 0 { 0 } else { shift };
        let weight =
            |one: &Alternative| u64::from(one.weight) << (shift * u32::from(one.parts > 0));
        let mut ticket = random.below(some().map(weight).sum());
        for (index, one) in some().enumerate() {
            match ticket.checked_sub(weight(one)) {
                Some(left) => ticket = left,
                None => return index as u64,
            }
        }
        0
    }
}

impl Alternative {
    /// Nothing if no value of the variant ends.
    fn new(group: &Group<'_>, index: usize, variant: &KnownVariant) -> Option<Self> {
        let height = group.height(variant)?;
        let reaches: Vec<Reach> =
            variant.fields.iter().map(|field| group.reach(&field.form)).listed();
        let parts = reaches.iter().fold(0, |parts: u32, reach| parts.saturating_add(reach.parts));
        let bits = |is_set: fn(&Reach) -> bool| {
            let first = reaches.iter().take(64).enumerate();
            first.fold(0, |bits, (at, reach)| bits | u64::from(is_set(reach)) << at)
        };
        Some(Alternative {
            variant: index,
            weight: variant.weight,
            height,
            back: bits(|reach| reach.parts > 0),
            listed: bits(|reach| reach.lists > 0),
            reaches,
            parts,
            // Rounded up; exact for all budgets there are.
            share: (1u64 << 32).div_ceil(u64::from(parts.max(1))),
        })
    }
}

/// The budget and the least size of the payload where a value is not part of another.
fn outermost(size: u32) -> (u32, u32) {
    let budget = size.min(MOST_NODES);
    // Smaller than the size, so that even a way back that nobody knows of comes to its end.
    (budget, budget.isqrt().min(budget.saturating_sub(1)))
}

/// What is left for the parts of a node. A little more than the node is taken off, so that a chain
/// of nodes is never longer than the stack: at most about 170.
fn below(budget: u32) -> u32 {
    budget.saturating_sub(1 + budget / 32)
}

/// A value of a derived type that is being made.
#[derive(Debug)]
pub struct Node<'a> {
    variant: usize,
    alternative: &'a Alternative,
    outer: Growth,
    size: u32,
    /// Only in a recursive type.
    inner: Option<Inner>,
}

#[derive(Clone, Copy, Debug)]
struct Inner {
    /// For one part that leads back.
    growth: Growth,
    /// The size for the rest.
    payload: u32,
}

impl Node<'_> {
    /// The variant, counted as declared.
    #[inline]
    pub fn variant(&self) -> usize {
        self.variant
    }

    /// Draws an arbitrary value of a type for the field at `index` of the variant.
    #[inline]
    pub fn any<T: Arbitrary>(&self, source: &mut Source, index: usize) -> T {
        self.draw(source, index, &any::<T>())
    }

    /// Draws the field at `index` of the variant.
    #[inline]
    pub fn draw<G: Generator>(&self, source: &mut Source, index: usize, generator: &G) -> G::Value {
        if let Some(inner) = &self.inner {
            let one = self.alternative;
            let (back, listed) = match index < 64 {
                true => (one.back >> index & 1 == 1, one.listed >> index & 1 == 1),
                false => (one.reaches[index].parts > 0, one.reaches[index].lists > 0),
            };
            match (back, listed) {
                (false, _) => source.set_growth(inner.payload, Growth::default()),
                (true, false) => source.set_growth(inner.growth.budget, inner.growth),
                (true, true) => {
                    let (length, budget) = in_lists(one.reaches[index].lists, inner.growth.budget);
                    source.set_growth(length, Growth { budget, ..inner.growth });
                }
            }
        }
        source.draw(generator)
    }

    /// Ends the value.
    #[inline]
    pub fn leave(self, source: &mut Source) {
        source.set_growth(self.size, self.outer);
        source.rise();
    }
}

/// How long a list of parts may be, and the budget of each element: as many elements as each has
/// nodes, and no more in all than the budget. With lists in lists every length is the fourth root,
/// which is small enough for three of them.
fn in_lists(lists: u32, budget: u32) -> (u32, u32) {
    let length = match lists {
        1 => budget.isqrt(),
        2 | 3 => budget.isqrt().isqrt(),
        _ => budget.min(1),
    };
    (length, budget / length.saturating_pow(lists).max(1))
}

/// Whether the second of two types has a value that ends sooner than any of the first.
#[cold]
pub(super) fn second_ends_sooner<A: Arbitrary, B: Arbitrary>() -> bool {
    let name = type_name::<(A, B)>();
    let find = |known: &Vec<(&str, bool)>| {
        known.iter().find(|(other, _)| *other == name).map(|(_, sooner)| *sooner)
    };
    SOONER.with_borrow(find).unwrap_or_else(|| {
        let sooner = compare_ends::<A, B>();
        SOONER.with_borrow_mut(|known| known.push((name, sooner)));
        sooner
    })
}

fn compare_ends<A: Arbitrary, B: Arbitrary>() -> bool {
    let mut shapes = Shapes::default();
    let forms = [A::shape(&mut shapes).0, B::shape(&mut shapes).0];
    let heights: [Height; 2] = heights_of(&shapes, forms);
    let [first, second] = heights.map(|height| height.unwrap_or(u32::MAX));
    second < first
}

type Cached = (&'static str, Site, Rc<Plan>);

thread_local! {
    static PLANS: RefCell<Vec<Cached>> = const { RefCell::new(Vec::new()) };
    static SOONER: RefCell<Vec<(&'static str, bool)>> = const { RefCell::new(Vec::new()) };
}

fn cached(name: &'static str, site: Site, make: fn() -> Plan) -> Rc<Plan> {
    let find = |plans: &Vec<Cached>| {
        let mut plans = plans.iter();
        // Nearly always it is the same text at the same address.
        let found = plans
            .find(|(other, at, _)| *at == site && (std::ptr::eq(*other, name) || *other == name));
        found.map(|(_, _, plan)| plan.clone())
    };
    PLANS.with_borrow(find).unwrap_or_else(|| {
        let plan = Rc::new(make());
        PLANS.with_borrow_mut(|plans| plans.push((name, site, plan.clone())));
        plan
    })
}

#[cold]
fn never_ends(type_name: &str) -> ! {
    Misuse::raise(format!(
        "no value of `{type_name}` comes to an end: each holds another one; put the inner one into \
         an `Option` or a `Vec`, or give the enum a variant without one"
    ))
}

#[cold]
fn too_deep(type_name: &str) -> ! {
    Misuse::raise(format!(
        "a value of `{type_name}` does not come to an end: an `Arbitrary` written by hand, or a \
         generator of `#[from(..)]`, leads back to it and does not get smaller; derive that type \
         too, let its `Arbitrary::shape` tell what it holds, or let it draw less at size 0"
    ))
}
