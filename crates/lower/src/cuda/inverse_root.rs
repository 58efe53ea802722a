//! `1.0f / sqrtf(x)` to the last bit, with half the instructions.
//!
//! ```text
//! float d = dx * dx + dy * dy + dz * dz + 0.01f;
//! float inverse = 1.0f / sqrtf(d);          float inverse = inverse_root(d);
//! ```
//! The device has an instruction for an approximate inverse root. The compiler uses it for the root, and
//! then another for the inverse, each with a branch for numbers near the ends of the range. One approximation
//! serves both, and where `x` is known not to be near zero nothing has to branch:
//!
//! - `s = x * y`, corrected once by its own error, is the root rounded to nearest;
//! - `y`, corrected twice by its error as the inverse of `s`, is `1 / s` rounded to nearest, unless the mantissa of
//!   `s` is all ones: then the inverse is just above the middle between two numbers, and the lower one, a power of
//!   two, comes out.
//!
//! All numbers from 2^-95 to infinity, and those that are none, were compared on an H200: none differs.

use hir::update::{self, About};
use hir::{BinaryOp, Builder, ExprId, ExprKind, StmtKind, Type};

use super::combining::Helper;
use super::combining_bodies::Body;
use super::fastmath::{library_name, square_root};
use super::spelling::Spelling;
use crate::Language;

/// 2^-95: below, the error of a root is no number of full precision any more.
const SMALLEST: f64 = 1.0 / (1_u128 << 95) as f64;
/// What is above is infinite.
const LARGEST: f64 = f32::MAX as f64;
/// The bits of a mantissa.
const MANTISSA: i64 = 0x7f_ffff;

impl Spelling<'_, '_> {
    /// The call of the helper, in the place of such a quotient.
    pub(super) fn inverse_root(&mut self, expr: ExprId) -> Option<ExprId> {
        let ExprKind::Binary { op: BinaryOp::Div, lhs, rhs } = self.b.program.exprs[expr].kind else {
            return None;
        };
        let is_meant = self.helpers.language == Language::Cuda && self.is_float(expr) && self.is_one(lhs);
        let of = square_root(self.b, rhs).filter(|of| is_meant && self.is_above_zero(*of, 0))?;
        let of = self.explicit(of);
        Some(self.helpers.call(self.b, Helper::InverseRoot, Type::FLOAT, vec![of]))
    }

    /// Is a number, if it is one, at least [`SMALLEST`]? Variables stand for their values, to some depth.
    fn is_above_zero(&self, expr: ExprId, depth: usize) -> bool {
        match self.b.program.exprs[expr].kind {
            ExprKind::Float { value, .. } => value >= SMALLEST,
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => {
                (self.is_above_zero(lhs, depth) && self.is_not_negative(rhs, depth))
                    || (self.is_not_negative(lhs, depth) && self.is_above_zero(rhs, depth))
            }
            _ => self.standing_for(expr, depth).is_some_and(|value| self.is_above_zero(value, depth + 1)),
        }
    }

    /// Is a number, if it is one, not below zero?
    fn is_not_negative(&self, expr: ExprId, depth: usize) -> bool {
        match &self.b.program.exprs[expr].kind {
            ExprKind::Float { value, .. } => *value >= 0.0,
            ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } => {
                let about = About { program: self.b.program, sources: self.b.sources };
                update::same(&about, *lhs, *rhs)
            }
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => {
                self.is_not_negative(*lhs, depth) && self.is_not_negative(*rhs, depth)
            }
            ExprKind::Call { callee, .. } => {
                library_name(self.b, *callee).is_some_and(|name| name == "fabsf" || name == "sqrtf")
            }
            _ => self.standing_for(expr, depth).is_some_and(|value| self.is_not_negative(value, depth + 1)),
        }
    }

    /// The value of a variable.
    fn standing_for(&self, expr: ExprId, depth: usize) -> Option<ExprId> {
        const DEEPEST: usize = 8;
        let value = self.settled.value(self.b.program.variable_of(expr)?)?;
        (depth < DEEPEST && self.is_float(value)).then_some(value)
    }
}

/// The body of the helper.
pub(super) fn body(b: &mut Builder<'_>) -> Body {
    let [x, y, root, inverse] =
        ["x", "approximate", "root", "inverse"].map(|name| b.local(name, Type::FLOAT));
    let [x_value, y_value, root_value, inverse_value] = [x, y, root, inverse].map(|var| b.var(var));
    let approximate = b.call("rsqrtf", vec![x_value], Type::FLOAT);
    let product = float(b, BinaryOp::Mul, x_value, y_value);
    let minus_root = b.expr(ExprKind::Unary { op: hir::UnaryOp::Neg, operand: root_value }, Type::FLOAT);
    let fma = |b: &mut Builder<'_>, args| b.call("fmaf", args, Type::FLOAT);
    let (half, one, zero) = (number(b, 0.5, "0.5f"), number(b, 1.0, "1.0f"), number(b, 0.0, "0.0f"));
    let (next, largest) =
        (number(b, 1.0 + f64::from(f32::EPSILON), "1.00000012f"), number(b, LARGEST, "3.40282347e38f"));
    let error = fma(b, vec![minus_root, root_value, x_value]);
    let half = float(b, BinaryOp::Mul, half, y_value);
    let corrected = fma(b, vec![error, half, root_value]);
    let better = |b: &mut Builder<'_>, of| {
        let rest = fma(b, vec![minus_root, of, one]);
        fma(b, vec![rest, of, of])
    };
    let (once, twice) = (better(b, y_value), better(b, inverse_value));

    let bits = b.call("__float_as_uint", vec![root_value], Type::UINT);
    let ones = b.int(MANTISSA);
    let mantissa = b.binary(BinaryOp::BitAnd, bits, ones);
    let is_all_ones = b.binary(BinaryOp::Eq, mantissa, ones);
    let above = float(b, BinaryOp::Mul, inverse_value, next);
    let next = b.assign(inverse_value, above);

    let is_infinite = b.binary(BinaryOp::Gt, x_value, largest);
    let kind = ExprKind::Conditional { cond: is_infinite, then: Some(zero), otherwise: inverse_value };
    let result = b.expr(kind, Type::FLOAT);
    let stmts = vec![
        b.declare(y, Some(approximate)),
        b.declare(root, Some(product)),
        b.assign(root_value, corrected),
        b.declare(inverse, Some(once)),
        b.assign(inverse_value, twice),
        b.if_then(is_all_ones, vec![next]),
        b.stmt(StmtKind::Return(Some(result))),
    ];
    Body { params: vec![x], result: Type::FLOAT, stmts }
}

fn float(b: &mut Builder<'_>, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> ExprId {
    b.expr(ExprKind::Binary { op, lhs, rhs }, Type::FLOAT)
}

fn number(b: &mut Builder<'_>, value: f64, text: &str) -> ExprId {
    let text = Some(b.symbol(text));
    b.expr(ExprKind::Float { value, text }, Type::FLOAT)
}
