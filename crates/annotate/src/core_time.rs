//! How long one core takes for a nest, as `gcc -O3` leaves it.
//!
//! ```c
//! for (i = 0; i < n; i++) {
//!     double scale = 2.0 * dt * dx;             // nothing of it changes in the loop: computed once
//!     for (j = 0; j < n; j++)
//!         b[i][j] = scale * a[i][j] + a[i][j];  // one load of a, one store, side by side: eight at a time
//! }
//! ```
//! What makes a core's loops differ by more than ten times in speed: whether neighbouring iterations touch neighbours (vectors),
//! what the loop computes again and again although nothing in it changes, elements that are read several times, sums that wait for
//! themselves, and arrays that come from memory. The rest is one figure for each kind of loop, fitted to thirty programs
//! (`docs/results.md`).

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use affine::LinearExpr;
use analyze::{Access, KernelFacts, Place};
use hir::{ExprId, ExprKind, Node, Program, StmtId, StmtKind, VarId};

use crate::calls::UNCOUNTED;
use crate::cost::Costs;
use crate::strides::{Stride, stride, varies};

/// Operations a second where neighbouring iterations touch neighbours.
const SIDE_BY_SIDE: f64 = 10e9;
/// Where they touch what lies apart, or branch.
const APART: f64 = 4e9;
/// Where each reads what the one before it has written.
const CHAINED: f64 = 2e9;
/// Seconds for a floating-point sum to take another number: each waits for the one before.
const ADDED: f64 = 0.8e-9;
/// Bytes a second of arrays that are larger than the caches.
const MEMORY: f64 = 14e9;
/// What the caches hold.
const CACHED: f64 = 4e6;
/// What it takes to load or store an element, in operations.
const ELEMENT: f64 = 1.0;
/// What a function of the mathematical library takes.
const FUNCTION: f64 = 40.0;
/// Calls in calls are followed so deep.
const DEEPEST: usize = 8;

/// What an expression or a statement takes.
#[derive(Clone, Copy, Default)]
struct Effort {
    /// Seconds, each time.
    each: f64,
    /// Seconds, once for the loop around: nothing of it changes there.
    once: f64,
    /// Does its value change in the loop around?
    changes: bool,
}

/// The loop around.
struct Around {
    /// What changes from one iteration to the next.
    changed: HashSet<VarId>,
    /// Seconds for an operation.
    operation: f64,
}

/// Seconds that one core computes for a nest, once; `depth` loops nest in each other.
pub(crate) fn seconds(costs: &Costs<'_>, facts: &KernelFacts, depth: usize) -> f64 {
    let mut known = Core { costs, facts, depth, speeds: HashMap::new() };
    let elements = known.elements();
    let all = known.below(Node::Stmt(facts.body), None, &mut costs.around.clone(), 0);
    elements + all.each + all.once
}

/// Seconds until all arrays have come by from memory once, given their bytes; what is written is read before.
pub(crate) fn from_memory(arrays: &BTreeMap<Place, f64>, written: &BTreeSet<Place>) -> f64 {
    let moved = arrays.iter().map(|(place, bytes)| bytes * if written.contains(place) { 2.0 } else { 1.0 });
    moved.filter(|bytes| *bytes > CACHED).sum::<f64>() / MEMORY
}

struct Core<'a> {
    costs: &'a Costs<'a>,
    facts: &'a KernelFacts,
    depth: usize,
    /// Seconds for an operation of the loops that touch elements.
    speeds: HashMap<StmtId, f64>,
}

impl Core<'_> {
    fn program(&self) -> &Program {
        self.costs.program
    }

    /// Seconds for the elements of arrays; those of one place that an iteration touches several times are loaded once.
    fn elements(&mut self) -> f64 {
        type Touched<'a> = (&'a Place, &'a [StmtId], Option<&'a [LinearExpr]>, Option<&'a LinearExpr>, bool);
        let mut touched: BTreeMap<Touched<'_>, &Access> = BTreeMap::new();
        let facts = self.facts;
        for access in &facts.accesses {
            let (subscripts, flat) = (access.subscripts.as_deref(), access.flat.as_ref());
            touched
                .entry((&access.place, &access.loops, subscripts, flat, access.mode.writes()))
                .or_insert(access);
        }
        let mut branching: HashMap<StmtId, bool> = HashMap::new();
        for access in touched.values() {
            let Some(innermost) = access.loops.last() else { continue };
            let Some(canonical) = facts.loops.get(innermost) else { continue };
            let moves = stride(facts, access, canonical.index);
            let is_read_back = |other: &&Access| {
                other.loops == access.loops
                    && other.place == access.place
                    && other.mode.reads()
                    && is_elsewhere(access, other)
            };
            let speed = match moves {
                Stride::Same => SIDE_BY_SIDE,
                _ if access.mode.writes() && touched.values().copied().any(|other| is_read_back(&other)) => {
                    CHAINED
                }
                Stride::Next
                    if !*branching.entry(*innermost).or_insert_with(|| self.branches(canonical.body)) =>
                {
                    SIDE_BY_SIDE
                }
                _ => APART,
            };
            let slowest = self.speeds.entry(*innermost).or_insert(1.0 / speed);
            *slowest = slowest.max(1.0 / speed);
        }
        let seconds = touched.values().map(|access| {
            let mut around = self.costs.around.clone();
            let mut times = 1.0;
            let mut inner = access.loops.len();
            // What does not move with the innermost loops is loaded before them.
            let stays = |stmt| {
                let canonical = facts.loops.get(stmt);
                canonical.is_some_and(|canonical| !varies(facts, access, canonical.index))
            };
            while inner > 0 && stays(&access.loops[inner - 1]) {
                inner -= 1;
            }
            for stmt in &access.loops[..inner] {
                times *= self.trips(*stmt, &mut around);
            }
            times * ELEMENT * self.speed(access.loops.last())
        });
        seconds.sum()
    }

    /// Does it choose, as vectors cannot?
    fn branches(&self, body: StmtId) -> bool {
        let is_choice = |node: Node| match node {
            Node::Stmt(stmt) => matches!(self.program().stmts[stmt].kind, StmtKind::If { .. }),
            Node::Expr(expr) => matches!(self.program().exprs[expr].kind, ExprKind::Conditional { .. }),
        };
        self.program().nodes(body).any(is_choice)
    }

    /// Does a loop add to one and the same floating-point number?
    fn adds_up(&self, stmt: StmtId, changed: &HashSet<VarId>) -> bool {
        let program = self.program();
        let is_one = |target: ExprId| {
            let (root, subscripts) = program.element(target);
            let mut mentioned = subscripts.iter().flat_map(|subscript| program.variables_below(*subscript));
            program.variable_of(root).is_some() && !mentioned.any(|var| changed.contains(&var))
        };
        program.exprs_below(stmt).any(|expr| {
            matches!(program.exprs[expr].kind, ExprKind::AssignOp { lhs, .. } if is_one(lhs))
                && program.types.is_real_floating(program.exprs[expr].ty)
        })
    }

    fn speed(&self, innermost: Option<&StmtId>) -> f64 {
        innermost.and_then(|stmt| self.speeds.get(stmt)).copied().unwrap_or(1.0 / SIDE_BY_SIDE)
    }

    fn trips(&self, stmt: StmtId, around: &mut HashMap<VarId, f64>) -> f64 {
        match self.facts.loops.get(&stmt) {
            Some(canonical) => self.costs.counts.trips(self.program(), canonical, around, self.depth).count,
            None => UNCOUNTED,
        }
    }

    /// Statement nesting is bounded by the parser, calls by `nested`.
    fn below(
        &self,
        node: Node,
        around: Option<&Around>,
        means: &mut HashMap<VarId, f64>,
        nested: usize,
    ) -> Effort {
        let is_loop = |kind: &StmtKind| {
            matches!(kind, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. })
        };
        if let Node::Stmt(stmt) = node
            && is_loop(&self.program().stmts[stmt].kind)
        {
            let times = self.trips(stmt, means);
            let inside = Around { changed: self.changed(stmt), operation: self.speed(Some(&stmt)) };
            let mut body = Effort::default();
            for child in self.program().children(node) {
                let inner = self.below(child, Some(&inside), means, nested);
                body.each += inner.each;
                body.once += inner.once;
            }
            let waits = if self.adds_up(stmt, &inside.changed) { ADDED } else { 0.0 };
            return Effort { each: times * body.each.max(waits) + body.once, once: 0.0, changes: true };
        }
        let mut effort = Effort::default();
        for child in self.program().children(node) {
            let inner = self.below(child, around, means, nested);
            effort.each += inner.each;
            effort.once += inner.once;
            effort.changes |= inner.changes;
        }
        let Node::Expr(expr) = node else { return effort };
        if let ExprKind::Var(var) = self.program().exprs[expr].kind {
            effort.changes = around.is_none_or(|around| around.changed.contains(&var));
        }
        let operations = self.operations(expr);
        let seconds = operations * around.map_or(1.0 / SIDE_BY_SIDE, |around| around.operation);
        if let ExprKind::Call { .. } = self.program().exprs[expr].kind
            && let Some(instance) = self.program().instances.get(&expr).filter(|_| nested < DEEPEST)
        {
            let called = self.below(Node::Stmt(instance.body), around, means, nested + 1);
            return Effort {
                each: effort.each + effort.once + called.each + called.once,
                once: 0.0,
                changes: true,
            };
        }
        match effort.changes || self.program().assigned(expr).is_some() {
            true => effort.each += seconds,
            false => effort.once += seconds,
        }
        effort
    }

    /// What is assigned in a loop, and the arrays of which it writes elements.
    fn changed(&self, stmt: StmtId) -> HashSet<VarId> {
        let program = self.program();
        let assigned = program.exprs_below(stmt).filter_map(|expr| program.assigned(expr));
        let roots = assigned.filter_map(|target| program.variable_of(program.element(target).0));
        let index = self.facts.loops.get(&stmt).map(|canonical| canonical.index);
        roots.chain(index).collect()
    }

    fn operations(&self, expr: ExprId) -> f64 {
        let node = &self.program().exprs[expr];
        match &node.kind {
            ExprKind::Binary { .. } | ExprKind::AssignOp { .. } | ExprKind::Unary { .. } => {
                if self.program().types.is_integer(node.ty) { 0.2 } else { 1.0 }
            }
            ExprKind::Call { .. } => FUNCTION,
            _ => 0.0,
        }
    }
}

/// Do two accesses to an array touch elements at a fixed distance from each other?
fn is_elsewhere(one: &Access, other: &Access) -> bool {
    let apart =
        |one: &LinearExpr, other: &LinearExpr| one.minus(other).ok().and_then(|apart| apart.as_constant());
    match (&one.subscripts, &other.subscripts, &one.flat, &other.flat) {
        (Some(one), Some(other), ..) if one.len() == other.len() => {
            let all: Option<Vec<i128>> =
                one.iter().zip(other).map(|(one, other)| apart(one, other)).collect();
            all.is_some_and(|all| all.iter().any(|distance| *distance != 0))
        }
        (_, _, Some(one), Some(other)) => apart(one, other).is_some_and(|distance| distance != 0),
        _ => false,
    }
}
