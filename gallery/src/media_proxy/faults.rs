//! The faults of the papers' proxy, each of which can be switched on.
//!
//! How each comes about is said where it does. The sequences are the shortest that show a fault
//! that is alone in the proxy; the tests go through all shorter ones. In them, A, B, C and D are
//! the terminations in the order in which they are added.

/// Which faults the proxy has. By default none: the mended proxy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// The encoder follows the ASN.1 grammar and lets stream parameters be empty, the decoder
    /// follows the ABNF grammar and does not (telecoms-2006, 5.1). One message with such
    /// parameters; mended, the encoder refuses it.
    pub empty_parameters_encode: bool,
    /// A Modify crashes if the termination is alone in its context (5.1): add A, modify A.
    pub modify_alone: bool,
    /// A Subtract crashes if there never was a second termination in the context (5.1): add A,
    /// subtract A.
    pub subtract_alone: bool,
    /// A Modify crashes if the two terminations have different numbers of streams (5.1): add A with
    /// one stream, add B with two, modify either.
    pub modify_unequal: bool,
    /// A Subtract does not clean up if it takes the termination that came last and leaves the other
    /// behind, which shows in the third of them (5.1): add A, add B, subtract B, add C, subtract C, add D, subtract D crashes.
    pub corrupting_subtract: bool,
    /// An Add to an existing context crashes if the identifier of the termination begins with a
    /// number (5.3): add A, add `0/0/0/0`. Mended, the termination is unknown.
    pub numeric_termination: bool,
    /// An Add of a third termination is never answered (5.3): add A, add B, add C. Mended, it is
    /// refused.
    pub third_add_unanswered: bool,
    /// A context stays when its last termination is subtracted: add A, subtract A, and another Add
    /// to that context is done. Mended, the context is unknown.
    pub forgotten_context: bool,
    /// A Modify of several streams leaves the mode of the last as it was: add A with two streams,
    /// modify both.
    pub last_mode_lost: bool,
    /// The number of a new termination is how many there are, so that one still in use may be given
    /// again: add A, add B, subtract A, and C gets the identifier of B.
    pub identifier_reused: bool,
}

impl Faults {
    /// The proxy that the papers test, as it approached its release: the faults of telecoms-2006,
    /// 5.1 and 5.3.
    pub fn near_release() -> Self {
        Faults {
            empty_parameters_encode: true,
            modify_alone: true,
            subtract_alone: true,
            modify_unequal: true,
            corrupting_subtract: true,
            numeric_termination: true,
            third_add_unanswered: true,
            ..Faults::default()
        }
    }

    /// The proxy of some months before (telecoms-2006, 5.2), with nine faults that commands can
    /// show. Which they were the paper does not say. Six are those that were still there later; the
    /// last three are made up.
    pub fn old_release() -> Self {
        Faults {
            empty_parameters_encode: false,
            forgotten_context: true,
            last_mode_lost: true,
            identifier_reused: true,
            ..Faults::near_release()
        }
    }

    /// Those of both.
    pub fn and(self, other: Self) -> Self {
        self.each_with(other, |one, other| one || other)
    }

    /// Those that the other has not.
    pub fn without(self, other: Self) -> Self {
        self.each_with(other, |one, other| one && !other)
    }

    fn each_with(self, other: Self, combine: fn(bool, bool) -> bool) -> Self {
        let of = |fault: fn(&Faults) -> bool| combine(fault(&self), fault(&other));
        Faults {
            empty_parameters_encode: of(|faults| faults.empty_parameters_encode),
            modify_alone: of(|faults| faults.modify_alone),
            subtract_alone: of(|faults| faults.subtract_alone),
            modify_unequal: of(|faults| faults.modify_unequal),
            corrupting_subtract: of(|faults| faults.corrupting_subtract),
            numeric_termination: of(|faults| faults.numeric_termination),
            third_add_unanswered: of(|faults| faults.third_add_unanswered),
            forgotten_context: of(|faults| faults.forgotten_context),
            last_mode_lost: of(|faults| faults.last_mode_lost),
            identifier_reused: of(|faults| faults.identifier_reused),
        }
    }

    /// Every fault alone, with its name.
    pub fn each() -> [(&'static str, Self); 10] {
        let none = Faults::default();
        [
            ("empty_parameters_encode", Faults { empty_parameters_encode: true, ..none }),
            ("modify_alone", Faults { modify_alone: true, ..none }),
            ("subtract_alone", Faults { subtract_alone: true, ..none }),
            ("modify_unequal", Faults { modify_unequal: true, ..none }),
            ("corrupting_subtract", Faults { corrupting_subtract: true, ..none }),
            ("numeric_termination", Faults { numeric_termination: true, ..none }),
            ("third_add_unanswered", Faults { third_add_unanswered: true, ..none }),
            ("forgotten_context", Faults { forgotten_context: true, ..none }),
            ("last_mode_lost", Faults { last_mode_lost: true, ..none }),
            ("identifier_reused", Faults { identifier_reused: true, ..none }),
        ]
    }
}
