//! A second copy of a statement, in which nothing is shared with the first.
//!
//! Variables that the statement declares become new ones of the same name, and
//! chosen expressions are replaced on the way: `a[i] = t;` copied for
//! `i + 1` is `a[i + 1] = t;`. Every node is new, so that facts about one copy
//! are not taken for facts about the other.

use std::collections::HashMap;

use crate::copy::{self, Rewrite};
use crate::{Builder, Expr, ExprId, ExprKind, StmtId, VarId};

/// Makes copies.
pub struct Duplicate<'a, 'b> {
    /// Where they are made.
    pub b: &'a mut Builder<'b>,
    /// What stands for a variable: an expression, copied at each use.
    pub values: HashMap<VarId, ExprId>,
    /// The new variables.
    own: HashMap<VarId, VarId>,
}

impl<'a, 'b> Duplicate<'a, 'b> {
    /// With variables as they are, but for those that a copy declares.
    pub fn new(b: &'a mut Builder<'b>) -> Duplicate<'a, 'b> {
        Duplicate { b, values: HashMap::new(), own: HashMap::new() }
    }

    /// A copy in which one variable has another value.
    pub fn with_value(b: &'a mut Builder<'b>, var: VarId, value: ExprId) -> Duplicate<'a, 'b> {
        let mut duplicate = Duplicate::new(b);
        duplicate.values.insert(var, value);
        duplicate
    }

    /// Copies a statement.
    pub fn stmt(&mut self, stmt: StmtId) -> StmtId {
        copy::stmt(self, stmt)
    }

    /// Copies statements: what one declares the others use.
    pub fn stmts(&mut self, stmts: &[StmtId]) -> Vec<StmtId> {
        stmts.iter().map(|stmt| self.stmt(*stmt)).collect()
    }

    /// Copies an expression.
    pub fn expr(&mut self, expr: ExprId) -> ExprId {
        copy::expr(self, expr)
    }
}

impl<'b> Rewrite<'b> for Duplicate<'_, 'b> {
    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn replace_expr(&mut self, expr: ExprId) -> Option<ExprId> {
        let ExprKind::Var(var) = self.b.program.exprs[expr].kind else { return None };
        if let Some(&value) = self.values.get(&var) {
            return Some(Duplicate::new(self.b).expr(value));
        }
        let own = *self.own.get(&var)?;
        let original = self.b.program.exprs[expr].clone();
        Some(self.b.program.exprs.alloc(Expr { kind: ExprKind::Var(own), ..original }))
    }

    fn copies_all(&self) -> bool {
        true
    }

    fn declared(&mut self, var: VarId) -> VarId {
        let own = self.b.same_again(var);
        self.own.insert(var, own);
        own
    }
}
