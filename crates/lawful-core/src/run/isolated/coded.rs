//! Values as bytes: each type is written and read field by field, in one order that stands in one place.
//!
//! Both sides are the same program, so the format needs no version.

use std::sync::Mutex;

use crate::choice::Token;
use crate::run::codec::{read_number, write_number};

/// A value that crosses to another process.
pub(super) trait Coded: Sized {
    fn write(&self, bytes: &mut Vec<u8>);
    fn read(bytes: &mut &[u8]) -> Option<Self>;
}

pub(super) fn written(value: &impl Coded) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.write(&mut bytes);
    bytes
}

pub(super) fn read<T: Coded>(mut bytes: &[u8]) -> Option<T> {
    T::read(&mut bytes)
}

/// The tokens with the spans closed that were still open.
pub(super) fn with_spans_closed(mut tokens: Vec<Token>) -> Vec<Token> {
    let opened = tokens.iter().filter(|token| matches!(token, Token::Open(_))).count();
    let closed = tokens.iter().filter(|token| **token == Token::Close).count();
    tokens.extend((closed..opened).map(|_| Token::Close));
    tokens
}

/// Structs by their fields, and enums by the place of their variants in the list.
macro_rules! coded {
    ($(struct $name:ident { $($field:ident),+ $(,)? })+) => {
        $(impl Coded for $name {
            fn write(&self, bytes: &mut Vec<u8>) {
                $(self.$field.write(bytes);)+
            }

            fn read(bytes: &mut &[u8]) -> Option<Self> {
                $(let Some($field) = Coded::read(bytes) else { return None };)+
                Some($name { $($field),+ })
            }
        })+
    };
    ($(enum $name:ident { $($number:literal: $variant:ident
        $(($($item:ident),+))? $({ $($field:ident),+ })?),+ $(,)? })+) => {
        $(impl Coded for $name {
            fn write(&self, bytes: &mut Vec<u8>) {
                match self {
                    $($name::$variant $(($($item),+))? $({ $($field),+ })? => {
                        bytes.push($number);
                        $($($item.write(bytes);)+)?
                        $($($field.write(bytes);)+)?
                    })+
                }
            }

            fn read(bytes: &mut &[u8]) -> Option<Self> {
                match u8::read(bytes)? {
                    $($number => {
                        $($(let Some($item) = Coded::read(bytes) else { return None };)+)?
                        $($(let Some($field) = Coded::read(bytes) else { return None };)+)?
                        Some($name::$variant $(($($item),+))? $({ $($field),+ })?)
                    })+
                    _ => None,
                }
            }
        })+
    };
}
pub(super) use coded;

impl Coded for u8 {
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(*self);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        Some(byte)
    }
}

impl Coded for u64 {
    fn write(&self, bytes: &mut Vec<u8>) {
        write_number(bytes, *self);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        read_number(bytes)
    }
}

/// Types that are written as a number.
macro_rules! by_number {
    ($($name:ty: |$value:ident| $write:expr, |$number:ident| $read:expr;)+) => {
        $(impl Coded for $name {
            fn write(&self, bytes: &mut Vec<u8>) {
                let $value = self;
                write_number(bytes, $write);
            }

            fn read(bytes: &mut &[u8]) -> Option<Self> {
                let $number = read_number(bytes)?;
                $read
            }
        })+
    };
}

by_number! {
    bool: |value| u64::from(*value), |number| Some(number == 1);
    u32: |value| u64::from(*value), |number| number.try_into().ok();
    usize: |value| *value as u64, |number| number.try_into().ok();
    f64: |value| value.to_bits(), |number| Some(f64::from_bits(number));
}

impl Coded for String {
    fn write(&self, bytes: &mut Vec<u8>) {
        write_text(self, bytes);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let length = usize::read(bytes)?;
        let (text, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        String::from_utf8(text.to_vec()).ok()
    }
}

impl Coded for &'static str {
    fn write(&self, bytes: &mut Vec<u8>) {
        write_text(self, bytes);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        String::read(bytes).map(interned)
    }
}

fn write_text(text: &str, bytes: &mut Vec<u8>) {
    text.len().write(bytes);
    bytes.extend_from_slice(text.as_bytes());
}

impl<T: Coded> Coded for Option<T> {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.is_some().write(bytes);
        self.iter().for_each(|value| value.write(bytes));
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        match bool::read(bytes)? {
            true => T::read(bytes).map(Some),
            false => Some(None),
        }
    }
}

impl<T: Coded> Coded for Vec<T> {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.len().write(bytes);
        self.iter().for_each(|item| item.write(bytes));
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let length = usize::read(bytes)?;
        // Each item is a byte at least.
        if length > bytes.len() {
            return None;
        }
        let mut list = Vec::with_capacity(length);
        for _ in 0..length {
            let Some(item) = T::read(bytes) else { return None };
            list.push(item);
        }
        Some(list)
    }
}

impl<T: Coded> Coded for Box<T> {
    fn write(&self, bytes: &mut Vec<u8>) {
        (**self).write(bytes);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        T::read(bytes).map(Box::new)
    }
}

impl<A: Coded, B: Coded> Coded for (A, B) {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.0.write(bytes);
        self.1.write(bytes);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        match (A::read(bytes), B::read(bytes)) {
            (Some(first), Some(second)) => Some((first, second)),
            _ => None,
        }
    }
}

/// A text that lives as long as the program. There are as many as the law has arguments and labels.
fn interned(text: String) -> &'static str {
    static ALL: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut all = ALL.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(known) = all.iter().find(|known| **known == text) {
        return known;
    }
    let text: &'static str = Box::leak(text.into_boxed_str());
    all.push(text);
    text
}
