//! The queues of section 1.2, the arrays of section 1.3 and the sets of section 2.8.

use lawful::discovery::{Signature, sig};

use crate::discovery::{arrays, lists, queues, sets};

/// Erlang's queues, compared by their representation: section 1.2.
pub fn queues() -> Signature {
    sig![
        queues::new,
        queues::tail,
        queues::liat,
        queues::reverse,
        queues::push_rear,
        queues::push_front,
        queues::join,
        queues::to_list,
    ]
    .background(sig!["[]" = Vec::<i32>::new, ":" = lists::cons, "++" = lists::append])
    .variables::<i32>(["x", "y", "z"])
    .variables::<queues::Queue>(["q", "q2", "q3"])
}

/// Erlang's queues, compared by their contents: section 1.2.
pub fn queues_by_contents() -> Signature {
    queues().observe(queues::contents)
}

/// Queues that elements are added to at the rear and taken from at the front, compared by their
/// contents: an example of QuickSpec's that quickspec-2011 does not have.
pub fn queues_one_ended() -> Signature {
    sig![queues::new, queues::push_rear, queues::head, queues::tail, queues::is_empty, true, false]
        .variables::<i32>(["x", "y", "z"])
        .variables::<queues::Queue>(["q", "q2", "q3"])
        .observe(queues::contents)
}

/// Arrays before the default element was introduced: section 1.3.
pub fn arrays_without_default() -> Signature {
    sig![arrays::new, arrays::get, arrays::set]
        .generator(arrays::flexible)
        .variables::<i32>(["x", "y", "z"])
        .variables::<arrays::Index>(["i", "j", "k"])
        .variables::<arrays::Array>(["a", "b", "c"])
}

/// Flexible arrays, with laws for different indices too: section 1.3.
pub fn arrays() -> Signature {
    arrays_without_default()
        .with(sig![arrays::default_element])
        .conditions(sig!["!=" = |i: arrays::Index, j: arrays::Index| i != j])
}

/// Flexible arrays with `reset`: section 1.3.
pub fn arrays_reset() -> Signature {
    arrays().with(sig![arrays::reset])
}

/// Arrays whose size may be fixed: section 1.3.
pub fn arrays_fix() -> Signature {
    arrays_without_default()
        .with(sig![arrays::default_element, arrays::fix])
        .generator(lawful::any::<arrays::Array>())
}

/// Arrays whose size may be fixed and changed: section 1.3.
pub fn arrays_resize() -> Signature {
    arrays_fix().with(sig![arrays::resize])
}

/// Sets with singletons instead of single elements added: section 2.8.
pub fn sets_unit() -> Signature {
    sig![sets::new, sets::unit, sets::union, sets::intersection]
        .variables::<sets::Set>(["s", "t", "u"])
}
