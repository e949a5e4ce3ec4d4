//! Descriptions of APIs in C: the functions of a library, with the types of their arguments and results.
//!
//! Both sides of an interpreter come from a description: its source in C ([`crate::emit`], which the build script
//! compiles) and the lines that tests write and read ([`crate::call`]). This file and that of the descriptions are part
//! of the build script too, so that they import nothing of the crate.

/// An API: what its header declares.
#[derive(Debug)]
pub struct Api {
    /// Name of the interpreter.
    pub name: &'static str,
    /// Header, as an `#include` has it.
    pub header: &'static str,
    /// Functions that can be called.
    pub functions: &'static [Function],
}

/// A function in C.
#[derive(Debug)]
pub struct Function {
    /// Name in C.
    pub name: &'static str,
    /// Arguments, in order.
    pub arguments: &'static [Argument],
    /// Type of the result.
    pub result: Returns,
}

/// An argument of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A number, which the caller gives.
    Number(Scalar),
    /// A string that ends with a zero byte.
    Text,
    /// A pointer to numbers, which the caller gives.
    Array(Scalar),
    /// A pointer that a function returned before, held by a variable.
    Handle,
    /// A pointer to a number that the function sets.
    Out(Scalar),
    /// A pointer to numbers that the function sets, as many as the argument with that index says.
    OutArray(Scalar, usize),
}

/// Type of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    /// Nothing.
    Nothing,
    /// A number.
    Number(Scalar),
    /// A pointer for a variable, or null.
    Handle,
}

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// `int`, and enums.
    Int,
    /// `long`.
    Long,
    /// `size_t`.
    Size,
    /// `int32_t`.
    Int32,
    /// `uint32_t`.
    Uint32,
    /// A byte of memory.
    Byte,
}

impl Scalar {
    /// The name of the type in C.
    pub fn c_type(self) -> &'static str {
        match self {
            Scalar::Int => "int",
            Scalar::Long => "long",
            Scalar::Size => "size_t",
            Scalar::Int32 => "int32_t",
            Scalar::Uint32 => "uint32_t",
            Scalar::Byte => "unsigned char",
        }
    }
}

impl Argument {
    /// Returns whether the caller gives it. A value that a function sets is part of its reply.
    pub fn is_given(self) -> bool {
        !matches!(self, Argument::Out(_) | Argument::OutArray(..))
    }
}

impl Api {
    /// The function of that name.
    ///
    /// # Panics
    ///
    /// If the API has none.
    // The build script has no use for it.
    #[allow(dead_code)]
    pub fn function(&self, name: &str) -> &'static Function {
        let found = self.functions.iter().find(|function| function.name == name);
        found.unwrap_or_else(|| panic!("{} describes no function {name}", self.name))
    }
}
