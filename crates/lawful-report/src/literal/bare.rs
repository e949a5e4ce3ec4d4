//! Text without quotes that is neither a number nor a name: addresses, dates, identifiers. Their types
//! print with `Debug` what they print with `Display`, and can read it again.

use super::cursor::Cursor;

/// What a cell shows that is not set yet.
pub(super) const UNSET: &str = "<uninit>";

/// Steps over such a text, or stays.
pub(super) fn read<'a>(cursor: &mut Cursor<'a>) -> Option<&'a str> {
    let start = *cursor;
    let mut ahead = *cursor;
    let is_known = ahead.eat(UNSET);
    // The address of a server has brackets around it if a port follows.
    if ahead.eat("[") {
        ahead.take_while(|next| is_inside(next) && next != '-' && next != '+');
        ahead.eat("]:").then_some(())?;
    }
    while ahead.peek().is_some_and(is_inside) && !is_end(&ahead) {
        ahead.next();
    }
    let text = ahead.since(start);
    (is_end(&ahead) && (is_known || is_bare(text))).then(|| {
        *cursor = ahead;
        text
    })
}

/// Whether a value may end here.
pub(super) fn is_end(cursor: &Cursor) -> bool {
    let closing = matches!(cursor.peek(), None | Some(',' | ')' | ']' | '}' | ' '));
    closing || cursor.starts_with("..") || cursor.starts_with(": ")
}

fn is_inside(next: char) -> bool {
    next.is_ascii_alphanumeric() || ".:+-%".contains(next)
}

/// There is a sign in it that no number and no name has, and it begins as addresses, dates and
/// identifiers do.
fn is_bare(text: &str) -> bool {
    let after_sign = text.trim_start_matches(['+', '-']);
    let has_sign = after_sign.contains([':', '-']) || text.find('.') != text.rfind('.');
    let is_hexadecimal = |next: char| next.is_ascii_hexdigit() || ":-.%".contains(next);
    let begins = after_sign.starts_with(|next: char| next.is_ascii_digit() || next == '[');
    has_sign && (begins || text.chars().all(is_hexadecimal))
}
