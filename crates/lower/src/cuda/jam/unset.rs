//! Registers of copies that have no iteration.
//!
//! ```text
//! float scale[4] = {};
//! for (int u = 0; u < 4; u++)
//!     if (i + 16 * u < n)
//!         scale[u] = a[i + 16 * u];
//! for (int u = 0; u < 4; u++)
//!     sum[u] += scale[u] * tile[threadIdx.y + 16 * u];
//! ```
//! A harmless statement runs in all copies, so what it reads must be set in all of
//! them: a register that only some copies set begins as zero. One that nobody reads
//! without its guard stays as it is.

use std::collections::HashSet;

use hir::{ExprId, ExprKind, Init, Item, Node, StmtId, StmtKind, VarId};

use super::Lowering;

/// Which registers of the copies hold a value in all of them.
#[derive(Debug, Default)]
pub(in crate::cuda) struct Registers {
    /// The declaration of each array of copies.
    pub declared: Vec<(VarId, StmtId)>,
    /// Set in all copies, as far as the kernel is lowered.
    set: HashSet<VarId>,
}

impl Lowering<'_, '_> {
    /// The statements are for all copies. Where some of the copies have no
    /// iteration, what the statements read begins as zero.
    pub(super) fn run_in_all_copies(&mut self, stmts: &[StmtId]) {
        for &stmt in stmts {
            let (read, target) = self.parts(stmt);
            for expr in read {
                let below: Vec<ExprId> = self.b.program.exprs_below(expr).collect();
                below.into_iter().for_each(|expr| self.reads(expr));
            }
            self.registers.set.extend(target);
        }
    }

    /// What a statement reads, and what it surely sets after that.
    fn parts(&self, stmt: StmtId) -> (Vec<Node>, Vec<VarId>) {
        let program = &self.b.program;
        match &program.stmts[stmt].kind {
            StmtKind::Expr(expr) => match program.exprs[*expr].kind {
                ExprKind::Assign { lhs, rhs } => match program.exprs[lhs].kind {
                    ExprKind::Var(var) => (vec![rhs.into()], vec![var]),
                    _ => (vec![stmt.into()], Vec::new()),
                },
                _ => (vec![stmt.into()], Vec::new()),
            },
            StmtKind::Decl(items) => {
                let with_value = |item: &Item| match item {
                    Item::Var { var, with_init: true, .. } => Some(*var),
                    _ => None,
                };
                (vec![stmt.into()], items.iter().filter_map(with_value).collect())
            }
            _ => (vec![stmt.into()], Vec::new()),
        }
    }

    /// Without guards all copies do what the program does.
    fn reads(&mut self, expr: ExprId) {
        let ExprKind::Var(var) = self.b.program.exprs[expr].kind else { return };
        if self.predicates.is_empty()
            || !self.copies.kept.contains_key(&var)
            || !self.registers.set.insert(var)
        {
            return;
        }
        let array = self.renamed.get(&var).copied().unwrap_or(var);
        let place = self.registers.declared.iter().rev().find(|(declared, _)| *declared == array);
        let Some(&(_, declaration)) = place else { return };
        let ty = self.b.program.vars[array].ty;
        self.b.program.vars[array].init = Some(Init::List { ty, entries: Vec::new(), span: self.b.origin });
        let item = Item::Var { var: array, with_init: true, is_extern: false, ty };
        self.b.program.stmts[declaration].kind = StmtKind::Decl(vec![item]);
    }
}
