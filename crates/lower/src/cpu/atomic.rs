//! Atomic updates on the CPU, by OpenMP.
//!
//! OpenMP has atomic forms of arithmetic. What it has none for (a maximum, say) is
//! done by one thread at a time, and then so is every other atomic update of the
//! kernel, since it may be of the same element.

use hir::copy::Rewrite;
use hir::update::UpdateValue;
use hir::{Builder, DirectiveId, Node, ReductionOp, StmtId, StmtKind, VarId};
use kir::{Kernel, Stmt};

use super::array_reduction::{self, Updates};
use crate::atomic_update::of_annotated;

/// Writes the pragma of each atomic statement.
pub(super) struct Atomics<'s, 'b> {
    pub b: &'s mut Builder<'b>,
    /// What is written.
    pub pragma: &'static str,
    /// Updates of reduced arrays, some of which need to be nothing more.
    pub updates: &'s [(DirectiveId, VarId, Updates)],
}

impl<'b> Rewrite<'b> for Atomics<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, _: hir::ExprId) -> Option<hir::ExprId> {
        None
    }

    fn replace_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        let (directive, body, _) = of_annotated(self.b, stmt)?;
        let reduced = self.updates.iter().find(|(updates, ..)| *updates == directive);
        if let Some(&(_, device, updates)) = reduced
            && let Some(update) = array_reduction::update(self.b, device, updates, body)
        {
            return Some(update);
        }
        let pragma = self.b.symbol(self.pragma);
        let pragma = self.b.stmt(StmtKind::Pragma(pragma));
        let update = without_braces(self.b, body);
        Some(self.b.stmt(StmtKind::Block(vec![pragma, update])))
    }
}

/// The update alone: OpenMP takes no block for one.
fn without_braces(b: &Builder<'_>, mut body: StmtId) -> StmtId {
    while let StmtKind::Block(stmts) = &b.program.stmts[body].kind
        && let [only] = stmts.as_slice()
    {
        body = *only;
    }
    body
}

/// The pragma for the atomic statements of a kernel; `None` if it has none.
pub(super) fn pragma(kernel: &Kernel, b: &Builder<'_>) -> Option<&'static str> {
    let mut found = None;
    for plain in plain_statements(&kernel.body) {
        for node in b.program.nodes(Node::Stmt(plain)) {
            let Node::Stmt(stmt) = node else { continue };
            let Some((_, _, update)) = of_annotated(b, stmt) else { continue };
            let is_arithmetic = matches!(
                update.op,
                ReductionOp::Add
                    | ReductionOp::Mul
                    | ReductionOp::BitAnd
                    | ReductionOp::BitOr
                    | ReductionOp::BitXor
            );
            if !is_arithmetic || matches!(update.value, UpdateValue::If(_)) {
                return Some("omp critical(hicuda_atomic)");
            }
            found = Some("omp atomic");
        }
    }
    found
}

fn plain_statements(body: &Stmt) -> Vec<StmtId> {
    let mut found = Vec::new();
    let mut pending = vec![body];
    while let Some(stmt) = pending.pop() {
        match stmt {
            Stmt::Plain(plain) => found.push(*plain),
            Stmt::Barrier(_) | Stmt::Transfer(_) => {}
            Stmt::Block(stmts) => pending.extend(stmts),
            Stmt::If { then, otherwise, .. } => {
                pending.push(then);
                pending.extend(otherwise.as_deref());
            }
            Stmt::For { body, .. } | Stmt::Singular(body) => pending.push(body),
            Stmt::Partition(p) => pending.push(&p.body),
        }
    }
    found
}
