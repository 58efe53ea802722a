//! The instructions that the lanes of a kernel issue, estimated from its text.
//!
//! Counted is what a compiler leaves: a product that is added to something is one instruction, what stands in
//! subscripts is part of the access, and a loop whose trips are a small constant is written out. Of an `if` with
//! loops in both branches only the first counts: a strip of `stage` and the rest at the end of the loop
//! look like that, and the rest runs once.

use std::collections::{BTreeSet, HashMap};

use analyze::KernelFacts;
use annotate::counts::Counts;
use hir::{BinaryOp, ExprId, ExprKind, Node, Program, StmtId, StmtKind, VarId};

/// Instructions for a function of the device's library, a quotient or a root.
const FUNCTION: f64 = 8.0;
/// The same with the fast functions of `fastmath`.
const FAST_FUNCTION: f64 = 3.0;
/// Control of a round of a loop: counting, comparing, jumping.
const LOOP: f64 = 3.0;
/// The compiler writes out as many rounds of a loop of unknown length, and whole loops of so many.
const UNROLLED: f64 = 4.0;
const WRITTEN_OUT: f64 = 32.0;
/// Rounds of a loop whose number nobody knows.
const UNCOUNTED: f64 = 16.0;
/// Calls in calls that are followed.
const DEEPEST_CALL: usize = 8;

/// What is needed to count.
pub(crate) struct Issue<'a> {
    pub program: &'a Program,
    pub counts: &'a Counts,
    pub kernel: &'a KernelFacts,
    /// Loops of the nest, for sizes that nobody knows.
    pub depth: usize,
    /// May the fast functions be used?
    pub is_fast: bool,
    /// Loops that only run for what strips leave over ([`rests`]).
    pub rests: &'a BTreeSet<StmtId>,
}

/// The loops that only run for what strips leave over.
pub(crate) fn rests(program: &Program, body: StmtId) -> BTreeSet<StmtId> {
    let is_loop = |stmt: &StmtId| matches!(program.stmts[*stmt].kind, StmtKind::For { .. });
    let rests = program.stmts_below(body).filter_map(|stmt| match program.stmts[stmt].kind {
        StmtKind::If { then, otherwise: Some(otherwise), .. }
            if program.stmts_below(then).any(|stmt| is_loop(&stmt)) =>
        {
            Some(program.stmts_below(otherwise).filter(is_loop))
        }
        _ => None,
    });
    rests.flatten().collect()
}

impl Issue<'_> {
    /// The instructions of all lanes together, where these variables have these values.
    pub fn instructions(&self, known: &HashMap<VarId, f64>) -> f64 {
        let mut walk = Walk { issue: self, around: known.clone(), calls: 0 };
        walk.stmt(self.kernel.body, 1.0, 1.0)
    }
}

struct Walk<'a> {
    issue: &'a Issue<'a>,
    /// The mean values of indices.
    around: HashMap<VarId, f64>,
    calls: usize,
}

impl Walk<'_> {
    /// Of a statement that runs so many times; `copies` of them run at once, and share the control of loops.
    fn stmt(&mut self, stmt: StmtId, times: f64, copies: f64) -> f64 {
        if self.issue.rests.contains(&stmt) {
            return 0.0;
        }
        let Issue { program, counts, kernel, depth, .. } = *self.issue;
        let (mut inside, mut copies, mut own) = (times, copies, 0.0);
        if let Some(canonical) = kernel.loops.get(&stmt) {
            let trips = counts.trips(program, canonical, &mut self.around, depth).count;
            inside *= trips;
            match kernel.partitions.get(&stmt) {
                Some(partition) => copies *= partition.jam as f64,
                None if canonical.trips.is_some() && trips <= WRITTEN_OUT => {}
                None => own = inside / copies * LOOP / UNROLLED,
            }
        } else if matches!(
            program.stmts[stmt].kind,
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }
        ) {
            inside *= UNCOUNTED;
            own = inside / copies * LOOP;
        }
        let children = program.children(Node::Stmt(stmt));
        let below = children.into_iter().map(|child| match child {
            Node::Stmt(child) => self.stmt(child, inside, copies),
            // The head of a loop is its control.
            Node::Expr(_) if inside != times => 0.0,
            Node::Expr(expr) => self.expr(expr) * inside,
        });
        own + below.sum::<f64>()
    }

    /// Of an expression, once.
    fn expr(&mut self, expr: ExprId) -> f64 {
        let Issue { program, is_fast, .. } = *self.issue;
        let function = if is_fast { FAST_FUNCTION } else { FUNCTION };
        let node = &program.exprs[expr];
        let is_double = program.size_of(node.ty) == Some(8) && !program.types.is_integer(node.ty);
        let rate = if is_double { 2.0 } else { 1.0 };
        let own = match &node.kind {
            ExprKind::Index { .. } | ExprKind::Deref(_) => return 0.0,
            ExprKind::Binary { op: BinaryOp::Div, .. } if !program.types.is_integer(node.ty) => function,
            ExprKind::Binary { op: BinaryOp::Div | BinaryOp::Rem, .. } => function,
            ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, lhs, rhs }
                if self.is_product(*lhs) || self.is_product(*rhs) =>
            {
                0.0
            }
            ExprKind::AssignOp { rhs, .. } if self.is_product(*rhs) => 0.0,
            ExprKind::Binary { .. } | ExprKind::AssignOp { .. } | ExprKind::Unary { .. } => 1.0,
            ExprKind::Conditional { .. } => 1.0,
            ExprKind::Call { .. } => match program.instances.get(&expr) {
                Some(instance) if self.calls < DEEPEST_CALL => {
                    self.calls += 1;
                    let inside = self.stmt(instance.body, 1.0, 1.0);
                    self.calls -= 1;
                    inside
                }
                _ => function,
            },
            _ => 0.0,
        };
        let children = program.children(Node::Expr(expr)).into_iter();
        let below = children.map(|child| match child {
            Node::Expr(child) => self.expr(child),
            Node::Stmt(child) => self.stmt(child, 1.0, 1.0),
        });
        own * rate + below.sum::<f64>()
    }

    /// A product of floating-point numbers, which an addition takes along.
    fn is_product(&self, expr: ExprId) -> bool {
        let program = self.issue.program;
        let expr = program.without_casts(expr);
        let is_float = !program.types.is_integer(program.exprs[expr].ty);
        is_float && matches!(program.exprs[expr].kind, ExprKind::Binary { op: BinaryOp::Mul, .. })
    }
}
