//! Spans at their simplest, outer ones first: what is missing reads 0.

use super::*;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let mut ordinal = 0;
    loop {
        let outline = shrinker.outline();
        let Some(span) = outline.spans.get(ordinal) else { return };
        if shrinker.is_over() {
            return;
        }
        ordinal += 1;
        // A step whose kind is 0 is another step; its arguments have a span of their own.
        if outline.is_step(span) || !holds_several(shrinker, span) {
            continue;
        }
        let mut candidate = shrinker.best().clone();
        let inside = span.open.index + 1..span.close;
        candidate.replace(span.open.section, inside, Vec::new());
        shrinker.consider(candidate);
    }
}

/// Whether the span holds more than one choice, and not only zeros: single ones are lowered
/// elsewhere.
fn holds_several(shrinker: &Shrinker<'_>, span: &SpanAt) -> bool {
    let tokens = &shrinker.best().section(span.open.section)[span.open.index..span.close];
    let choices = tokens.iter().filter(|token| matches!(token, Token::Scalar(_) | Token::Block(_)));
    let non_zero = tokens.iter().any(|token| match token {
        Token::Scalar(scalar) => !scalar.is_zero(),
        Token::Block(block) => !block.units.is_empty(),
        _ => false,
    });
    non_zero && choices.count() > 1
}
