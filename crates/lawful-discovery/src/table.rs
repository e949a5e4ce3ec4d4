//! Tables of values: one for each type, in which equal values have one number.
//!
//! A term's values over many tests are then a list of numbers, comparing two values is comparing two numbers, and a
//! function that was called for some arguments need not be called for them again.

use std::any::{Any, TypeId};
use std::sync::Arc;

use lawful_core::extend::{Case, Source, mix};

use crate::equality::Equality;

/// Number of a value in the table of its type.
pub(crate) type Id = u32;

/// Stands for the value of a call that panicked. Functions are strict: a call with such an argument panics too.
pub(crate) const PANICKED: Id = u32::MAX;

/// Hash of a call that panicked.
pub(crate) const PANICKED_HASH: u64 = 0x7061_6e69_636b_6564;

const VACANT: u32 = u32::MAX;

/// Most pairs of equal values with different texts that a table keeps.
const MOST_TWINS: usize = 64;

/// Draws a value of a type.
pub(crate) type Draw<T> = Arc<dyn Fn(&mut Source) -> T + Send + Sync>;

/// How values of a type are shown.
#[derive(Debug)]
pub struct Showing<T> {
    pub(crate) text: fn(&T) -> String,
    pub(crate) give: fn(&mut Case, &'static str, &T),
}

impl<T> Clone for Showing<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Showing<T> {}

/// All that is known about a type.
pub(crate) struct TypeOf<T> {
    pub equality: Equality<T>,
    pub draw: Option<Draw<T>>,
    pub showing: Option<Showing<T>>,
}

impl<T> Clone for TypeOf<T> {
    fn clone(&self) -> Self {
        let TypeOf { equality, draw, showing } = self;
        TypeOf { equality: equality.clone(), draw: draw.clone(), showing: *showing }
    }
}

/// [`TypeOf`] a type that is known at run time only.
pub(crate) trait AnyType: Any + Send + Sync {
    fn id(&self) -> TypeId;
    fn name(&self) -> &'static str;
    fn table(&self) -> Box<dyn AnyTable>;
    fn is_drawn(&self) -> bool;
    fn compared_by(&self) -> &'static str;
    fn copy(&self) -> Box<dyn AnyType>;
}

impl<T: 'static> AnyType for TypeOf<T> {
    fn id(&self) -> TypeId {
        TypeId::of::<T>()
    }

    fn name(&self) -> &'static str {
        std::any::type_name::<T>()
    }

    fn table(&self) -> Box<dyn AnyTable> {
        Box::new(Table::new(self.clone()))
    }

    fn is_drawn(&self) -> bool {
        self.draw.is_some()
    }

    fn compared_by(&self) -> &'static str {
        self.equality.name()
    }

    fn copy(&self) -> Box<dyn AnyType> {
        Box::new(self.clone())
    }
}

/// The values of one type that have occurred.
pub(crate) struct Table<T> {
    about: TypeOf<T>,
    values: Vec<T>,
    /// Hash of each value; of its number where values have no hash of their own.
    hashes: Vec<u64>,
    /// Open addressing, by hash.
    index: Vec<u32>,
    /// Numbers of the values in order, where values have an order and no hash.
    sorted: Vec<Id>,
    /// Values that are equal to another one and look different, while they are looked for.
    twins: Option<Vec<(Id, T)>>,
}

impl<T: 'static> Table<T> {
    fn new(about: TypeOf<T>) -> Self {
        let (values, hashes, sorted) = (Vec::new(), Vec::new(), Vec::new());
        Table { about, values, hashes, index: vec![VACANT; 64], sorted, twins: None }
    }

    #[inline]
    pub fn get(&self, id: Id) -> &T {
        &self.values[id as usize]
    }

    /// Returns the number of a value, a new one if none is equal to it.
    #[inline]
    pub fn intern(&mut self, value: T) -> Id {
        match &self.about.equality {
            Equality::Hash(hash, same) => {
                let (hash, same) = (hash(&value), *same);
                self.intern_hashed(value, hash, &same)
            }
            Equality::Given(hash, same) => {
                let (hash, same) = (hash(&value), same.clone());
                self.intern_hashed(value, hash, &*same)
            }
            Equality::Order(compare) => {
                let values = &self.values;
                match self.sorted.binary_search_by(|id| compare(&values[*id as usize], &value)) {
                    Ok(at) => self.known(self.sorted[at], value),
                    Err(at) => {
                        let id = self.push_by_number(value);
                        self.sorted.insert(at, id);
                        id
                    }
                }
            }
            Equality::Scan(same) => {
                match self.values.iter().position(|other| same(other, &value)) {
                    Some(at) => self.known(at as Id, value),
                    None => self.push_by_number(value),
                }
            }
            Equality::Identity | Equality::Unknown => self.push_by_number(value),
        }
    }

    #[inline]
    fn intern_hashed(&mut self, value: T, hash: u64, same: &dyn Fn(&T, &T) -> bool) -> Id {
        let mask = self.index.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let id = self.index[at];
            if id == VACANT {
                break;
            }
            let found = id as usize;
            if self.hashes[found] == hash && same(&self.values[found], &value) {
                return self.known(id, value);
            }
            at = (at + 1) & mask;
        }
        let id = self.values.len() as Id;
        self.index[at] = id;
        self.values.push(value);
        self.hashes.push(hash);
        if self.values.len() * 2 > self.index.len() {
            self.grow();
        }
        id
    }

    #[cold]
    fn grow(&mut self) {
        let mask = self.index.len() * 2 - 1;
        let mut index = vec![VACANT; mask + 1];
        for id in self.index.iter().filter(|id| **id != VACANT) {
            let mut at = self.hashes[*id as usize] as usize & mask;
            while index[at] != VACANT {
                at = (at + 1) & mask;
            }
            index[at] = *id;
        }
        self.index = index;
    }

    fn push_by_number(&mut self, value: T) -> Id {
        let id = self.values.len() as Id;
        self.values.push(value);
        self.hashes.push(hash_of_number(id));
        id
    }

    fn known(&mut self, id: Id, value: T) -> Id {
        if let (Some(twins), Some(showing)) = (&mut self.twins, &self.about.showing)
            && twins.len() < MOST_TWINS
            && (showing.text)(&value) != (showing.text)(&self.values[id as usize])
        {
            twins.push((id, value));
        }
        id
    }

    /// Returns the hash that the value has, without keeping the value if it has a hash of its own.
    #[inline]
    pub fn hash(&mut self, value: T) -> u64 {
        match &self.about.equality {
            Equality::Hash(hash, _) => hash(&value),
            Equality::Given(hash, _) => hash(&value),
            _ => hash_of_number(self.intern(value)),
        }
    }
}

fn hash_of_number(id: Id) -> u64 {
    mix(u64::from(id), 0x6e75_6d62_6572)
}

/// A [`Table`] of a type that is known at run time only.
pub(crate) trait AnyTable: Any {
    /// Draws a value.
    fn draw(&mut self, source: &mut Source) -> Id;

    /// Shows a value as an argument of a law, if the case is one that is shown.
    fn give(&self, case: &mut Case, name: &'static str, id: Id);

    fn show(&self, id: Id) -> String;

    fn hashes(&self) -> &[u64];

    /// Moves values out of another table of the same type, which is of no use then. `ids` go down.
    fn move_from(&mut self, other: &mut dyn AnyTable, ids: &[Id]) -> Vec<(Id, Id)>;

    /// Begins to keep values that are equal to another one and look different.
    fn watch_twins(&mut self);

    /// Gives those values numbers of their own: pairs of a value and its twin.
    fn take_twins(&mut self) -> Vec<(Id, Id)>;
}

impl<T: 'static> AnyTable for Table<T> {
    fn draw(&mut self, source: &mut Source) -> Id {
        match self.about.draw.clone() {
            Some(draw) => {
                let value = draw(source);
                self.intern(value)
            }
            None => PANICKED,
        }
    }

    fn give(&self, case: &mut Case, name: &'static str, id: Id) {
        if let Some(showing) = self.about.showing.filter(|_| case.shows() && id != PANICKED) {
            (showing.give)(case, name, self.get(id));
        }
    }

    fn show(&self, id: Id) -> String {
        match &self.about.showing {
            _ if id == PANICKED => String::from("undefined"),
            Some(showing) => (showing.text)(self.get(id)),
            None => format!("(a value without `Debug`, number {id})"),
        }
    }

    fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    fn move_from(&mut self, other: &mut dyn AnyTable, ids: &[Id]) -> Vec<(Id, Id)> {
        let other: &mut dyn Any = other;
        let Some(other) = other.downcast_mut::<Table<T>>() else { return Vec::new() };
        ids.iter().map(|id| (*id, self.intern(other.values.swap_remove(*id as usize)))).collect()
    }

    fn watch_twins(&mut self) {
        self.twins = Some(Vec::new());
    }

    fn take_twins(&mut self) -> Vec<(Id, Id)> {
        let twins = self.twins.take().unwrap_or_default();
        twins.into_iter().map(|(id, twin)| (id, self.push_by_number(twin))).collect()
    }
}

/// The tables of all types of a signature.
pub(crate) struct Tables {
    all: Vec<Box<dyn AnyTable>>,
}

impl Tables {
    pub fn new(types: &[Box<dyn AnyType>]) -> Self {
        Tables { all: types.iter().map(|one| one.table()).collect() }
    }

    #[inline]
    pub fn of<T: 'static>(&self, kind: usize) -> &Table<T> {
        let table: &dyn Any = &*self.all[kind];
        table.downcast_ref().expect("a table holds the values of its type")
    }

    #[inline]
    pub fn of_mut<T: 'static>(&mut self, kind: usize) -> &mut Table<T> {
        let table: &mut dyn Any = &mut *self.all[kind];
        table.downcast_mut().expect("a table holds the values of its type")
    }

    pub fn any(&self, kind: usize) -> &dyn AnyTable {
        &*self.all[kind]
    }

    pub fn any_mut(&mut self, kind: usize) -> &mut dyn AnyTable {
        &mut *self.all[kind]
    }

    /// Returns the hash of a value.
    #[inline]
    pub fn hash(&self, kind: usize, id: Id) -> u64 {
        match id {
            PANICKED => PANICKED_HASH,
            _ => self.all[kind].hashes()[id as usize],
        }
    }
}
