//! Which variables a piece of code may read before it sets them.
//!
//! A walk in execution order that keeps the variables certainly set so far:
//!
//! ```text
//! t = x[i];  if (t > 0) u = t;  y[i] = u;      sets t and u, needs u (and x, i, y)
//! ```
//! A variable that is *needed* must bring its value from before. Being needed
//! is overestimated, never underestimated: what a loop, a branch or a jump may
//! skip does not count as set.

use std::collections::BTreeSet;

use hir::{BinaryOp, CastKind, ExprId, ExprKind, Item, Program, StmtId, StmtKind, VarId};

/// What a run of statements does to variables.
#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    /// May be read before they are set.
    pub needed: BTreeSet<VarId>,
    /// Assigned, wholly or in part, other than by their declaration.
    pub assigned: BTreeSet<VarId>,
    /// Declared by the statements themselves.
    pub declared: BTreeSet<VarId>,
    /// Declared somewhere inside them.
    pub inner: BTreeSet<VarId>,
    /// Their address is taken.
    pub address_taken: BTreeSet<VarId>,
    /// Certainly set by now.
    set: BTreeSet<VarId>,
}

impl Flow {
    /// The flow through statements, one after the other.
    pub fn of(program: &Program, stmts: &[StmtId]) -> Flow {
        // Where there are labels, any assignment may be jumped over.
        let is_label = |s: StmtId| matches!(program.stmts[s].kind, StmtKind::Label { .. });
        let has_labels = stmts.iter().any(|&stmt| program.stmts_below(stmt).any(is_label));
        let mut walk = Walk { program, flow: Flow::default(), may_be_skipped: usize::from(has_labels) };
        for &stmt in stmts {
            if let StmtKind::Decl(items) = &program.stmts[stmt].kind {
                walk.flow.declared.extend(items.iter().filter_map(declared_var));
            }
            walk.stmt(stmt);
        }
        let mut flow = walk.flow;
        flow.inner = flow.inner.difference(&flow.declared).copied().collect();
        flow
    }
}

/// The variable an item declares.
pub(super) fn declared_var(item: &Item) -> Option<VarId> {
    match item {
        Item::Var { var, .. } => Some(*var),
        _ => None,
    }
}

struct Walk<'p> {
    program: &'p Program,
    flow: Flow,
    /// Depth of constructs in which jumps may skip assignments.
    may_be_skipped: usize,
}

impl Walk<'_> {
    fn read(&mut self, var: VarId) {
        if !self.flow.set.contains(&var) {
            self.flow.needed.insert(var);
        }
    }

    fn assign(&mut self, var: VarId) {
        self.flow.assigned.insert(var);
        if self.may_be_skipped == 0 {
            self.flow.set.insert(var);
        }
    }

    /// Runs `part` such that nothing it sets counts as set afterwards.
    fn maybe(&mut self, part: impl FnOnce(&mut Self)) -> BTreeSet<VarId> {
        let before = self.flow.set.clone();
        part(self);
        std::mem::replace(&mut self.flow.set, before)
    }

    fn stmt(&mut self, stmt: StmtId) {
        let program = self.program;
        match &program.stmts[stmt].kind {
            StmtKind::Block(stmts) => stmts.iter().for_each(|&s| self.stmt(s)),
            StmtKind::Decl(items) => items.iter().for_each(|item| self.item(item)),
            StmtKind::Expr(expr) | StmtKind::GotoComputed(expr) => self.expr(*expr),
            StmtKind::Return(value) => value.iter().for_each(|e| self.expr(*e)),
            StmtKind::If { cond, then, otherwise } => {
                self.expr(*cond);
                let then = self.maybe(|w| w.stmt(*then));
                let otherwise = self.maybe(|w| otherwise.iter().for_each(|s| w.stmt(*s)));
                self.flow.set.extend(then.intersection(&otherwise));
            }
            StmtKind::While { cond, body } => {
                self.expr(*cond);
                self.jumpy(*body);
            }
            StmtKind::DoWhile { body, cond } => {
                self.jumpy(*body);
                self.expr(*cond);
            }
            StmtKind::For { init, cond, step, body } => {
                init.iter().for_each(|s| self.stmt(*s));
                cond.iter().for_each(|e| self.expr(*e));
                self.jumpy(*body);
                self.maybe(|w| step.iter().for_each(|e| w.expr(*e)));
            }
            StmtKind::Switch { cond, body } => {
                self.expr(*cond);
                self.may_be_skipped += 1;
                self.maybe(|w| w.stmt(*body));
                self.may_be_skipped -= 1;
            }
            StmtKind::Case { body, .. }
            | StmtKind::Default(body)
            | StmtKind::Label { body, .. }
            | StmtKind::Singular { body, .. }
            | StmtKind::Kernel { body, .. }
            | StmtKind::Annotated { body, .. } => self.stmt(*body),
            StmtKind::Asm(asm) => {
                asm.inputs.iter().for_each(|(_, _, e)| self.expr(*e));
                asm.outputs.iter().for_each(|(_, _, e)| self.part_of(*e));
            }
            StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Continue
            | StmtKind::Break
            | StmtKind::Attributes(_)
            | StmtKind::Pragma(_)
            | StmtKind::Directive(_)
            | StmtKind::Barrier
            | StmtKind::Comment(_)
            | StmtKind::Error => {}
        }
    }

    /// A loop's body: it may not run, and may be left in the middle. Inside,
    /// what comes first in the text has been done when later text runs.
    fn jumpy(&mut self, body: StmtId) {
        self.maybe(|w| w.stmt(body));
    }

    fn item(&mut self, item: &Item) {
        let Item::Var { var, with_init, .. } = item else { return };
        if let (true, Some(init)) = (with_init, &self.program.vars[*var].init) {
            self.program.init_exprs(init).into_iter().for_each(|e| self.expr(e));
        }
        // A new object each time; reading it unset means nothing.
        self.flow.set.insert(*var);
        self.flow.inner.insert(*var);
    }

    fn exprs(&mut self, exprs: &[ExprId]) {
        exprs.iter().for_each(|e| self.expr(*e));
    }

    fn expr(&mut self, expr: ExprId) {
        let program = self.program;
        match &program.exprs[expr].kind {
            ExprKind::Var(var) => self.read(*var),
            ExprKind::Assign { lhs, rhs } => {
                self.expr(*rhs);
                match program.exprs[*lhs].kind {
                    ExprKind::Var(var) => self.assign(var),
                    _ => self.part_of(*lhs),
                }
            }
            ExprKind::AssignOp { lhs, rhs, .. } => {
                self.expr(*rhs);
                self.update(*lhs);
            }
            ExprKind::IncDec { operand, .. } => self.update(*operand),
            ExprKind::AddrOf(operand) => {
                self.part_of(*operand);
                self.flow.address_taken.extend(self.object(*operand));
            }
            ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, lhs, rhs } => {
                self.expr(*lhs);
                self.maybe(|w| w.expr(*rhs));
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                self.expr(*cond);
                self.maybe(|w| then.iter().for_each(|e| w.expr(*e)));
                self.maybe(|w| w.expr(*otherwise));
            }
            ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => {
                // Without a subscript, the array's address goes somewhere.
                self.flow.address_taken.extend(self.object(*operand));
                self.part_of(*operand);
            }
            ExprKind::Index { base, index } => {
                match program.exprs[*base].kind {
                    ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => self.expr(operand),
                    _ => self.expr(*base),
                }
                self.expr(*index);
            }
            ExprKind::StmtExpr(body) => self.stmt(*body),
            ExprKind::CompoundLiteral { init, .. } => {
                program.init_exprs(init).into_iter().for_each(|e| self.expr(e));
            }
            ExprKind::Call { callee, args } => {
                self.expr(*callee);
                self.exprs(args);
            }
            _ => {
                for node in program.children(expr.into()) {
                    if let hir::Node::Expr(child) = node {
                        self.expr(child);
                    }
                }
            }
        }
    }

    /// `x op= e`, `x++`
    fn update(&mut self, place: ExprId) {
        match self.program.exprs[place].kind {
            ExprKind::Var(var) => {
                self.read(var);
                self.assign(var);
            }
            _ => self.part_of(place),
        }
    }

    /// An object is changed in part: the rest must be there.
    fn part_of(&mut self, place: ExprId) {
        self.expr_of_place(place);
        if let Some(var) = self.object(place) {
            self.read(var);
            self.flow.assigned.insert(var);
        }
    }

    /// The subscripts and pointers on the way to a place.
    fn expr_of_place(&mut self, place: ExprId) {
        match self.program.exprs[place].kind {
            ExprKind::Var(_) => {}
            ExprKind::Index { base, index } => {
                self.expr(index);
                match self.program.exprs[base].kind {
                    ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => self.expr_of_place(operand),
                    _ => self.expr(base),
                }
            }
            ExprKind::Member { base, arrow: false, .. } => self.expr_of_place(base),
            _ => self.expr(place),
        }
    }

    /// The variable that a place is part of.
    fn object(&self, place: ExprId) -> Option<VarId> {
        let mut at = place;
        loop {
            at = match self.program.exprs[at].kind {
                ExprKind::Var(var) => return Some(var),
                ExprKind::Index { base, .. } => match self.program.exprs[base].kind {
                    ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => operand,
                    _ => return None,
                },
                ExprKind::Member { base, arrow: false, .. } => base,
                _ => return None,
            };
        }
    }
}
