//! The types that array elements and scalars have.

use super::case::Case;

/// The type of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    Int,
    Unsigned,
    Short,
    Byte,
    Long,
    Float,
    Double,
    /// `struct pair`.
    Pair,
}

impl Element {
    /// Its name in C.
    pub(super) fn spelling(self) -> &'static str {
        match self {
            Element::Int => "int",
            Element::Unsigned => "unsigned",
            Element::Short => "short",
            Element::Byte => "unsigned char",
            Element::Long => "long",
            Element::Float => "float",
            Element::Double => "double",
            Element::Pair => "struct pair",
        }
    }

    /// The end of the names of its functions in the prelude.
    pub(super) fn suffix(self) -> &'static str {
        match self {
            Element::Byte => "byte",
            Element::Pair => "pair",
            other => other.spelling(),
        }
    }

    /// `float` or `double`.
    pub(super) fn is_floating(self) -> bool {
        matches!(self, Element::Float | Element::Double)
    }

    /// The largest magnitude the program lets it hold after a store of `bound`.
    pub(super) fn stored(self, bound: i64) -> i64 {
        match self {
            Element::Byte => 255,
            Element::Short => bound.min(32768),
            _ => bound,
        }
    }
}

impl Case {
    /// A type for a new array, numbers more often than structs.
    pub(super) fn element(&mut self) -> Element {
        use Element::{Byte, Double, Float, Int, Long, Pair, Short, Unsigned};
        self.rng.pick(&[Int, Int, Int, Float, Float, Float, Double, Short, Byte, Long, Unsigned, Pair])
    }

    /// A type that a texture can hold.
    pub(super) fn texel(&mut self) -> Element {
        self.rng.pick(&[Element::Int, Element::Float, Element::Short, Element::Byte, Element::Unsigned])
    }
}
