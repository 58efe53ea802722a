//! Pieces of C text that know how tightly they bind, and what value they can have.
//!
//! ```text
//! Code::new("a + b", Prec::Add).at(Prec::Multiply)  ==  "(a + b)"
//! Code::new("a * b", Prec::Multiply).at(Prec::Add)  ==  "a * b"
//! ```
//!
//! Parentheses are written only where C needs them, so that the reader's precedence is tested.
//!
//! Invariant: [`IntExpr::bits`] and the bounds of [`RealExpr`] hold for every run of the program.

use crate::int_type::Int;

/// How tightly an operator binds; later binds tighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Prec {
    Comma,
    Assign,
    Conditional,
    LogicalOr,
    LogicalAnd,
    Or,
    Xor,
    And,
    Equal,
    Relate,
    Shift,
    Add,
    Multiply,
    Unary,
    Postfix,
}

/// Text of an expression, and the operator that is its root.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pub(crate) text: String,
    pub(crate) prec: Prec,
}

impl Code {
    pub(crate) fn new(text: impl Into<String>, prec: Prec) -> Self {
        Code { text: text.into(), prec }
    }

    /// The text where an operand that binds at least as tightly as `prec` is wanted.
    pub(crate) fn at(&self, prec: Prec) -> String {
        if self.prec < prec { format!("({})", self.text) } else { self.text.clone() }
    }

    /// The operand of a prefix operator: a second sign must not join the first into `--`.
    pub(crate) fn after_sign(&self) -> String {
        let text = self.at(Prec::Unary);
        if text.starts_with(['-', '+', '&']) { format!("({text})") } else { text }
    }
}

/// An integer expression with its type; its value lies in `-2^bits ..= 2^bits - 1`.
#[derive(Clone, Debug)]
pub(crate) struct IntExpr {
    pub(crate) code: Code,
    pub(crate) ty: Int,
    pub(crate) bits: u32,
}

impl IntExpr {
    /// An expression of which only the type is known.
    pub(crate) fn of_type(code: Code, ty: Int) -> Self {
        IntExpr { code, ty, bits: ty.bits() }
    }

    /// A truth value: an `int` that is 0 or 1.
    pub(crate) fn truth(code: Code) -> Self {
        IntExpr { code, ty: Int::I32, bits: 1 }
    }
}

/// `float` or `double`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Real {
    Single,
    Double,
}

impl Real {
    /// Bits of the significand: a value that needs no more is exact.
    pub(crate) fn precision(self) -> u32 {
        match self {
            Real::Single => 24,
            Real::Double => 53,
        }
    }

    /// Variables of the type stay below `2^magnitude`.
    pub(crate) fn magnitude(self) -> u32 {
        match self {
            Real::Single => 6,
            Real::Double => 10,
        }
    }

    /// The type's name in C.
    pub(crate) fn spelling(self) -> &'static str {
        match self {
            Real::Single => "float",
            Real::Double => "double",
        }
    }

    /// The function that brings any value back into the range of variables.
    pub(crate) fn trim(self) -> &'static str {
        match self {
            Real::Single => "trim_single",
            Real::Double => "trim_double",
        }
    }
}

/// A floating expression: a multiple of `2^-fraction` of absolute value at most `2^magnitude`.
#[derive(Clone, Debug)]
pub(crate) struct RealExpr {
    pub(crate) code: Code,
    pub(crate) ty: Real,
    pub(crate) magnitude: u32,
    pub(crate) fraction: u32,
}

/// Variables hold multiples of `2^-FRACTION`.
pub(crate) const FRACTION: u32 = 4;
