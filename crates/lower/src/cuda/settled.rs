//! Variables that keep the value they were declared with.
//!
//! What their initialiser says is true of them wherever they are in scope, as far as it is made of such
//! variables itself.

use std::collections::{HashMap, HashSet};

use hir::{ExprId, ExprKind, Init, Item, Node, Program, StmtId, StmtKind, VarId};

/// The initialisers of variables, and the variables that change.
#[derive(Debug, Default)]
pub(super) struct Settled {
    initial: HashMap<VarId, ExprId>,
    changed: HashSet<VarId>,
}

impl Settled {
    /// Looks through statements.
    pub fn new(program: &Program, stmts: &[StmtId]) -> Settled {
        let mut settled = Settled::default();
        for node in stmts.iter().flat_map(|stmt| program.nodes(Node::Stmt(*stmt))) {
            match node {
                Node::Stmt(stmt) => {
                    let StmtKind::Decl(items) = &program.stmts[stmt].kind else { continue };
                    for item in items {
                        let Item::Var { var, with_init: true, .. } = item else { continue };
                        let Some(Init::Expr(value)) = program.vars[*var].init else { continue };
                        settled.initial.insert(*var, value);
                    }
                }
                Node::Expr(expr) => match program.exprs[expr].kind {
                    ExprKind::Assign { lhs: target, .. }
                    | ExprKind::AssignOp { lhs: target, .. }
                    | ExprKind::IncDec { operand: target, .. }
                    | ExprKind::AddrOf(target) => settled.changed.extend(program.variable_of(target)),
                    _ => {}
                },
            }
        }
        settled
    }

    /// Does a variable stay what it is?
    pub fn stays(&self, var: VarId) -> bool {
        !self.changed.contains(&var)
    }

    /// The initialiser of a variable that stays.
    pub fn value(&self, var: VarId) -> Option<ExprId> {
        self.initial.get(&var).copied().filter(|_| self.stays(var))
    }
}
