//! Statements that a copy without an iteration may run all the same.
//!
//! ```text
//! sum[u][v] += A_tile[threadIdx.y + 16 * u][k] * B_tile[k][threadIdx.x + 16 * v];
//! ```
//! Every lane has its place in the tile, also one beyond the end of the loop,
//! and nobody looks at its sum: without a test the compiler sees nothing but
//! multiplications here.
//!
//! Invariant: such a statement changes nothing but variables of the copy, reads
//! nothing but registers and its lane's part of shared memory, and calls nothing.

use hir::{BinaryOp, ExprId, ExprKind, Node, StmtId, StmtKind, VarId};

use super::Lowering;

impl Lowering<'_, '_> {
    /// May a copy that has no iteration run the statement?
    pub(super) fn is_harmless(&self, stmt: StmtId) -> bool {
        let program = &self.b.program;
        let mut nodes = program.nodes(stmt);
        while let Some(node) = nodes.next() {
            let is_safe = match node {
                Node::Stmt(stmt) => matches!(
                    program.stmts[stmt].kind,
                    StmtKind::Expr(_)
                        | StmtKind::Block(_)
                        | StmtKind::If { .. }
                        | StmtKind::Empty
                        | StmtKind::Decl(_)
                ),
                Node::Expr(expr) => match program.exprs[expr].kind {
                    ExprKind::Index { .. } => {
                        nodes.skip_children();
                        self.is_own_part_of_tile(expr)
                    }
                    ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } => {
                        self.is_own_variable(lhs)
                    }
                    ExprKind::IncDec { operand, .. } => self.is_own_variable(operand),
                    ExprKind::Binary { op, .. } => !matches!(op, BinaryOp::Div | BinaryOp::Rem),
                    ExprKind::Int { .. }
                    | ExprKind::Float { .. }
                    | ExprKind::Var(_)
                    | ExprKind::Enumerator(_)
                    | ExprKind::Unary { .. }
                    | ExprKind::Cast { .. }
                    | ExprKind::Conditional { .. }
                    | ExprKind::Grid(..) => true,
                    _ => false,
                },
            };
            if !is_safe {
                return false;
            }
        }
        true
    }

    /// A variable that each copy has for itself.
    fn is_own_variable(&self, target: ExprId) -> bool {
        match self.b.program.exprs[target].kind {
            ExprKind::Var(var) => self.copies.kept.contains_key(&var),
            _ => false,
        }
    }

    /// An element of shared memory whose place depends on the lane alone, and
    /// on counters that are the same for all.
    fn is_own_part_of_tile(&self, access: ExprId) -> bool {
        let program = &self.b.program;
        let mut at = access;
        loop {
            match program.exprs[at].kind {
                ExprKind::Index { base, index } => {
                    let is_settled = program.exprs_below(index).all(|e| match program.exprs[e].kind {
                        ExprKind::Var(var) => !self.depends_on_batch(var),
                        ExprKind::Int { .. } | ExprKind::Cast { .. } => true,
                        ExprKind::Binary { op, .. } => {
                            matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul)
                        }
                        _ => false,
                    });
                    if !is_settled {
                        return false;
                    }
                    at = base;
                }
                ExprKind::Cast { implicit: true, operand, .. } => at = operand,
                ExprKind::Var(var) => return self.kernel.shared.iter().any(|(_, shared)| shared.var == var),
                _ => return false,
            }
        }
    }

    /// Does the variable differ from copy to copy otherwise than a lane does,
    /// or from batch to batch?
    fn depends_on_batch(&self, var: VarId) -> bool {
        let is_lane = self.jams.iter().any(|level| level.lane == var);
        let is_base = self.jams.iter().any(|level| level.base == var);
        !is_lane && (is_base || self.copies.is_varying(var))
    }
}
