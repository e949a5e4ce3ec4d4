//! Laws as trees, read from their texts without the help of the code under test.

/// A law: two terms, and maybe a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    pub condition: Option<Term>,
    pub left: Term,
    pub right: Term,
}

/// A call, a constant or a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    pub head: String,
    pub arguments: Vec<Term>,
}

impl Law {
    /// Reads `condition ==> left = right`, where the condition may be missing.
    #[track_caller]
    pub fn parse(text: &str) -> Self {
        let (condition, equation) = match text.split_once("==>") {
            Some((condition, equation)) => (Some(condition), equation),
            None => (None, text),
        };
        let condition =
            condition.map(|condition| match condition.trim_end().strip_suffix("is defined") {
                Some(term) => Term::call("is defined", vec![Term::parse(term)]),
                None => Term::parse(condition),
            });
        let mut reader = Reader::new(equation);
        let left = reader.term();
        assert_eq!(reader.next().as_deref(), Some("="), "{text}");
        let right = reader.term();
        assert_eq!(reader.next(), None, "{text}");
        Law { condition, left, right }
    }

    /// Returns whether two laws differ in nothing but the order of their sides and the names of
    /// variables, which `names` are.
    pub fn is_same(&self, other: &Law, names: &[&str]) -> bool {
        let matches = |left: &Term, right: &Term| {
            let mut renaming = Renaming { names, pairs: Vec::new() };
            let conditions = match (&self.condition, &other.condition) {
                (Some(one), Some(other)) => renaming.matches(one, other),
                (one, other) => one.is_none() && other.is_none(),
            };
            conditions && renaming.matches(&self.left, left) && renaming.matches(&self.right, right)
        };
        matches(&other.left, &other.right) || matches(&other.right, &other.left)
    }
}

/// Variables of one law and those of another that they stand for.
struct Renaming<'a> {
    names: &'a [&'a str],
    pairs: Vec<(String, String)>,
}

impl Renaming<'_> {
    fn matches(&mut self, one: &Term, other: &Term) -> bool {
        let is_variable = |term: &Term| self.names.contains(&term.head.as_str());
        if is_variable(one) && is_variable(other) {
            let pair = (one.head.clone(), other.head.clone());
            let known = self.pairs.iter().find(|known| known.0 == pair.0 || known.1 == pair.1);
            let is_new = known.is_none();
            let is_consistent = known.is_none_or(|known| *known == pair);
            if is_new {
                self.pairs.push(pair);
            }
            return is_consistent;
        }
        one.head == other.head
            && one.arguments.len() == other.arguments.len()
            && one
                .arguments
                .iter()
                .zip(&other.arguments)
                .all(|(one, other)| self.matches(one, other))
    }
}

impl Term {
    pub fn call(head: &str, arguments: Vec<Term>) -> Self {
        Term { head: head.to_string(), arguments }
    }

    #[track_caller]
    pub fn parse(text: &str) -> Self {
        let mut reader = Reader::new(text);
        let term = reader.term();
        assert_eq!(reader.next(), None, "{text}");
        term
    }

    /// Calls `visit` for all heads.
    pub fn for_each_head(&self, visit: &mut impl FnMut(&str)) {
        visit(&self.head);
        self.arguments.iter().for_each(|argument| argument.for_each_head(visit));
    }
}

/// Reads tokens: words, signs, and `(`, `)` and `,`.
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Reader { rest: text.trim() }
    }

    fn peek(&self) -> Option<&'a str> {
        let first = self.rest.chars().next()?;
        let is_word = |letter: char| letter.is_alphanumeric() || "_?".contains(letter);
        let is_single = |letter: char| "(),".contains(letter);
        let length = match first {
            first if is_single(first) => 1,
            first if is_word(first) => self.rest.find(|letter| !is_word(letter))?,
            _ => self.rest.find(|letter| {
                is_word(letter) || is_single(letter) || char::is_whitespace(letter)
            })?,
        };
        Some(&self.rest[..length])
    }

    fn next(&mut self) -> Option<String> {
        if self.rest.is_empty() {
            return None;
        }
        // A token that nothing follows ends with the text.
        let token = self.peek().unwrap_or(self.rest);
        self.rest = self.rest[token.len()..].trim_start();
        Some(token.to_string())
    }

    fn take(&mut self, wanted: &str) -> bool {
        let mut after = Reader { rest: self.rest };
        let is_next = after.next().as_deref() == Some(wanted);
        if is_next {
            self.rest = after.rest;
        }
        is_next
    }

    /// Reads an operand, or an operator between two of them.
    fn term(&mut self) -> Term {
        let left = self.operand();
        let mut after = Reader { rest: self.rest };
        match after.next() {
            Some(operator) if !["=", ")", ","].contains(&operator.as_str()) => {
                self.rest = after.rest;
                let right = self.operand();
                Term::call(&operator, vec![left, right])
            }
            _ => left,
        }
    }

    fn operand(&mut self) -> Term {
        if self.take("(") {
            let inner = self.term();
            assert!(self.take(")"), "`)` is missing before `{}`", self.rest);
            return inner;
        }
        let head = self.next().expect("a law goes on");
        let mut arguments = Vec::new();
        if self.take("(") {
            loop {
                arguments.push(self.term());
                if !self.take(",") {
                    break;
                }
            }
            assert!(self.take(")"), "`)` is missing before `{}`", self.rest);
        }
        Term { head, arguments }
    }
}

#[test]
fn laws_are_read() {
    let call = |head: &str, arguments: &[Term]| Term::call(head, arguments.to_vec());
    let leaf = |name: &str| Term::call(name, Vec::new());
    let (x, xs) = (leaf("x"), leaf("xs"));
    let cons = call(":", &[x.clone(), xs.clone()]);
    let law = Law::parse("sort(xs) == (x : xs) ==> d <> f(\"\", [], x) = pop?((x : xs))");
    assert_eq!(law.condition, Some(call("==", &[call("sort", &[xs]), cons.clone()])));
    let inner = call("f", &[leaf("\"\""), leaf("[]"), x]);
    assert_eq!(law.left, call("<>", &[leaf("d"), inner]));
    assert_eq!(law.right, call("pop?", &[cons]));
    assert_eq!(
        Law::parse("tail(q) is defined ==> q = q").condition,
        Some(call("is defined", &[call("tail", &[leaf("q")])]))
    );
}

#[test]
fn laws_are_the_same_up_to_names_and_sides() {
    let is_same = |one: &str, other: &str| {
        Law::parse(one).is_same(&Law::parse(other), &["x", "y", "z", "xs"])
    };
    assert!(is_same("f(x, y) = g(x)", "g(z) = f(z, x)"));
    assert!(!is_same("f(x, y) = g(x)", "f(x, x) = g(x)"));
    assert!(!is_same("f(x, x) = g(x)", "f(x, y) = g(x)"));
    assert!(!is_same("f(x) = new", "f(x) = y"));
    assert!(is_same("x <= y ==> min(x, y) = x", "y <= x ==> y = min(y, x)"));
    assert!(!is_same("x <= y ==> min(x, y) = x", "x <= y ==> min(x, y) = y"));
    assert!(!is_same("x <= y ==> min(x, y) = x", "min(x, y) = x"));
}
