//! The ten types.

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

impl Point {
    pub fn swapped(&self) -> Point {
        Point { x: self.y, y: self.x }
    }

    pub fn plus(&self, other: &Point) -> Point {
        Point {
            x: self.x.wrapping_add(other.x),
            y: self.y.wrapping_add(other.y),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
}

impl Color {
    pub fn inverted(&self) -> Color {
        Color {
            red: !self.red,
            green: !self.green,
            blue: !self.blue,
        }
    }

    pub fn brightness(&self) -> u32 {
        u32::from(self.red) + u32::from(self.green) + u32::from(self.blue)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Interval {
    pub start: u64,
    pub length: u64,
}

impl Interval {
    pub fn end(&self) -> u64 {
        self.start.saturating_add(self.length)
    }

    pub fn joined(&self, other: &Interval) -> Interval {
        let start = self.start.min(other.start);
        Interval {
            start,
            length: self.end().max(other.end()) - start,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    pub first: String,
    pub last: String,
}

impl Name {
    pub fn full(&self) -> String {
        format!("{} {}", self.first, self.last)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Account {
    pub number: u64,
    pub owner: Name,
    pub balance: i32,
    pub open: bool,
}

impl Account {
    pub fn deposit(&mut self, amount: i32) {
        self.balance = self.balance.wrapping_add(amount);
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Figure {
    Dot(Point),
    Line(Point, Point),
    Circle(Point, u64),
}

impl Figure {
    pub fn moved(&self, by: &Point) -> Figure {
        match self {
            Figure::Dot(at) => Figure::Dot(at.plus(by)),
            Figure::Line(from, to) => Figure::Line(from.plus(by), to.plus(by)),
            Figure::Circle(middle, radius) => Figure::Circle(middle.plus(by), *radius),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Entry {
    Opened(u64),
    Deposited(u64, i32),
    Renamed(u64, Name),
    Closed,
}

impl Entry {
    pub fn account(&self) -> Option<u64> {
        match self {
            Entry::Opened(number) | Entry::Deposited(number, _) | Entry::Renamed(number, _) => {
                Some(*number)
            }
            Entry::Closed => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    pub points: Vec<Point>,
    pub closed: bool,
}

impl Path {
    pub fn reversed(&self) -> Path {
        Path {
            points: self.points.iter().rev().cloned().collect(),
            closed: self.closed,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Palette {
    pub colors: Vec<Color>,
    pub background: Option<Color>,
}

impl Palette {
    pub fn all(&self) -> Vec<Color> {
        self.colors.iter().chain(&self.background).cloned().collect()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ledger {
    pub accounts: Vec<Account>,
    pub entries: Vec<Entry>,
}

impl Ledger {
    pub fn entries_of(&self, account: &Account) -> usize {
        let of_account = |entry: &&Entry| entry.account() == Some(account.number);
        self.entries.iter().filter(of_account).count()
    }
}
