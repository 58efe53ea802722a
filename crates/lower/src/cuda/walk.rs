//! Loops that walk over memory to reduce it, with several loads under way at once.
//!
//! Such a loop does next to nothing but wait for memory. A compiler unrolls it, yet
//! keeps the test of the bound between two loads; so the rounds in which no test can
//! fail are a loop of their own:
//!
//! ```text
//! int i = blockIdx.x * 256 + threadIdx.x;
//! for (; i < n - 7L * i_stride; i += 8 * i_stride)
//!     #pragma unroll
//!     for (int round = 0; round < 8; round++)
//!         sum += a[i + round * i_stride];
//! for (; i < n; i += i_stride)
//!     sum += a[i];
//! ```

use hir::copy::{self, Rewrite};
use hir::{BinaryOp, Builder, BuiltinType, ExprId, ExprKind, StmtId, StmtKind, Type, VarId};
use kir::Partition;

use super::Lowering;

/// Loads under way at once.
const ROUNDS: i64 = 8;

/// A body with more expressions than this has something else to do.
const MOST_EXPRESSIONS: usize = 40;

impl Lowering<'_, '_> {
    /// Does the loop do little else than reduce what it reads?
    pub(super) fn is_short_walk(&self, p: &Partition) -> bool {
        let Some(kir::Stmt::Plain(body)) = only(&p.body) else { return false };
        let program = &self.b.program;
        let of_block = p.reductions.iter().flat_map(|r| &r.accumulators);
        let of_grid = self.kernel.reductions.iter().flat_map(|r| &r.accumulators);
        let arrays = self.kernel.array_reductions.iter().map(|r| r.device);
        let parts: Vec<VarId> = of_block.chain(of_grid).map(|a| a.var).chain(arrays).collect();
        let (mut reduces, mut reads, mut count) = (false, false, 0);
        for expr in program.exprs_below(*body) {
            count += 1;
            match program.exprs[expr].kind {
                ExprKind::Var(var) => reduces |= parts.contains(&var),
                ExprKind::Index { .. } => reads = true,
                _ => {}
            }
        }
        let is_plain = program.stmts_below(*body).all(|stmt| {
            matches!(
                program.stmts[stmt].kind,
                StmtKind::Block(_)
                    | StmtKind::Expr(_)
                    | StmtKind::If { otherwise: None, .. }
                    | StmtKind::Annotated { .. }
            )
        });
        let is_signed = |ty: Type| {
            use BuiltinType as B;
            matches!(program.types.as_builtin(ty), Some(B::Int | B::Long | B::LongLong))
        };
        let is_few = p.trips.constant().is_some_and(|trips| trips < ROUNDS);
        let bounds = is_signed(program.vars[p.index].ty) && is_signed(program.exprs[p.end].ty);
        reduces && reads && is_plain && bounds && p.step > 0 && !is_few && count <= MOST_EXPRESSIONS
    }

    /// The loop: whole rounds first, then what is left.
    pub(super) fn walk(&mut self, p: &Partition, first: ExprId, end: ExprId, stride: ExprId) -> Vec<StmtId> {
        let ty = self.b.program.vars[p.index].ty.unqualified();
        let mut stmts = Vec::new();
        let name = format!("{}_stride", self.b.name_of(p.index));
        let stride = self.named(&name, stride, ty, &mut stmts);
        stmts.push(self.b.declare(p.index, Some(first)));
        let index = self.b.var(p.index);
        let body = self.statement(&p.body);

        let round = self.names.scoped(self.b, "round", Type::INT);
        let number = self.b.var(round);
        let offset = self.b.mul(number, stride);
        let value = self.b.binary(BinaryOp::Add, index, offset);
        let mut later = Later { b: self.b, index: p.index, value };
        let inner = body.iter().map(|&stmt| copy::stmt(&mut later, stmt)).collect();
        let (zero, rounds, one) = (self.b.int(0), self.b.int(ROUNDS), self.b.int(1));
        let inner = self.b.count(round, zero, rounds, one, true, inner);
        let pragma = self.b.symbol("unroll");
        let pragma = self.b.stmt(StmtKind::Pragma(pragma));
        let whole = self.b.mul(rounds, stride);
        let reach = self.reach(stride);
        let last = self.b.sub(end, reach);
        // A loop that is known to be shorter has no whole round.
        let has_rounds =
            self.b.constant(last).zip(self.b.constant(p.first)).is_none_or(|(last, first)| first < last);
        if has_rounds {
            stmts.push(self.resumed(p.index, last, whole, vec![pragma, inner]));
        }
        stmts.push(self.resumed(p.index, end, stride, body));
        stmts
    }

    /// From the first to the last of several rounds: in 64 bits unless it is a
    /// number, since a grid may be large.
    fn reach(&mut self, stride: ExprId) -> ExprId {
        if let Some(known) = self.b.constant(stride) {
            return self.b.int((ROUNDS - 1).saturating_mul(known));
        }
        let text = Some(self.b.symbol(&format!("{}L", ROUNDS - 1)));
        let rounds = self.b.expr(ExprKind::Int { value: i128::from(ROUNDS - 1), text }, Type::LONG);
        self.b.binary(BinaryOp::Mul, rounds, stride)
    }

    /// `for (; i < end; i += step)`
    pub(super) fn resumed(&mut self, index: VarId, end: ExprId, step: ExprId, body: Vec<StmtId>) -> StmtId {
        let value = self.b.var(index);
        let cond = Some(self.b.binary(BinaryOp::Lt, value, end));
        let step = Some(self.b.advance(index, step));
        let body = self.b.block(body);
        self.b.stmt(StmtKind::For { init: None, cond, step, body })
    }
}

/// Puts the index of a later round in the place of the index.
struct Later<'a, 'b> {
    b: &'a mut Builder<'b>,
    index: VarId,
    value: ExprId,
}

impl<'b> Rewrite<'b> for Later<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        match self.b.program.exprs[expr].kind {
            ExprKind::Var(var) if var == self.index => Some(self.value),
            _ => None,
        }
    }
}

/// The statement that a body consists of.
pub(super) fn only(stmt: &kir::Stmt) -> Option<&kir::Stmt> {
    match stmt {
        kir::Stmt::Block(stmts) => match stmts.as_slice() {
            [single] => only(single),
            _ => None,
        },
        other => Some(other),
    }
}
