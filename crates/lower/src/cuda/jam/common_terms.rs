//! With `fastmath`: what all copies of a jammed loop have in common is added up
//! first, so that it is computed once for all of them.
//!
//! ```text
//! dx * dx + dy * dy + dz * dz          dx * dx + (dy * dy + dz * dz)
//! ```
//! where `dx` differs between the copies. C adds from left to right, and no
//! compiler may change that; `fastmath` allows it.
//!
//! Invariant: only the order of additions changes. Whether a term is the same for
//! all copies is a guess from the variables in it, and nothing depends on it.

use std::collections::HashSet;

use hir::{BinaryOp, BuiltinType, ExprId, ExprKind, Init, Item, Node, Program, StmtKind, VarId};
use kir::{Partition, Stmt};

/// The variables whose values follow from the index of a jammed loop.
#[derive(Debug, Default)]
pub(in crate::cuda) struct Dependent(HashSet<VarId>);

impl Dependent {
    /// Of an outermost jammed loop and those inside.
    pub fn of(program: &Program, p: &Partition) -> Dependent {
        let mut found = Dependent::default();
        let mut changed = true;
        while changed {
            let before = found.0.len();
            found.partition(program, p);
            changed = found.0.len() > before;
        }
        found
    }

    /// A sum in an order that keeps common terms together, if it is not the
    /// order it has: the terms of which the first is added last.
    pub fn regrouped(&self, program: &Program, expr: ExprId) -> Option<(Vec<ExprId>, Vec<ExprId>)> {
        let mut terms = Vec::new();
        collect_terms(program, expr, &mut terms);
        let (own, common): (Vec<ExprId>, Vec<ExprId>) =
            terms.into_iter().partition(|term| self.is_mentioned(program, *term));
        (!own.is_empty() && common.len() > 1).then_some((own, common))
    }

    fn is_mentioned(&self, program: &Program, root: impl Into<Node>) -> bool {
        program.variables_below(root).any(|var| self.0.contains(&var))
    }

    fn partition(&mut self, program: &Program, p: &Partition) {
        if p.jam > 1 {
            self.0.insert(p.index);
            self.0.extend(p.batch.map(|batch| batch.lane));
        }
        self.stmt(program, &p.body);
    }

    fn stmt(&mut self, program: &Program, stmt: &Stmt) {
        match stmt {
            Stmt::Plain(plain) => self.below(program, (*plain).into()),
            Stmt::Block(stmts) => stmts.iter().for_each(|s| self.stmt(program, s)),
            Stmt::If { then, otherwise, .. } => {
                self.stmt(program, then);
                otherwise.iter().for_each(|s| self.stmt(program, s));
            }
            Stmt::For { body, .. } | Stmt::Singular(body) => self.stmt(program, body),
            Stmt::Partition(p) => self.partition(program, p),
            Stmt::Barrier(_) | Stmt::Transfer(_) => {}
        }
    }

    /// Declarations and assignments with a dependent value.
    fn below(&mut self, program: &Program, root: Node) {
        for node in program.nodes(root) {
            match node {
                Node::Stmt(stmt) => {
                    let StmtKind::Decl(items) = &program.stmts[stmt].kind else { continue };
                    for item in items {
                        if let Item::Var { var, .. } = item
                            && let Some(Init::Expr(value)) = program.vars[*var].init
                            && self.is_mentioned(program, value)
                        {
                            self.0.insert(*var);
                        }
                    }
                }
                Node::Expr(expr) => {
                    let (ExprKind::Assign { lhs, rhs, .. } | ExprKind::AssignOp { lhs, rhs, .. }) =
                        program.exprs[expr].kind
                    else {
                        continue;
                    };
                    if let ExprKind::Var(var) = program.exprs[lhs].kind
                        && self.is_mentioned(program, rhs)
                    {
                        self.0.insert(var);
                    }
                }
            }
        }
    }
}

/// The terms of a sum in single precision, in their order.
fn collect_terms(program: &Program, expr: ExprId, terms: &mut Vec<ExprId>) {
    let is_float = program.types.as_builtin(program.exprs[expr].ty) == Some(BuiltinType::Float);
    match program.exprs[expr].kind {
        ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } if is_float => {
            collect_terms(program, lhs, terms);
            collect_terms(program, rhs, terms);
        }
        _ => terms.push(expr),
    }
}
