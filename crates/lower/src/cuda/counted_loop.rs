//! Loops over a tile count from zero.
//!
//! ```text
//! for (int k = first; k < first + 64; k++)        for (int k = 0; k < 64; k++)
//!     sum += tile[k - first];                         sum += tile[k];
//! ```
//! The section of an array that is kept in shared or constant memory begins
//! where the loop does, so the index is needed only relative to that. The
//! device compiler sees how often such a loop runs, and unrolls it with
//! constant addresses; `first + 64` might have wrapped.
//!
//! Invariant: the index has the same values wherever it is used otherwise, as
//! `first + k`; `first` is a variable that the loop does not change.

use hir::copy::{self, Rewrite};
use hir::{
    BinaryOp, Builder, CastKind, ExprId, ExprKind, Init, Item, Node, Program, StmtId, StmtKind, VarId,
};

/// The statements with such loops rewritten.
pub(super) fn counted_from_zero(b: &mut Builder<'_>, stmts: Vec<StmtId>) -> Vec<StmtId> {
    stmts.into_iter().map(|stmt| copy::stmt(&mut Counting { b }, stmt)).collect()
}

/// `for (int index = first; index < first + count; …)`
struct TileLoop {
    index: VarId,
    first: VarId,
    count: ExprId,
}

impl TileLoop {
    fn of(program: &Program, stmt: StmtId) -> Option<TileLoop> {
        let StmtKind::For { init: Some(init), cond: Some(cond), step: Some(step), body } =
            program.stmts[stmt].kind
        else {
            return None;
        };
        let StmtKind::Decl(items) = &program.stmts[init].kind else { return None };
        let [Item::Var { var: index, with_init: true, .. }] = items.as_slice() else { return None };
        let Some(Init::Expr(start)) = program.vars[*index].init else { return None };
        let first = variable(program, start)?;
        let ExprKind::Binary { op: BinaryOp::Lt, lhs, rhs } = program.exprs[cond].kind else { return None };
        let ExprKind::Binary { op: BinaryOp::Add, lhs: base, rhs: count } =
            program.exprs[look_through(program, rhs)].kind
        else {
            return None;
        };
        let is_tile = variable(program, lhs) == Some(*index)
            && variable(program, base) == Some(first)
            && hir::const_eval::integer(program, count).is_some()
            && is_signed(program, *index)
            && program.vars[first].ty.unqualified() == program.vars[*index].ty.unqualified();
        let changes = |expr: ExprId, var: VarId| program.changed_variable(expr) == Some(var);
        let keeps = |root: Node, var: VarId| !program.exprs_below(root).any(|expr| changes(expr, var));
        let keeps_both = keeps(body.into(), *index) && keeps(body.into(), first) && keeps(step.into(), first);
        let is_relative = program.exprs_below(body).any(|expr| distance(program, expr, *index, first));
        (is_tile && keeps_both && is_relative).then_some(TileLoop { index: *index, first, count })
    }
}

/// Finds the loops.
struct Counting<'a, 'b> {
    b: &'a mut Builder<'b>,
}

impl<'b> Rewrite<'b> for Counting<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, _expr: ExprId) -> Option<ExprId> {
        None
    }

    fn replace_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        let TileLoop { index, first, count } = TileLoop::of(self.b.program, stmt)?;
        let StmtKind::For { init, step, body, .. } = self.b.program.stmts[stmt].kind else { return None };
        let body = copy::stmt(self, body);
        let body = copy::stmt(&mut FromZero { b: self.b, index, first }, body);
        let zero = self.b.int(0);
        self.b.program.vars[index].init = Some(Init::Expr(zero));
        let counter = self.b.var(index);
        let cond = Some(self.b.binary(BinaryOp::Lt, counter, count));
        Some(self.b.stmt(StmtKind::For { init, cond, step, body }))
    }
}

/// Rewrites the index of one loop.
struct FromZero<'a, 'b> {
    b: &'a mut Builder<'b>,
    index: VarId,
    first: VarId,
}

impl<'b> Rewrite<'b> for FromZero<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        if distance(self.b.program, expr, self.index, self.first) {
            return Some(self.b.var(self.index));
        }
        let is_index = matches!(self.b.program.exprs[expr].kind, ExprKind::Var(var) if var == self.index);
        is_index.then(|| {
            let (first, index) = (self.b.var(self.first), self.b.var(self.index));
            self.b.binary(BinaryOp::Add, first, index)
        })
    }
}

/// Is it `index - first`?
fn distance(program: &Program, expr: ExprId, index: VarId, first: VarId) -> bool {
    matches!(program.exprs[expr].kind, ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs }
        if variable(program, lhs) == Some(index) && variable(program, rhs) == Some(first))
}

/// The variable that an expression is.
fn variable(program: &Program, expr: ExprId) -> Option<VarId> {
    program.variable_of(look_through(program, expr))
}

/// Without conversions that change nothing.
fn look_through(program: &Program, expr: ExprId) -> ExprId {
    match program.exprs[expr].kind {
        ExprKind::Cast { kind: CastKind::Same, implicit: true, operand } => look_through(program, operand),
        _ => expr,
    }
}

fn is_signed(program: &Program, var: VarId) -> bool {
    use hir::BuiltinType::{Int, Long, LongLong};
    matches!(program.types.as_builtin(program.vars[var].ty), Some(Int | Long | LongLong))
}
