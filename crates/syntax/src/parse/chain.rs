//! Stacks that expression parsing shares, so that a chain of operators costs
//! neither recursion nor an allocation of its own.
//!
//! `a + b * c - d` is worked off with the operands and the operators that wait
//! for their right-hand side on these stacks. Each production remembers how
//! high the stacks were when it began and leaves them so, whatever happens.

use source::Span;

use crate::ast::{BinaryOp, ExprId, TypeNameId, UnaryOp};

/// The shared stacks.
#[derive(Default)]
pub(super) struct Chains {
    pub(super) operands: Vec<ExprId>,
    pub(super) operators: Vec<(BinaryOp, u8)>,
    pub(super) prefixes: Vec<Prefix>,
}

/// Something written before an operand.
#[derive(Clone, Copy)]
pub(super) enum Prefix {
    /// `-`, `*`, `__real__` …
    Operator(UnaryOp, Span),
    /// `(T)`
    Cast(TypeNameId, Span),
    /// `sizeof` of an expression.
    Sizeof(Span),
    /// `_Alignof` of an expression.
    Alignof(Span),
}
