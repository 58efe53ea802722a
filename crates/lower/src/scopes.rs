//! Braces that keep nothing apart are left out.
//!
//! ```c
//! {                                   int row = blockIdx.x;
//!     int row = blockIdx.x;           __syncthreads();
//!     __syncthreads();
//! }
//! ```
//! Loops that threads share out leave a scope behind, since two of them may
//! declare the same index. A person writes braces only where they do.
//!
//! Invariant: a block is opened only if nothing around it has a name that it
//! declares, and if no jump could pass over what it declares.

use std::collections::BTreeSet;

use hir::{Builder, ExprId, ExprKind, Item, Node, Program, StmtId, StmtKind, VarId, copy};

/// The statements of a function's body without needless braces. `params` are
/// the names that the body itself must not declare again.
pub fn opened(b: &mut Builder<'_>, stmts: Vec<StmtId>, params: &[VarId]) -> Vec<StmtId> {
    let taken: BTreeSet<String> = params.iter().map(|var| b.name_of(*var)).collect();
    let mut open = Open { b };
    let stmts: Vec<StmtId> = stmts.into_iter().map(|stmt| copy::stmt(&mut open, stmt)).collect();
    open.level(stmts, &taken)
}

struct Open<'a, 'b> {
    b: &'a mut Builder<'b>,
}

impl<'b> copy::Rewrite<'b> for Open<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        Some(expr)
    }

    fn replace_stmt(&mut self, stmt: StmtId) -> Option<StmtId> {
        let StmtKind::Block(stmts) = self.b.program.stmts[stmt].kind.clone() else { return None };
        let inside: Vec<StmtId> = stmts.iter().map(|stmt| copy::stmt(self, *stmt)).collect();
        let level = self.level(inside, &BTreeSet::new());
        (level != stmts).then(|| self.b.block(level))
    }
}

impl Open<'_, '_> {
    /// The statements of one level, those of blocks among them in their place.
    fn level(&self, stmts: Vec<StmtId>, taken: &BTreeSet<String>) -> Vec<StmtId> {
        let program = &self.b.program;
        let is_block = |stmt: &StmtId| matches!(program.stmts[*stmt].kind, StmtKind::Block(_));
        if !stmts.iter().any(is_block) {
            return stmts;
        }
        let labelled: Vec<bool> = stmts.iter().map(|stmt| has_label(program, *stmt)).collect();
        let mentioned: Vec<BTreeSet<String>> = stmts.iter().map(|stmt| self.mentioned(*stmt)).collect();
        let mut out = Vec::new();
        for (at, stmt) in stmts.iter().enumerate() {
            let StmtKind::Block(inside) = &program.stmts[*stmt].kind else {
                out.push(*stmt);
                continue;
            };
            let others = || (0..stmts.len()).filter(|other| *other != at);
            let is_free = |name: &String| {
                !taken.contains(name) && !others().any(|other| mentioned[other].contains(name))
            };
            let is_needless = |names: &Vec<String>| {
                names.is_empty() || !others().any(|other| labelled[other]) && names.iter().all(is_free)
            };
            match self.declared(inside).as_ref().is_some_and(is_needless) {
                true => out.extend(inside),
                false => out.push(*stmt),
            }
        }
        out
    }

    /// The variables that statements declare for each other; `None` where they
    /// declare something else.
    fn declared(&self, stmts: &[StmtId]) -> Option<Vec<String>> {
        let mut names = Vec::new();
        for stmt in stmts {
            let StmtKind::Decl(items) = &self.b.program.stmts[*stmt].kind else { continue };
            for item in items {
                let Item::Var { var, .. } = item else { return None };
                names.push(self.b.name_of(*var));
            }
        }
        Some(names)
    }

    /// The names of variables that a statement declares or uses.
    fn mentioned(&self, stmt: StmtId) -> BTreeSet<String> {
        let program = &self.b.program;
        let mut names = BTreeSet::new();
        for node in program.nodes(stmt) {
            match node {
                Node::Expr(expr) => {
                    if let ExprKind::Var(var) = program.exprs[expr].kind {
                        names.insert(self.b.name_of(var));
                    }
                }
                Node::Stmt(stmt) => names.extend(self.declared(&[stmt]).into_iter().flatten()),
            }
        }
        names
    }
}

/// Can a jump from before the statement lead into it?
fn has_label(program: &Program, stmt: StmtId) -> bool {
    let below = || program.stmts_below(stmt).map(|stmt| &program.stmts[stmt].kind);
    let has_switch = below().any(|kind| matches!(kind, StmtKind::Switch { .. }));
    below().any(|kind| match kind {
        StmtKind::Label { .. } => true,
        StmtKind::Case { .. } | StmtKind::Default(_) => !has_switch,
        _ => false,
    })
}
