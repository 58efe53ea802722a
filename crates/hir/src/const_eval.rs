//! Constant expressions: what the compiler can compute of an expression.
//!
//! ```c
//! enum { N = sizeof(int) * 8, MASK = ~0u >> (N - 4) };    // 32, 15
//! ```
//!
//! Values follow C exactly: every operation happens in the type the node has,
//! wraps in that width and compares with that signedness. Because `resolve`
//! has made all conversions into nodes, nothing needs to be guessed here.
//! Signed overflow wraps, as gcc's constants do; what would trap or has no
//! answer (division by zero, a shift beyond the width, a float out of range
//! of the integer) gives `None`. So does arithmetic in formats Rust does not
//! have (`long double`, `_Float128`, `_Float16`): no value beats a rounded one.
//!
//! Addresses count as numbers only where no object is involved: the old way to
//! write `offsetof`, `(size_t)&((struct s *)0)->member`, is a constant.
//!
//! Left-deep chains (`1+1+…` of any length) are walked with a stack on the
//! heap; only right operands recurse, and the parser bounds their nesting.

use syntax::ast::{BinaryOp, BuiltinType};

use crate::{CastKind, Expr, ExprId, ExprKind, Machine, Program, Type, UnaryOp, VarId, usual_conversions};

/// The value of an integer constant expression.
///
/// `None` when it is not one, or is not an integer, or (only for
/// `unsigned __int128`) does not fit.
pub fn integer(program: &Program, expr: ExprId) -> Option<i128> {
    integer_where(program, expr, &|_| None)
}

/// The same, where some integer variables have known values.
pub fn integer_where(program: &Program, expr: ExprId, known: Known<'_>) -> Option<i128> {
    let int = integer_format(program, program.exprs[expr].ty)?;
    match evaluate(program, expr, known)? {
        Value::Int(bits) if int.signed || int.width < 128 || bits >= 0 => Some(bits),
        Value::Int(_) | Value::Float(_) => None,
    }
}

/// The value of an arithmetic constant expression of type `float` or `double`
/// (or a type of the same format). `float` values are exactly representable.
pub fn float(program: &Program, expr: ExprId) -> Option<f64> {
    match evaluate(program, expr, &|_| None)? {
        Value::Float(value) => Some(value),
        Value::Int(_) => None,
    }
}

/// The value of an integer variable, if it is known.
pub type Known<'a> = &'a dyn Fn(VarId) -> Option<i128>;

/// A computed value; its type is that of its node.
#[derive(Clone, Copy)]
enum Value {
    /// The number; for `unsigned __int128` its bit pattern.
    Int(i128),
    /// Rounded to the type's format.
    Float(f64),
}

/// Width and signedness of an integer type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntFormat {
    /// In bits; one for `_Bool`.
    pub width: u32,
    /// Has it negative values?
    pub signed: bool,
}

/// The floating formats computed here.
#[derive(Clone, Copy)]
enum FloatFormat {
    Single,
    Double,
}

fn evaluate(program: &Program, expr: ExprId, known: Known<'_>) -> Option<Value> {
    let mut pending = Vec::new();
    let mut current = expr;
    let mut value = loop {
        match &program.exprs[current].kind {
            ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } | ExprKind::AddrOf(operand) => {
                break Value::Int(address(program, *operand, known)?);
            }
            ExprKind::Binary { lhs: inner, .. }
            | ExprKind::Unary { operand: inner, .. }
            | ExprKind::Cast { operand: inner, .. } => {
                pending.push(current);
                current = *inner;
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                let cond_value = evaluate(program, *cond, known)?;
                current = match then {
                    _ if !is_true(cond_value) => *otherwise,
                    Some(then) => *then,
                    None => *cond,
                };
            }
            _ => break leaf(program, &program.exprs[current], known)?,
        }
    };
    while let Some(parent) = pending.pop() {
        value = apply(program, &program.exprs[parent], value, known)?;
    }
    Some(value)
}

/// An expression without evaluated operands.
fn leaf(program: &Program, expr: &Expr, known: Known<'_>) -> Option<Value> {
    match &expr.kind {
        ExprKind::Var(var) => known(*var).or_else(|| program.constants.get(var).copied()).map(Value::Int),
        ExprKind::Int { value, .. } => Some(Value::Int(*value)),
        ExprKind::Float { value, .. } => match float_format(program, expr.ty)? {
            FloatFormat::Single => Some(Value::Float(f64::from(*value as f32))),
            FloatFormat::Double => Some(Value::Float(*value)),
        },
        ExprKind::Enumerator(id) => Some(Value::Int(program.enumerators[*id].value)),
        ExprKind::Measure { value, .. } => value.map(|n| Value::Int(i128::from(n))),
        ExprKind::Offsetof { value, .. } => Some(Value::Int(i128::from(*value))),
        _ => None,
    }
}

/// Where an lvalue lies, when that is known: at a constant distance from a
/// constant that was converted to a pointer.
fn address(program: &Program, lvalue: ExprId, known: Known<'_>) -> Option<i128> {
    let number = |expr| match evaluate(program, expr, known)? {
        Value::Int(n) => Some(n),
        Value::Float(_) => None,
    };
    match program.exprs[lvalue].kind {
        ExprKind::Deref(pointer) => number(pointer),
        ExprKind::Member { base, record, field, arrow } => {
            let start = if arrow { number(base)? } else { address(program, base, known)? };
            let field = program.records[record].fields.as_ref()?.get(field as usize)?;
            let offset = field.bits.is_none().then_some(field.bit_offset / 8)?;
            Some(start + i128::from(offset))
        }
        ExprKind::Index { base, index } => {
            let size = program.size_of(program.exprs[lvalue].ty)?;
            number(base)?.checked_add(number(index)?.checked_mul(i128::from(size))?)
        }
        _ => None,
    }
}

/// The value of a node whose first operand has the value `first`.
fn apply(program: &Program, expr: &Expr, first: Value, known: Known<'_>) -> Option<Value> {
    match &expr.kind {
        ExprKind::Unary { op, .. } => unary(program, *op, expr.ty, first),
        ExprKind::Cast { kind, operand, .. } => {
            cast(program, *kind, program.exprs[*operand].ty, expr.ty, first)
        }
        ExprKind::Binary { op: BinaryOp::And, rhs, .. } => {
            Some(truth(is_true(first) && is_true(evaluate_if(program, is_true(first), *rhs, known)?)))
        }
        ExprKind::Binary { op: BinaryOp::Or, rhs, .. } => {
            Some(truth(is_true(first) || is_true(evaluate_if(program, !is_true(first), *rhs, known)?)))
        }
        ExprKind::Binary { op, lhs, rhs } => {
            let second = evaluate(program, *rhs, known)?;
            match (first, second) {
                (Value::Int(a), Value::Int(b)) => {
                    let operands = integer_format(program, program.exprs[*lhs].ty)?;
                    integer_binary(*op, operands, a, b)
                }
                (Value::Float(a), Value::Float(b)) => {
                    float_binary(*op, float_format(program, program.exprs[*lhs].ty)?, a, b)
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// The value of an operand that counts only when `needed`; any value if not.
fn evaluate_if(program: &Program, needed: bool, expr: ExprId, known: Known<'_>) -> Option<Value> {
    if needed { evaluate(program, expr, known) } else { Some(truth(false)) }
}

fn unary(program: &Program, op: UnaryOp, ty: Type, operand: Value) -> Option<Value> {
    match (op, operand) {
        (UnaryOp::Plus, value) => Some(value),
        (UnaryOp::Not, value) => Some(truth(!is_true(value))),
        (UnaryOp::Neg, Value::Int(n)) => Some(integer_format(program, ty)?.wrap(n.wrapping_neg())),
        (UnaryOp::Neg, Value::Float(x)) => Some(Value::Float(-x)),
        (UnaryOp::BitNot, Value::Int(n)) => Some(integer_format(program, ty)?.wrap(!n)),
        (UnaryOp::BitNot, Value::Float(_)) => None,
        // Of a real operand: itself and nothing.
        (UnaryOp::Real, value) => Some(value),
        (UnaryOp::Imag, Value::Int(_)) => Some(Value::Int(0)),
        (UnaryOp::Imag, Value::Float(_)) => Some(Value::Float(0.0)),
    }
}

fn cast(program: &Program, kind: CastKind, from: Type, to: Type, value: Value) -> Option<Value> {
    match kind {
        CastKind::ToBool => Some(truth(is_true(value))),
        CastKind::Arithmetic | CastKind::Same => match value {
            Value::Int(n) => {
                if let Some(format) = integer_format(program, to) {
                    return Some(format.wrap(n));
                }
                let unsigned = !integer_format(program, from)?.signed;
                Some(Value::Float(match float_format(program, to)? {
                    // One rounding: through `f64` there would be two.
                    FloatFormat::Single if unsigned => f64::from(n as u128 as f32),
                    FloatFormat::Single => f64::from(n as f32),
                    FloatFormat::Double if unsigned => n as u128 as f64,
                    FloatFormat::Double => n as f64,
                }))
            }
            Value::Float(x) => match integer_format(program, to) {
                Some(format) => format.truncate_float(x),
                None => match float_format(program, to)? {
                    FloatFormat::Single => Some(Value::Float(f64::from(x as f32))),
                    FloatFormat::Double => Some(Value::Float(x)),
                },
            },
        },
        CastKind::Pointer | CastKind::IntToPointer => Some(value),
        CastKind::PointerToInt => match value {
            Value::Int(address) => Some(integer_format(program, to)?.wrap(address)),
            Value::Float(_) => None,
        },
        CastKind::ArrayDecay | CastKind::FunctionDecay | CastKind::ToVoid | CastKind::ToUnion => None,
    }
}

/// `format` is that of the operands; for shifts, of the left one.
fn integer_binary(op: BinaryOp, format: IntFormat, a: i128, b: i128) -> Option<Value> {
    let compared = if format.signed { a.cmp(&b) } else { (a as u128).cmp(&(b as u128)) };
    match op {
        BinaryOp::Add => Some(format.wrap(a.wrapping_add(b))),
        BinaryOp::Sub => Some(format.wrap(a.wrapping_sub(b))),
        BinaryOp::Mul => Some(format.wrap(a.wrapping_mul(b))),
        BinaryOp::Div | BinaryOp::Rem if b == 0 => None,
        BinaryOp::Div if format.signed => a.checked_div(b).filter(|&q| format.holds(q)).map(Value::Int),
        BinaryOp::Rem if format.signed => {
            a.checked_div(b).filter(|&q| format.holds(q)).map(|q| Value::Int(a - q * b))
        }
        BinaryOp::Div => Some(Value::Int((a as u128 / b as u128) as i128)),
        BinaryOp::Rem => Some(Value::Int((a as u128 % b as u128) as i128)),
        BinaryOp::Shl | BinaryOp::Shr if b < 0 || b >= i128::from(format.width) => None,
        BinaryOp::Shl => Some(format.wrap(a << b)),
        BinaryOp::Shr if format.signed => Some(Value::Int(a >> b)),
        BinaryOp::Shr => Some(Value::Int((a as u128 >> b) as i128)),
        BinaryOp::BitAnd => Some(Value::Int(a & b)),
        BinaryOp::BitOr => Some(Value::Int(a | b)),
        BinaryOp::BitXor => Some(Value::Int(a ^ b)),
        BinaryOp::Lt => Some(truth(compared.is_lt())),
        BinaryOp::Gt => Some(truth(compared.is_gt())),
        BinaryOp::Le => Some(truth(compared.is_le())),
        BinaryOp::Ge => Some(truth(compared.is_ge())),
        BinaryOp::Eq => Some(truth(a == b)),
        BinaryOp::Ne => Some(truth(a != b)),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Comma => None,
    }
}

fn float_binary(op: BinaryOp, format: FloatFormat, a: f64, b: f64) -> Option<Value> {
    let arithmetic = |wide: fn(f64, f64) -> f64, narrow: fn(f32, f32) -> f32| {
        Some(Value::Float(match format {
            FloatFormat::Single => f64::from(narrow(a as f32, b as f32)),
            FloatFormat::Double => wide(a, b),
        }))
    };
    match op {
        BinaryOp::Add => arithmetic(|a, b| a + b, |a, b| a + b),
        BinaryOp::Sub => arithmetic(|a, b| a - b, |a, b| a - b),
        BinaryOp::Mul => arithmetic(|a, b| a * b, |a, b| a * b),
        BinaryOp::Div => arithmetic(|a, b| a / b, |a, b| a / b),
        BinaryOp::Lt => Some(truth(a < b)),
        BinaryOp::Gt => Some(truth(a > b)),
        BinaryOp::Le => Some(truth(a <= b)),
        BinaryOp::Ge => Some(truth(a >= b)),
        BinaryOp::Eq => Some(truth(a == b)),
        BinaryOp::Ne => Some(truth(a != b)),
        BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::BitAnd
        | BinaryOp::BitXor
        | BinaryOp::BitOr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Comma => None,
    }
}

fn truth(condition: bool) -> Value {
    Value::Int(i128::from(condition))
}

fn is_true(value: Value) -> bool {
    match value {
        Value::Int(n) => n != 0,
        Value::Float(x) => x != 0.0,
    }
}

impl IntFormat {
    /// The value modulo two to the width, in this type's range.
    fn wrap(self, n: i128) -> Value {
        let unused = 128 - self.width;
        Value::Int(match self.signed {
            true => n << unused >> unused,
            false => ((n as u128) << unused >> unused) as i128,
        })
    }

    /// The lowest and the highest number.
    pub fn ends(self) -> (i128, i128) {
        let magnitude = 1i128 << (self.width - u32::from(self.signed)).min(126);
        (if self.signed { -magnitude } else { 0 }, magnitude - 1)
    }

    /// Is the number one of this type's values?
    pub fn holds(self, n: i128) -> bool {
        matches!(self.wrap(n), Value::Int(same) if same == n)
    }

    /// Conversion of a float: towards zero, undefined out of range.
    fn truncate_float(self, x: f64) -> Option<Value> {
        let whole = x.trunc();
        let limit = 2f64.powi((self.width - u32::from(self.signed)) as i32);
        let lowest = if self.signed { -limit } else { 0.0 };
        if !(lowest..limit).contains(&whole) {
            return None;
        }
        Some(Value::Int(if self.signed { whole as i128 } else { whole as u128 as i128 }))
    }
}

/// Width and signedness of an integer type; `None` if it is something else.
pub fn integer_format(program: &Program, ty: Type) -> Option<IntFormat> {
    use BuiltinType as B;
    let (width, signed) = match usual_conversions::number(program, ty)? {
        B::Bool => (1, false),
        B::Char => (8, program.machine == Machine::X86_64),
        B::SChar => (8, true),
        B::UChar => (8, false),
        B::Short => (16, true),
        B::UShort => (16, false),
        B::Int => (32, true),
        B::UInt => (32, false),
        B::Long | B::LongLong => (64, true),
        B::ULong | B::ULongLong => (64, false),
        B::Int128 => (128, true),
        B::UInt128 => (128, false),
        _ => return None,
    };
    Some(IntFormat { width, signed })
}

fn float_format(program: &Program, ty: Type) -> Option<FloatFormat> {
    use BuiltinType as B;
    match program.types.as_builtin(ty)? {
        B::Float | B::Float32 => Some(FloatFormat::Single),
        B::Double | B::Float64 | B::Float32x => Some(FloatFormat::Double),
        _ => None,
    }
}

#[cfg(test)]
#[path = "const_eval_tests.rs"]
mod const_eval_tests;
