//! Circuits made of circuits.
//!
//! Lava's `>->`, `<|>` and `column`. The paper gives no types for the law that `column`
//! distributes over `>->`. With `>->` as the composition of functions it is not true, because the
//! two circuits then share one vertical wire. It is true where cells are set side by side: what
//! is horizontal runs through both, and each keeps its own vertical wire. That is [`beside`].

/// `>->`: what comes out of the first goes into the second.
pub fn serial<A, B, C>(first: impl Fn(A) -> B, second: impl Fn(B) -> C) -> impl Fn(A) -> C {
    move |input| second(first(input))
}

/// `<|>`: two circuits that know nothing of each other.
pub fn parallel<A, B, C, D>(
    one: impl Fn(A) -> B,
    two: impl Fn(C) -> D,
) -> impl Fn((A, C)) -> (B, D) {
    move |(input_one, input_two)| (one(input_one), two(input_two))
}

/// A column of like cells. A cell takes what comes from the left and what comes from below, and
/// gives what goes to the right and what goes up to the next cell.
pub fn column<A, B, V>(cell: impl Fn((A, V)) -> (B, V)) -> impl Fn((Vec<A>, V)) -> (Vec<B>, V) {
    move |(inputs, mut vertical)| {
        let mut outputs = Vec::with_capacity(inputs.len());
        for input in inputs {
            let (output, above) = cell((input, vertical));
            outputs.push(output);
            vertical = above;
        }
        (outputs, vertical)
    }
}

/// Two cells, or two columns, side by side: serial in what is horizontal, parallel in what is
/// vertical.
#[expect(clippy::type_complexity, reason = "the type tells which wire goes where")]
pub fn beside<A, B, C, V, W>(
    left: impl Fn((A, V)) -> (B, V),
    right: impl Fn((B, W)) -> (C, W),
) -> impl Fn((A, (V, W))) -> (C, (V, W)) {
    move |(input, (left_below, right_below))| {
        let (middle, left_above) = left((input, left_below));
        let (output, right_above) = right((middle, right_below));
        (output, (left_above, right_above))
    }
}
