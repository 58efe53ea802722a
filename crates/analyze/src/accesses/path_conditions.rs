//! Does an iteration really come to an access? The program's own conditions,
//! computed.
//!
//! ```c
//! for (i = 0; i < 16; i++)
//!     for (j = 0; j < 16; j++)
//!         if (i * j == 13) a[i - 8][j] = 0;      // i = 15, j = 1 does not come here
//! ```
//! Formulas leave out what is not linear, so a point that satisfies them may fail
//! the condition as it is written. Before a message shows an iteration, every
//! loop head and condition around the access is evaluated for it, as C does.
//!
//! Invariant: [`contradicts`] answers true only if some condition on the way is
//! surely not as the access needs it. It shares no code with the formulas.

use hir::const_eval::integer_where;
use hir::{BinaryOp, ExprId, ExprKind, Init, Item, Node, Program, StmtId, StmtKind, VarId};

use crate::Access;
use crate::assumptions::Assumed;
use crate::effects::{EventKind, of_stmt_alone};
use crate::maps::HashMap;
use crate::region::always_jumps;

/// Definitions that lead to each other are followed this far.
const MAX_DEPTH: u32 = 16;

/// Values of variables in one iteration.
pub type Iteration = HashMap<VarId, i128>;

/// Is one of the conditions between `body` and the access, or of the assumptions, not fulfilled when
/// variables have these values?
pub fn contradicts(
    input: &crate::Input<'_>,
    (body, assumed): (StmtId, &Assumed),
    access: &Access,
    values: &Iteration,
) -> bool {
    let mut path = Path { input, values, definitions: definitions(input.program, body), fails: false };
    assumed.conditions.iter().for_each(|(condition, holds)| path.need(*condition, *holds));
    path.towards(Node::Stmt(body), access);
    path.fails
}

/// What each variable that is written once in the text of the region is given.
fn definitions(program: &Program, body: StmtId) -> HashMap<VarId, ExprId> {
    let mut writes: HashMap<VarId, u32> = HashMap::default();
    let mut given = HashMap::default();
    for stmt in program.stmts_below(body) {
        for event in of_stmt_alone(program, stmt) {
            match event.kind {
                EventKind::Write { var, .. } => *writes.entry(var).or_insert(0) += 1,
                EventKind::Address(var) => *writes.entry(var).or_insert(0) += 2,
                EventKind::Read(_) | EventKind::Memory | EventKind::Call(_) => {}
            }
        }
        let StmtKind::Decl(items) = &program.stmts[stmt].kind else { continue };
        for item in items {
            if let Item::Var { var, with_init: true, .. } = item
                && let Some(Init::Expr(value)) = program.vars[*var].init
            {
                given.insert(*var, value);
            }
        }
    }
    given.retain(|var, _| writes.get(var) == Some(&1));
    given
}

struct Path<'a, 'p> {
    input: &'a crate::Input<'p>,
    values: &'a Iteration,
    definitions: HashMap<VarId, ExprId>,
    fails: bool,
}

impl Path<'_, '_> {
    /// Goes down to the access, testing what stands on the way; false if it is
    /// not below this node. Nesting is bounded by the parser.
    fn towards(&mut self, node: Node, access: &Access) -> bool {
        match node {
            Node::Stmt(stmt) => self.in_stmt(stmt, access),
            Node::Expr(expr) => self.in_expr(expr, access),
        }
    }

    fn in_stmt(&mut self, stmt: StmtId, access: &Access) -> bool {
        let program = self.input.program;
        let inside = stmt == access.stmt || program.stmts_below(stmt).any(|below| below == access.stmt);
        if !inside {
            return false;
        }
        match &program.stmts[stmt].kind {
            StmtKind::If { cond, then, otherwise } if stmt != access.stmt => {
                let is_then = self.in_stmt(*then, access);
                let is_else = !is_then && otherwise.is_some_and(|other| self.in_stmt(other, access));
                if is_then || is_else {
                    self.need(*cond, is_then);
                }
            }
            StmtKind::Block(stmts) => {
                for (at, child) in stmts.iter().enumerate() {
                    if self.in_stmt(*child, access) {
                        stmts[..at].iter().for_each(|earlier| self.passed(*earlier));
                        break;
                    }
                }
            }
            StmtKind::For { cond: Some(cond), body, .. } | StmtKind::While { cond, body } => {
                if self.in_stmt(*body, access) {
                    self.need(*cond, true);
                }
            }
            _ => {
                let children = program.children(Node::Stmt(stmt));
                children.into_iter().any(|child| self.towards(child, access));
            }
        }
        true
    }

    /// `if (i >= n) continue;` stands before the access.
    fn passed(&mut self, stmt: StmtId) {
        if let StmtKind::If { cond, then, otherwise: None } = self.input.program.stmts[stmt].kind
            && always_jumps(self.input, then)
        {
            self.need(cond, false);
        }
    }

    fn in_expr(&mut self, expr: ExprId, access: &Access) -> bool {
        let program = self.input.program;
        if expr == access.expr {
            return true;
        }
        if !program.exprs_below(Node::Expr(expr)).any(|below| below == access.expr) {
            return false;
        }
        match program.exprs[expr].kind {
            ExprKind::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), lhs, rhs } => {
                if !self.in_expr(lhs, access) && self.in_expr(rhs, access) {
                    self.need(lhs, op == BinaryOp::And);
                }
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                if then.is_some_and(|then| self.in_expr(then, access)) {
                    self.need(cond, true);
                } else if self.in_expr(otherwise, access) {
                    self.need(cond, false);
                }
            }
            _ => {
                let children = program.children(Node::Expr(expr));
                children.into_iter().any(|child| self.towards(child, access));
            }
        }
        true
    }

    fn need(&mut self, cond: ExprId, holds: bool) {
        let value = self.value(cond, 0);
        self.fails |= value.is_some_and(|value| (value != 0) != holds);
    }

    fn value(&self, expr: ExprId, depth: u32) -> Option<i128> {
        if depth > MAX_DEPTH {
            return None;
        }
        integer_where(self.input.program, expr, &|var| match self.values.get(&var) {
            Some(value) => Some(*value),
            None => self.value(*self.definitions.get(&var)?, depth + 1),
        })
    }
}

#[cfg(test)]
#[path = "path_conditions_tests.rs"]
mod path_conditions_tests;
