//! Calls of a described API: as lines for an interpreter, as statements of a program, and the replies to them.

use std::fmt;

use crate::description::{Argument, Function, Returns};
use crate::emit;

/// A value that is passed or returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number(i64),
    /// The bytes of a string, without the zero at its end.
    Text(String),
    /// Numbers.
    Array(Vec<i64>),
    /// The number of a variable.
    Variable(usize),
    /// A handle that is not null.
    Set,
    /// A handle that is null.
    Null,
    /// Result of a function that returns nothing.
    Nothing,
}

/// A call of a function.
#[derive(Clone, Debug)]
pub struct Call {
    function: &'static Function,
    given: Vec<Value>,
    variable: Option<usize>,
}

/// Reply to a call: the result, and the values that were set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The result.
    pub result: Value,
    /// Values that were set, in the order of the arguments.
    pub set: Vec<Value>,
}

impl Call {
    /// A call with these values for the arguments that the caller gives.
    ///
    /// # Panics
    ///
    /// If the function is not described to take them.
    pub fn new(function: &'static Function, given: Vec<Value>) -> Self {
        let arguments: Vec<Argument> =
            function.arguments.iter().copied().filter(|argument| argument.is_given()).collect();
        let fits = |(argument, value): (&Argument, &Value)| match argument {
            Argument::Number(_) => matches!(value, Value::Number(_)),
            // A zero would end it.
            Argument::Text => matches!(value, Value::Text(text) if !text.contains('\0')),
            Argument::Array(_) => matches!(value, Value::Array(_)),
            Argument::Handle => matches!(value, Value::Variable(_)),
            Argument::Out(_) | Argument::OutArray(..) => false,
        };
        let fit = arguments.len() == given.len() && arguments.iter().zip(&given).all(fits);
        assert!(fit, "{} does not take {given:?}", function.name);
        Call { function, given, variable: None }
    }

    /// Keeps the handle that is returned in a variable.
    pub fn kept_in(self, variable: usize) -> Self {
        Call { variable: Some(variable), ..self }
    }

    /// The function that is called.
    pub fn function(&self) -> &'static Function {
        self.function
    }

    /// The call as a block of C, in a program that has the variables `v0`, `v1` and so on.
    pub fn c_block(&self) -> String {
        let arguments = self.function.arguments.iter().filter(|argument| argument.is_given());
        let expressions = arguments.zip(&self.given).map(|(argument, value)| match value {
            Value::Number(number) => format!("{number}"),
            Value::Text(text) => {
                // A hexadecimal escape has no end of its own, an octal one has.
                let bytes: String = text.bytes().map(|byte| format!("\\{byte:03o}")).collect();
                format!("\"{bytes}\"")
            }
            Value::Array(values) => {
                let Argument::Array(scalar) = argument else { unreachable!("it fits") };
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                // C has no empty arrays.
                let values = if values.is_empty() { "0".to_string() } else { values.join(", ") };
                format!("({}[]){{{values}}}", scalar.c_type())
            }
            Value::Variable(number) => format!("v{number}"),
            Value::Set | Value::Null | Value::Nothing => unreachable!("they are not given"),
        });
        let variable = self.variable.map(|number| format!("v{number}"));
        emit::call(self.function, &expressions.collect::<Vec<_>>(), variable.as_deref())
    }

    /// The greatest variable that it uses.
    pub fn last_variable(&self) -> Option<usize> {
        let used = self.given.iter().filter_map(|value| match value {
            Value::Variable(number) => Some(*number),
            _ => None,
        });
        used.chain(self.variable).max()
    }

    /// The reply on a line, if it is one to this call.
    pub fn reply(&self, line: &str) -> Option<Reply> {
        let (name, rest) = line.split_once(": ")?;
        let mut words = rest.split(' ');
        let result = words.next()?;
        let result = match self.function.result {
            Returns::Nothing => (result == "void").then_some(Value::Nothing)?,
            Returns::Number(_) => Value::Number(result.parse().ok()?),
            Returns::Handle if result == "null" => Value::Null,
            Returns::Handle => (result == "set").then_some(Value::Set)?,
        };
        let mut set = Vec::new();
        for argument in self.function.arguments {
            match argument {
                Argument::Out(_) => set.push(Value::Number(words.next()?.parse().ok()?)),
                Argument::OutArray(..) => {
                    let inside = words.next()?.strip_prefix('[')?.strip_suffix(']')?;
                    let numbers = inside.split(',').filter(|number| !number.is_empty());
                    let numbers: Result<_, _> = numbers.map(str::parse).collect();
                    set.push(Value::Array(numbers.ok()?));
                }
                _ => {}
            }
        }
        (name == self.function.name && words.next().is_none()).then_some(Reply { result, set })
    }
}

/// The line for an interpreter.
impl fmt::Display for Call {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(variable) = self.variable {
            write!(formatter, "{variable} = ")?;
        }
        formatter.write_str(self.function.name)?;
        self.given.iter().try_for_each(|value| write!(formatter, " {value}"))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(formatter, "{number}"),
            Value::Text(text) => {
                formatter.write_str("x")?;
                text.bytes().try_for_each(|byte| write!(formatter, "{byte:02x}"))
            }
            Value::Array(values) => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                write!(formatter, "[{}]", values.join(","))
            }
            Value::Variable(number) => write!(formatter, "${number}"),
            Value::Set => formatter.write_str("set"),
            Value::Null => formatter.write_str("null"),
            Value::Nothing => formatter.write_str("void"),
        }
    }
}
