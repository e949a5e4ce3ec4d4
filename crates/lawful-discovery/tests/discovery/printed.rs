//! What is printed, whole.

use std::collections::VecDeque;

use lawful::discovery::{Discovery, sig};

fn numbers() -> Discovery {
    sig![
        "0" = 0i32,
        "+" = i32::wrapping_add,
        "saturating_sub" = i32::saturating_sub,
        "neg" = i32::wrapping_neg,
        "min" = |x: i32, y: i32| x.min(y),
        "ratio" = |x: i32, y: i32| x.wrapping_div(y),
    ]
    .depth(2)
    .conditions(sig!["<=" = |x: i32, y: i32| x <= y])
    // A seed from which the tests of the search do not have the least number, so that something is nearly a law.
    .seed(9)
    .discover()
}

#[test]
fn as_text() {
    let expected = "\
8 laws of 0, +, saturating_sub, neg, min, ratio

  +: commutative, unit 0

  saturating_sub: right unit 0
  saturating_sub(x, x) = 0

  neg(0) = 0

  min: commutative, idempotent

  ratio(x, 0) = undefined

Under conditions:
  x <= y ==> min(x, y) = x

You might think that:
  saturating_sub(0, x) = neg(x)   but not for x = -2147483648: 2147483647 against -2147483648

Partial functions:
  ratio(0, 0) panics
";
    assert_eq!(numbers().to_string(), expected);
}

#[test]
fn as_markdown() {
    let expected = "\
## 8 laws of 0, +, saturating_sub, neg, min, ratio

### `+`

- commutative, unit 0: `x + y = y + x`, `x + 0 = x`

### `saturating_sub`

- right unit 0: `saturating_sub(x, 0) = x`
- `saturating_sub(x, x) = 0`

### `neg`

- `neg(0) = 0`

### `min`

- commutative, idempotent: `min(x, y) = min(y, x)`, `min(x, x) = x`

### `ratio`

- `ratio(x, 0) = undefined`

### Under conditions

- `x <= y ==> min(x, y) = x`

### You might think that

- `saturating_sub(0, x) = neg(x)` but not for x = -2147483648: 2147483647 against -2147483648

### Partial functions

- `ratio(0, 0)` panics
";
    assert_eq!(numbers().to_markdown(), expected);
}

#[test]
fn as_json() {
    let json = numbers().to_json();
    let law = r#"{"law": "x + 0 = x", "condition": null, "left": "x + 0", "right": "x", "shape": "+: unit 0", "function": "+", "score": 0}"#;
    assert!(json.contains(law), "{json}");
    let near = r#""near": [{"equation": "saturating_sub(0, x) = neg(x)", "counterexample": {"x": "-2147483648"}, "left": "2147483647", "right": "-2147483648"}]"#;
    assert!(json.contains(near), "{json}");
    let conditional =
        r#""conditional": [{"law": "x <= y ==> min(x, y) = x", "condition": "x <= y", "#;
    assert!(json.contains(conditional), "{json}");
    assert!(json.contains(r#""partial": ["ratio(0, 0)"]"#), "{json}");
}

#[test]
fn as_rust() {
    let rust = numbers().to_rust("crate::numbers");
    let head = "\
//! Laws of `numbers`, found and kept by law discovery. `LAWFUL_UPDATE_LAWS=1 cargo test` writes this file anew.

use crate::numbers;
use lawful::prelude::*;

#[law]
fn x_plus_y_is_y_plus_x() -> impl Law {
    numbers().law(\"x + y = y + x\")
}
";
    assert!(rust.starts_with(head), "{rust}");
    let conditional = "
#[law]
fn x_at_most_y_implies_min_x_y_is_x() -> impl Law {
    numbers().law(\"x <= y ==> min(x, y) = x\")
}
";
    assert!(rust.contains(conditional), "{rust}");
    let near = "
/// Nearly a law: false for x = -2147483648.
#[law]
fn not_saturating_sub_0_x_is_neg_x() -> impl Law {
    numbers().law(\"saturating_sub(0, x) = neg(x)\").is_refuted()
}
";
    assert!(rust.ends_with(near), "{rust}");
}

#[test]
fn a_receiver_that_changes_is_explained() {
    type Queue = VecDeque<i32>;
    let found = sig![Queue::pop_front, Queue::front].depth(2).discover();
    assert_eq!(
        found.to_string(),
        "1 law of pop_front, front\n\n  pop_front?(q) = front(q)\n\nNotation:\n  pop_front(..) is the receiver after \
         the call, pop_front?(..) what the call returned\n\nDefinitions (functions that others make \
         superfluous):\n  pop_front?(q) := front(q)\n"
    );
}
