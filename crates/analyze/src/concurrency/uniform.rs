//! What is the same for all threads of a block, and barriers that are not
//! reached by all of them.
//!
//! ```c
//! #pragma hicuda loop_partition over_thread
//! for (i…) {
//!     if (i < 8) {
//!         #pragma hicuda barrier      // some threads never come here
//!     }
//! }
//! ```
//! The index of a loop shared out over threads differs between them; so does what
//! is computed from it, and what is assigned where not all threads go. Everything
//! else is uniform. The search for varying variables runs to a fixed point; the
//! check then looks at the control flow around each barrier and transfer.
//!
//! Invariant: a place not reported is reached by all threads of the block or
//! by none, the same number of times (batched loops walk together).

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Diagnostic, Sink, codes};
use hir::{DirectiveId, ExprId, ExprKind, Item, Node, Span, StmtId, StmtKind, VarId};

use crate::effects::whole_variable;
use crate::partitions::gathers_block;
use crate::{Input, KernelFacts, reduction};

/// Variables that may differ between the threads of a block, with the place
/// that makes them differ.
#[derive(Clone, Debug, Default)]
pub struct Varying {
    vars: BTreeMap<VarId, Span>,
}

/// Reports barriers and transfers that not all threads reach; returns what
/// varies.
pub fn check(input: &Input<'_>, kernel: &KernelFacts, sink: &mut Sink) -> Varying {
    let mut walk = Walk {
        input,
        kernel,
        reducing: reduction::gathering_directives(input, kernel.body),
        varying: Varying::default(),
        loops: Vec::new(),
        changed: true,
        faults: None,
    };
    while walk.changed {
        walk.changed = false;
        walk.stmt(kernel.body, None);
    }
    walk.faults = Some(Vec::new());
    walk.stmt(kernel.body, None);
    for (directive, cause) in walk.faults.into_iter().flatten() {
        sink.push(divergent(directive, cause));
    }
    walk.varying
}

/// Why threads may be at different places: where and what.
#[derive(Clone, Copy)]
struct Cause {
    span: Span,
    what: &'static str,
}

struct Walk<'a, 'p> {
    input: &'a Input<'p>,
    kernel: &'a KernelFacts,
    /// Loops at whose end the block comes together to reduce.
    reducing: BTreeSet<DirectiveId>,
    varying: Varying,
    /// Indices of the loops around, innermost last, and whether they vary.
    loops: Vec<(VarId, Option<Span>)>,
    changed: bool,
    faults: Option<Vec<(Span, Cause)>>,
}

impl Walk<'_, '_> {
    /// `split`: why not all threads may be here. Statement nesting is bounded
    /// by the parser.
    fn stmt(&mut self, stmt: StmtId, split: Option<Cause>) {
        let program = self.input.program;
        match &program.stmts[stmt].kind {
            StmtKind::Decl(items) => items.iter().for_each(|item| self.declaration(item, split)),
            StmtKind::Expr(expr) => self.assignments(*expr, split),
            StmtKind::If { cond, then, otherwise } => {
                self.assignments(*cond, split);
                let inner = split.or(self.differs(*cond, "this condition differs between threads"));
                self.stmt(*then, inner);
                otherwise.iter().for_each(|otherwise| self.stmt(*otherwise, inner));
            }
            StmtKind::For { init, cond, step, body } => {
                self.for_loop(stmt, (*init, *cond, *step), *body, split)
            }
            StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => {
                self.assignments(*cond, split);
                let bound = self.differs(*cond, "this loop runs a different number of times in each thread");
                let inner = split.or(bound).or(self.divergent_jump(*body));
                self.stmt(*body, inner);
            }
            StmtKind::Switch { cond, body } => {
                let inner = split.or(self.differs(*cond, "this selection differs between threads"));
                self.stmt(*body, inner);
            }
            StmtKind::Directive(directive) => {
                let directive = &program.directives[*directive];
                if gathers_block(&directive.kind) {
                    self.together(directive.span, split);
                }
            }
            StmtKind::Annotated { directive, body } => {
                if self.reducing.contains(directive) {
                    self.together(program.directives[*directive].span, split);
                }
                self.stmt(*body, split);
            }
            StmtKind::Singular { directive, body, .. } => {
                let cause =
                    Cause { span: program.directives[*directive].span, what: "only thread 0 runs this" };
                // Directives inside are reported as misuse of `singular`.
                let faults = self.faults.take();
                self.stmt(*body, split.or(Some(cause)));
                self.faults = faults;
            }
            _ => {
                for child in program.children(Node::Stmt(stmt)) {
                    match child {
                        Node::Stmt(child) => self.stmt(child, split),
                        Node::Expr(expr) => self.assignments(expr, split),
                    }
                }
            }
        }
    }

    /// All threads must be here.
    fn together(&mut self, directive: Span, split: Option<Cause>) {
        if let (Some(faults), Some(cause)) = (&mut self.faults, split) {
            faults.push((directive, cause));
        }
    }

    fn for_loop(
        &mut self,
        stmt: StmtId,
        head: (Option<StmtId>, Option<ExprId>, Option<ExprId>),
        body: StmtId,
        split: Option<Cause>,
    ) {
        let (init, cond, step) = head;
        if let Some(partition) = self.kernel.partitions.get(&stmt) {
            let over_thread = partition.over_thread.map(|_| self.input.program.stmts[stmt].span);
            let bounds = [partition.canonical.first, partition.canonical.bound];
            let bound = bounds.iter().find_map(|expr| self.expr_varies(*expr));
            let cause =
                bound.map(|span| Cause { span, what: "the bounds of this loop differ between threads" });
            self.loops.push((partition.canonical.index, over_thread.or(bound)));
            let jump = self.skipped_rest(body, over_thread);
            self.stmt(body, split.or(cause).or(jump));
            self.loops.pop();
            return;
        }
        init.iter().for_each(|init| self.stmt(*init, split));
        let what = "this loop runs a different number of times in each thread";
        if let Some(canonical) = self.kernel.loops.get(&stmt) {
            let bounds = [canonical.first, canonical.bound];
            let bound = bounds.iter().find_map(|expr| self.expr_varies(*expr));
            self.loops.push((canonical.index, bound));
            let cause = bound.map(|span| Cause { span, what });
            let jump = self.divergent_jump(body);
            self.stmt(body, split.or(cause).or(jump));
            self.loops.pop();
            return;
        }
        cond.iter().for_each(|cond| self.assignments(*cond, split));
        let bound = cond.and_then(|cond| self.differs(cond, what));
        let inner = split.or(bound).or(self.divergent_jump(body));
        step.iter().for_each(|step| self.assignments(*step, inner));
        self.stmt(body, inner);
    }

    /// A jump in the body that only some threads take, out of it or to its end.
    fn divergent_jump(&self, body: StmtId) -> Option<Cause> {
        self.jump(body, None, "only some threads take this jump")
    }

    /// The same for a partitioned loop. Where it is shared out over threads,
    /// every jump is such a one: a thread that has no iteration left walks
    /// along to the barriers, and does not take it.
    fn skipped_rest(&self, body: StmtId, over_thread: Option<Span>) -> Option<Cause> {
        let what = "threads that have no iteration left do not take this jump";
        self.divergent_jump(body).or_else(|| self.jump(body, Some(over_thread?), what))
    }

    fn jump(&self, body: StmtId, split: Option<Span>, what: &'static str) -> Option<Cause> {
        let mut pending = vec![(body, split, false)];
        while let Some((stmt, split, inner_loop)) = pending.pop() {
            let kind = &self.input.program.stmts[stmt].kind;
            let jumps = match kind {
                StmtKind::Break | StmtKind::Continue => !inner_loop,
                StmtKind::Return(_) | StmtKind::Goto(_) => true,
                _ => false,
            };
            if let (true, Some(_)) = (jumps, split) {
                let span = self.input.program.stmts[stmt].span;
                return Some(Cause { span, what });
            }
            let split = match kind {
                StmtKind::If { cond, .. } | StmtKind::Switch { cond, .. } => {
                    split.or(self.expr_varies(*cond))
                }
                _ => split,
            };
            let nested = inner_loop
                || matches!(kind, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. });
            for child in self.input.program.children(Node::Stmt(stmt)) {
                if let Node::Stmt(child) = child {
                    pending.push((child, split, nested));
                }
            }
        }
        None
    }

    fn declaration(&mut self, item: &Item, split: Option<Cause>) {
        let Item::Var { var, with_init: true, .. } = item else { return };
        let Some(init) = &self.input.program.vars[*var].init else { return };
        let varies = self.input.program.init_exprs(init).iter().find_map(|expr| self.expr_varies(*expr));
        self.assigned(*var, varies, split);
    }

    /// Assignments anywhere in an expression.
    fn assignments(&mut self, expr: ExprId, split: Option<Cause>) {
        let program = self.input.program;
        let below: Vec<ExprId> = program.exprs_below(Node::Expr(expr)).collect();
        for expr in below {
            let (target, value) = match &program.exprs[expr].kind {
                ExprKind::Assign { lhs, rhs } => (*lhs, Some(*rhs)),
                ExprKind::AssignOp { lhs, rhs, .. } => (*lhs, Some(*rhs)),
                ExprKind::IncDec { operand, .. } => (*operand, None),
                // A function may write what it is given the address of.
                ExprKind::AddrOf(operand) => (*operand, None),
                _ => continue,
            };
            let Some(var) = whole_variable(program, target) else { continue };
            // Device arrays are one for all; only the thread's own variables differ.
            if self.kernel.arrays.iter().any(|used| used.copy.is_some() && used.place.var == var) {
                continue;
            }
            let varies =
                value.and_then(|value| self.expr_varies(value)).or_else(|| self.index_varies(target));
            self.assigned(var, varies, split);
        }
    }

    fn index_varies(&self, target: ExprId) -> Option<Span> {
        match &self.input.program.exprs[target].kind {
            ExprKind::Index { index, .. } => self.expr_varies(*index),
            _ => None,
        }
    }

    fn assigned(&mut self, var: VarId, varies: Option<Span>, split: Option<Cause>) {
        let cause = varies.or(split.map(|cause| cause.span));
        if let Some(span) = cause
            && let std::collections::btree_map::Entry::Vacant(e) = self.varying.vars.entry(var)
        {
            e.insert(span);
            self.changed = true;
        }
    }

    fn differs(&self, cond: ExprId, what: &'static str) -> Option<Cause> {
        let span = self.input.span(cond);
        self.expr_varies(cond).map(|_| Cause { span, what })
    }

    /// Where an expression mentions something that differs between threads.
    fn expr_varies(&self, expr: ExprId) -> Option<Span> {
        let program = self.input.program;
        program.exprs_below(Node::Expr(expr)).find_map(|expr| match program.exprs[expr].kind {
            ExprKind::Var(var) => match self.loops.iter().rev().find(|(index, _)| *index == var) {
                Some((_, varies)) => varies.map(|_| self.input.span(expr)),
                None => self.varying.vars.contains_key(&var).then(|| self.input.span(expr)),
            },
            _ => None,
        })
    }
}

fn divergent(directive: Span, cause: Cause) -> Diagnostic {
    Diagnostic::new(&codes::DIVERGENT_BARRIER, directive, "not all threads of the block reach this directive")
        .label("all threads must come here together")
        .related(cause.span, cause.what)
        .note("a barrier that some threads do not reach makes the others wait for ever")
        .help("move the directive out, or put the condition around the computation only")
}

impl Varying {
    /// May the variable differ between threads?
    pub fn contains(&self, var: VarId) -> bool {
        self.vars.contains_key(&var)
    }
}

#[cfg(test)]
#[path = "uniform_tests.rs"]
mod uniform_tests;
