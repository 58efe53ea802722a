//! How tightly an expression holds together, and where parentheses are kind.
//!
//! Parentheses are printed where C would read the text differently without
//! them, and in the few places where it would not but every compiler warns
//! that a reader might: `a || (b && c)`, `a << (b + 1)`, `(a & m) == 0`.

use hir::{BinaryOp, ExprKind, UnaryOp};

/// From the loosest to the tightest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Precedence {
    Comma,
    Assignment,
    Conditional,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relational,
    Shift,
    Additive,
    Multiplicative,
    /// Prefix operators and casts.
    Unary,
    /// Calls, subscripts, members.
    Postfix,
    Primary,
}

impl Precedence {
    /// Of a binary operator.
    pub fn of(op: BinaryOp) -> Precedence {
        match op {
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => Precedence::Multiplicative,
            BinaryOp::Add | BinaryOp::Sub => Precedence::Additive,
            BinaryOp::Shl | BinaryOp::Shr => Precedence::Shift,
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => Precedence::Relational,
            BinaryOp::Eq | BinaryOp::Ne => Precedence::Equality,
            BinaryOp::BitAnd => Precedence::BitAnd,
            BinaryOp::BitXor => Precedence::BitXor,
            BinaryOp::BitOr => Precedence::BitOr,
            BinaryOp::And => Precedence::And,
            BinaryOp::Or => Precedence::Or,
            BinaryOp::Comma => Precedence::Comma,
        }
    }

    /// Of an expression's text; constants that nobody wrote may be looser.
    pub fn of_kind(kind: &ExprKind) -> Precedence {
        match kind {
            ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::String(_)
            | ExprKind::Var(_)
            | ExprKind::Function(_)
            | ExprKind::Enumerator(_)
            | ExprKind::Error => Precedence::Primary,
            ExprKind::IncDec { prefix: true, .. }
            | ExprKind::Unary { .. }
            | ExprKind::AddrOf(_)
            | ExprKind::Deref(_)
            | ExprKind::Cast { .. }
            | ExprKind::Measure { .. }
            | ExprKind::StmtExpr(_)
            | ExprKind::LabelAddress(_) => Precedence::Unary,
            ExprKind::IncDec { prefix: false, .. }
            | ExprKind::Call { .. }
            | ExprKind::Launch { .. }
            | ExprKind::Index { .. }
            | ExprKind::Member { .. }
            | ExprKind::Offsetof { .. }
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::VaArg(_)
            | ExprKind::ConvertVector(_)
            | ExprKind::Construct(_)
            | ExprKind::Grid(..) => Precedence::Postfix,
            // `__extension__ (a ?: b)`
            ExprKind::Conditional { then: None, .. } => Precedence::Unary,
            ExprKind::Conditional { .. } => Precedence::Conditional,
            ExprKind::Assign { .. } | ExprKind::AssignOp { .. } => Precedence::Assignment,
            ExprKind::Binary { op, .. } => Precedence::of(*op),
        }
    }

    /// The next tighter one: what the right operand of a left-associative
    /// operator must at least be.
    pub fn tighter(self) -> Precedence {
        use Precedence as P;
        match self {
            P::Comma => P::Assignment,
            P::Assignment => P::Conditional,
            P::Conditional => P::Or,
            P::Or => P::And,
            P::And => P::BitOr,
            P::BitOr => P::BitXor,
            P::BitXor => P::BitAnd,
            P::BitAnd => P::Equality,
            P::Equality => P::Relational,
            P::Relational => P::Shift,
            P::Shift => P::Additive,
            P::Additive => P::Multiplicative,
            P::Multiplicative => P::Unary,
            P::Unary => P::Postfix,
            P::Postfix | P::Primary => P::Primary,
        }
    }
}

/// Would a compiler's `-Wparentheses` object to this operand without them?
pub(crate) fn reads_ambiguously(op: BinaryOp, operand: &ExprKind) -> bool {
    let is_comparison = |op| matches!(Precedence::of(op), Precedence::Equality | Precedence::Relational);
    let inner = match operand {
        ExprKind::Binary { op, .. } => *op,
        // `!a == b` and `!a & b` look like `!(a == b)` and `!(a & b)`.
        ExprKind::Unary { op: UnaryOp::Not, .. } => {
            return is_comparison(op) || matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor);
        }
        _ => return false,
    };
    match op {
        BinaryOp::Or => inner == BinaryOp::And,
        BinaryOp::BitOr | BinaryOp::BitXor | BinaryOp::BitAnd => {
            // `a | b | c` is clear, `a | b & c` is not.
            inner != op
                && (is_comparison(inner)
                    || matches!(
                        inner,
                        BinaryOp::Add | BinaryOp::Sub | BinaryOp::BitAnd | BinaryOp::BitXor | BinaryOp::BitOr
                    ))
        }
        BinaryOp::Shl | BinaryOp::Shr => matches!(inner, BinaryOp::Add | BinaryOp::Sub),
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => {
            is_comparison(inner)
        }
        BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::And
        | BinaryOp::Comma => false,
    }
}
