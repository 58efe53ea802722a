//! What the host has tested whenever a kernel is launched.
//!
//! ```c
//! if (a->cols != b->rows || b->cols != c->cols)
//!     return -1;
//! …kernel…                                // `a->cols == b->rows` and `b->cols == c->cols`
//! if (n <= pitch) { …kernel… }            // `n <= pitch`
//! ```
//! A condition counts if it only compares variables and members, and if nothing between its test and the kernel may
//! change one of these.

use hir::{ExprId, ExprKind, StmtId, StmtKind};

use crate::Input;
use crate::capture::{FunctionMemory, may_change_memory};
use crate::region::always_jumps;

/// A condition, and whether it is so or not.
pub type Tested = (ExprId, bool);

/// What holds before a statement of a function's body.
pub fn before(input: &Input<'_>, body: StmtId, stmt: StmtId) -> Vec<Tested> {
    let mut way = Way { input, target: stmt, memory: None, body, known: Vec::new() };
    way.through(body);
    way.known
}

struct Way<'a, 'p> {
    input: &'a Input<'p>,
    target: StmtId,
    body: StmtId,
    /// Made when there is something that could change.
    memory: Option<FunctionMemory<'a, 'p>>,
    known: Vec<Tested>,
}

impl Way<'_, '_> {
    /// On to the target, which is in this statement. Nesting is bounded by the parser.
    fn through(&mut self, stmt: StmtId) {
        if stmt == self.target {
            return;
        }
        let program = self.input.program;
        match &program.stmts[stmt].kind {
            StmtKind::Block(stmts) => {
                for child in stmts {
                    if self.holds(*child) {
                        return self.through(*child);
                    }
                    self.passed(*child);
                }
            }
            StmtKind::If { cond, then, otherwise } => match otherwise {
                _ if self.holds(*then) => {
                    self.learn(*cond, true);
                    self.through(*then);
                }
                Some(otherwise) => {
                    self.learn(*cond, false);
                    self.through(*otherwise);
                }
                None => {}
            },
            StmtKind::For { body, .. } | StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => {
                // Later rounds find what earlier ones left.
                self.forget(stmt);
                self.through(*body);
            }
            StmtKind::Annotated { body, .. } => self.through(*body),
            // Whoever jumps here has tested nothing on the way.
            StmtKind::Switch { body, .. }
            | StmtKind::Case { body, .. }
            | StmtKind::Default(body)
            | StmtKind::Label { body, .. } => {
                self.known.clear();
                self.through(*body);
            }
            _ => self.known.clear(),
        }
    }

    fn holds(&self, stmt: StmtId) -> bool {
        self.input.program.stmts_below(stmt).any(|below| below == self.target)
    }

    /// A statement that was run before.
    fn passed(&mut self, stmt: StmtId) {
        let program = self.input.program;
        let has_label = |below: StmtId| {
            matches!(
                program.stmts[below].kind,
                StmtKind::Label { .. } | StmtKind::Case { .. } | StmtKind::Default(_)
            )
        };
        if program.stmts_below(stmt).any(has_label) {
            return self.known.clear();
        }
        match program.stmts[stmt].kind {
            StmtKind::If { cond, then, otherwise: None } if self.never_ends(then) => self.learn(cond, false),
            _ => self.forget(stmt),
        }
    }

    fn never_ends(&self, stmt: StmtId) -> bool {
        let program = self.input.program;
        match &program.stmts[stmt].kind {
            StmtKind::Block(stmts) => stmts.last().is_some_and(|last| self.never_ends(*last)),
            StmtKind::Expr(expr) => match &program.exprs[program.without_casts(*expr)].kind {
                ExprKind::Call { callee, .. } => program
                    .called_function(*callee)
                    .is_some_and(|called| program.functions[called].is_noreturn),
                _ => false,
            },
            _ => always_jumps(self.input, stmt),
        }
    }

    fn learn(&mut self, condition: ExprId, holds: bool) {
        let program = self.input.program;
        let is_plain = |expr: ExprId| match &program.exprs[expr].kind {
            ExprKind::Call { .. } | ExprKind::Deref(_) | ExprKind::Index { .. } => false,
            ExprKind::Member { .. } | ExprKind::Var(_) => !program.is_volatile(expr),
            _ => program.assigned(expr).is_none(),
        };
        if program.exprs_below(condition).all(is_plain) {
            self.known.push((condition, holds));
        }
    }

    fn forget(&mut self, stmt: StmtId) {
        if self.known.is_empty() {
            return;
        }
        let (input, body) = (self.input, self.body);
        let memory = self.memory.get_or_insert_with(|| FunctionMemory::new(input, body));
        let changes = memory.changes(&[stmt]);
        let calls = |expr: ExprId| matches!(input.program.exprs[expr].kind, ExprKind::Call { .. });
        // Each file has records of its own, so that members cannot be told apart across them.
        let is_elsewhere = input.program.units.len() > 1 && input.program.exprs_below(stmt).any(calls);
        self.known.retain(|(condition, _)| {
            let members = |expr: ExprId| matches!(input.program.exprs[expr].kind, ExprKind::Member { .. });
            let has_members = input.program.exprs_below(*condition).any(members);
            !memory.may_change(*condition, &changes)
                && !(has_members && (is_elsewhere || may_change_memory(input, stmt, *condition)))
        });
    }
}
