//! A place in a text that only moves forward, which is what keeps both parsers linear.

#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Cursor { rest: text }
    }

    pub(super) fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(super) fn starts_with(&self, text: &str) -> bool {
        self.rest.starts_with(text)
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let next = characters.next()?;
        self.rest = characters.as_str();
        Some(next)
    }

    /// Steps over `text` if it comes next.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    pub(super) fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let start = *self;
        while self.peek().is_some_and(&accept) {
            self.next();
        }
        self.since(start)
    }

    /// An identifier, or nothing; the cursor stays where it is if there is none.
    pub(super) fn identifier(&mut self) -> Option<&'a str> {
        let first = self.peek()?;
        (first == '_' || first.is_alphabetic())
            .then(|| self.take_while(|c| c == '_' || c.is_alphanumeric()))
    }

    /// A character in single quotes; where the cursor ends up is not defined if there is none.
    pub(super) fn quoted_character(&mut self) -> Option<()> {
        self.eat("'").then_some(())?;
        match self.next()? {
            '\'' => return None,
            '\\' => self.escape()?,
            _ => {}
        }
        self.eat("'").then_some(())
    }

    fn escape(&mut self) -> Option<()> {
        if self.next()? == 'u' {
            self.eat("{").then_some(())?;
            self.take_while(|c| c.is_ascii_hexdigit());
            self.eat("}").then_some(())?;
        }
        Some(())
    }

    /// What has been read since this cursor was at `start`.
    pub(super) fn since(&self, start: Cursor<'a>) -> &'a str {
        &start.rest[..start.rest.len() - self.rest.len()]
    }
}
