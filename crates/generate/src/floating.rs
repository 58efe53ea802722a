//! Floating expressions whose every operation is exact.
//!
//! ```text
//! a, b: float     a * b                        12 + 8 bits needed: exact in 24
//! a, b, c: float  trim_single(a * b) * c       20 bits and 10 more would round: trimmed first
//! ```
//!
//! Exactness makes the result the same whether or not a compiler fuses a multiplication with an
//! addition, and at every optimisation level.
//!
//! Invariant: `magnitude + fraction` of every expression is at most the precision of its type.

use crate::arithmetic::infix;
use crate::code::{Code, FRACTION, IntExpr, Prec, Real, RealExpr};
use crate::generator::Generator;
use crate::int_type::Int;

impl Generator {
    /// An expression at most `depth` operators deep.
    pub(crate) fn real_expr(&mut self, depth: usize) -> RealExpr {
        if depth == 0 || self.rng.chance(20) {
            return self.real_leaf(depth);
        }
        match self.rng.below(8) {
            0..=3 => self.real_sum_or_product(depth),
            4 => self.real_division(depth),
            5 => self.real_conditional(depth),
            6 => {
                let operand = self.real_expr(depth - 1);
                RealExpr {
                    code: Code::new(format!("-{}", operand.code.after_sign()), Prec::Unary),
                    ..operand
                }
            }
            _ => self.real_from_int(depth),
        }
    }

    /// An expression that a variable of type `ty` can hold.
    pub(crate) fn storable_real(&mut self, ty: Real, depth: usize) -> Code {
        let value = self.real_expr(depth);
        if value.magnitude <= ty.magnitude() && value.fraction <= FRACTION {
            return value.code;
        }
        Code::new(format!("{}({})", ty.trim(), value.code.at(Prec::Assign)), Prec::Postfix)
    }

    /// A floating value made an integer: all values are far inside `int`'s range or are trimmed.
    pub(crate) fn truncated_real(&mut self, depth: usize) -> IntExpr {
        let value = self.real_expr(depth - 1);
        let value = if value.magnitude > 29 { trimmed(value) } else { value };
        let bits = value.magnitude + 1;
        IntExpr {
            code: Code::new(format!("(int){}", value.code.at(Prec::Unary)), Prec::Unary),
            ty: Int::I32,
            bits,
        }
    }

    /// A constant in the range of variables of type `ty`.
    pub(crate) fn real_literal(&mut self, ty: Real) -> RealExpr {
        let sixteenths = self.rng.below(16 << (ty.magnitude() - 1));
        let suffix = if ty == Real::Single { "f" } else { "" };
        let text = match self.rng.below(3) {
            0 => format!("0x{sixteenths:x}p-4{suffix}"),
            1 => format!("{:e}{suffix}", sixteenths as f64 / 16.0),
            _ => format!("{:?}{suffix}", sixteenths as f64 / 16.0),
        };
        RealExpr { code: Code::new(text, Prec::Postfix), ty, magnitude: ty.magnitude(), fraction: FRACTION }
    }

    fn real_leaf(&mut self, depth: usize) -> RealExpr {
        if self.rng.chance(70)
            && let Some(value) = self.readable_real(depth)
        {
            return value;
        }
        let ty = self.rng.pick(&[Real::Single, Real::Double]);
        self.real_literal(ty)
    }

    fn real_sum_or_product(&mut self, depth: usize) -> RealExpr {
        let (mut left, mut right) = (self.real_expr(depth - 1), self.real_expr(depth - 1));
        let (sign, prec) = self.rng.pick(&[("+", Prec::Add), ("-", Prec::Add), ("*", Prec::Multiply)]);
        let ty = if left.ty == Real::Double { left.ty } else { right.ty };
        if !exact(sign, ty, &left, &right) {
            left = trimmed(left);
            right = trimmed(right);
        }
        let (magnitude, fraction) = needed(sign, &left, &right);
        RealExpr { code: infix(sign, prec, &left.code, &right.code), ty, magnitude, fraction }
    }

    fn real_division(&mut self, depth: usize) -> RealExpr {
        let left = self.real_expr(depth - 1);
        if self.rng.chance(50) && left.magnitude + left.fraction + 2 <= left.ty.precision() {
            let code = Code::new(
                format!("{} / {}", left.code.at(Prec::Multiply), self.rng.pick(&[2, 4])),
                Prec::Multiply,
            );
            return RealExpr { code, fraction: left.fraction + 2, ..left };
        }
        let right = self.real_expr(depth - 1);
        let text = format!("div_double({}, {})", left.code.at(Prec::Assign), right.code.at(Prec::Assign));
        // A zero divisor gives the dividend back untrimmed, so the result is trimmed as a whole.
        trimmed(RealExpr {
            code: Code::new(text, Prec::Postfix),
            ty: Real::Double,
            magnitude: 0,
            fraction: 0,
        })
    }

    fn real_conditional(&mut self, depth: usize) -> RealExpr {
        let condition = self.condition(depth - 1);
        let (yes, no) = (self.real_expr(depth - 1), self.real_expr(depth - 1));
        let ty = if yes.ty == Real::Double { yes.ty } else { no.ty };
        let text = format!(
            "{} ? {} : {}",
            condition.at(Prec::LogicalOr),
            yes.code.at(Prec::Assign),
            no.code.at(Prec::Conditional)
        );
        let (magnitude, fraction) = (yes.magnitude.max(no.magnitude), yes.fraction.max(no.fraction));
        let value = RealExpr { code: Code::new(text, Prec::Conditional), ty, magnitude, fraction };
        if magnitude + fraction > ty.precision() { trimmed(value) } else { value }
    }

    fn real_from_int(&mut self, depth: usize) -> RealExpr {
        let operand = self.int_expr(depth - 1);
        let ty = self.rng.pick(&[Real::Single, Real::Double]);
        let text = format!("({})({} & 31)", ty.spelling(), operand.code.at(Prec::And));
        RealExpr { code: Code::new(text, Prec::Unary), ty, magnitude: 5, fraction: 0 }
    }
}

/// The value brought back into the range of variables.
fn trimmed(value: RealExpr) -> RealExpr {
    let text = format!("{}({})", value.ty.trim(), value.code.at(Prec::Assign));
    RealExpr {
        code: Code::new(text, Prec::Postfix),
        ty: value.ty,
        magnitude: value.ty.magnitude(),
        fraction: FRACTION,
    }
}

/// Magnitude and fraction of `left sign right`.
fn needed(sign: &str, left: &RealExpr, right: &RealExpr) -> (u32, u32) {
    match sign {
        "*" => (left.magnitude + right.magnitude, left.fraction + right.fraction),
        _ => (left.magnitude.max(right.magnitude) + 1, left.fraction.max(right.fraction)),
    }
}

fn exact(sign: &str, ty: Real, left: &RealExpr, right: &RealExpr) -> bool {
    let (magnitude, fraction) = needed(sign, left, right);
    magnitude + fraction <= ty.precision()
}

#[cfg(test)]
#[path = "floating_tests.rs"]
mod tests;
