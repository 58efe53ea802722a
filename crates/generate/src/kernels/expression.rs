//! Values: sums of small terms that no type rounds and no sum overflows.
//!
//! ```text
//! 2 * a3_7[i + 1][j] - i + mix(c5_7[k], 4)
//! ```
//!
//! Invariant: a value is a multiple of 1/8 of magnitude at most `bound`, and `bound` stays below
//! 2^20, so that `float` holds every value exactly, however the sum is associated or fused.

use super::case::Case;
use super::counted::Index;

/// An expression and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) text: String,
    pub(super) bound: i64,
    pub(super) is_floating: bool,
}

impl Value {
    /// The same, made small where sums of it could become too large.
    pub(super) fn small(self) -> Value {
        if self.bound <= 1024 {
            return self;
        }
        let text = if self.is_floating { format!("(int)({})", self.text) } else { self.operand() };
        Value { text: format!("({text} & 63)"), bound: 63, is_floating: false }
    }

    /// The sum.
    pub(super) fn plus(self, other: Value) -> Value {
        Value {
            text: format!("{} + {}", self.text, other.text),
            bound: self.bound + other.bound,
            is_floating: self.is_floating || other.is_floating,
        }
    }

    /// As an operand of `*` and of unary operators.
    fn operand(&self) -> String {
        let plain = |c: char| c.is_ascii_alphanumeric() || "_[].".contains(c);
        if self.text.chars().all(plain) || self.text.starts_with('(') && !self.text.contains(") ") {
            self.text.clone()
        } else {
            format!("({})", self.text)
        }
    }
}

/// What an expression may use.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// Loop indices.
    pub(super) indices: Vec<Index>,
    /// Scalars: text and bound are known.
    pub(super) scalars: Vec<Value>,
}

impl Case {
    /// One to four terms.
    pub(super) fn expression(&mut self, scope: &Scope) -> Value {
        let mut value = self.term(scope);
        for _ in 0..self.rng.below(4) {
            let next = self.term(scope);
            let op = if self.rng.chance(70) { "+" } else { "-" };
            value = Value {
                text: format!("{} {op} {}", value.text, next.operand()),
                bound: value.bound + next.bound,
                is_floating: value.is_floating || next.is_floating,
            };
        }
        value
    }

    fn term(&mut self, scope: &Scope) -> Value {
        match self.rng.below(12) {
            0 | 1 if !scope.indices.is_empty() => {
                let index = &scope.indices[self.rng.below(scope.indices.len())];
                let bound = index.low.abs().max(index.high.abs());
                Value { text: index.value(), bound, is_floating: false }
            }
            2 | 3 if !scope.scalars.is_empty() => {
                scope.scalars[self.rng.below(scope.scalars.len())].clone().small()
            }
            4 => {
                let (read, factor) = (self.read(&scope.indices), self.rng.between(2, 3) as i64);
                Value { text: format!("{factor} * {}", read.operand()), bound: read.bound * factor, ..read }
            }
            5 => {
                let (a, b) = (self.read(&scope.indices), self.rng.below(9) as i64);
                let text = format!("mix({}, {b})", as_int(&a));
                Value { text, bound: a.bound * 3 + b, is_floating: false }
            }
            6 => {
                let (a, b) = (self.read(&scope.indices), self.read(&scope.indices));
                let text = format!("blend({}, {})", a.text, b.text);
                Value { text, bound: a.bound + 2 * b.bound, is_floating: true }
            }
            7 => self.choice(scope),
            8 => {
                let a = self.read(&scope.indices);
                let text =
                    if a.is_floating { format!("fabsf({})", a.text) } else { format!("abs({})", a.text) };
                Value { text, ..a }
            }
            9 => {
                let a = self.read(&scope.indices);
                Value { text: format!("0.5f * {}", a.operand()), bound: a.bound, is_floating: true }.halved()
            }
            _ => self.read(&scope.indices),
        }
    }

    /// `c ? a : b`.
    fn choice(&mut self, scope: &Scope) -> Value {
        let (a, b) = (self.read(&scope.indices), self.read(&scope.indices));
        let condition = match scope.indices.first() {
            Some(index) => format!("{} % 3 == 1", index.name),
            None => format!("{} > 9", a.operand()),
        };
        Value {
            text: format!("({condition} ? {} : {})", a.text, b.text),
            bound: a.bound.max(b.bound),
            is_floating: a.is_floating || b.is_floating,
        }
    }
}

impl Value {
    /// Half of a value that was half of something already would need more and more bits; the
    /// integer part is enough.
    fn halved(self) -> Value {
        Value { text: format!("(int)({})", self.text), is_floating: false, ..self }
    }
}

fn as_int(value: &Value) -> String {
    if value.is_floating { format!("(int){}", value.operand()) } else { value.text.clone() }
}
