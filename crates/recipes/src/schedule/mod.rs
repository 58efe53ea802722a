//! `schedule((k, 1, i, j), (j, 0, i), …)`: when each statement of a nest runs.
//!
//! ```c
//! #pragma hicuda schedule((k, 1, i), (j, 0))        for (int k = 0; k < n - 1; k++) {
//! for (i = 1; i < n; i++) {                             …                       // the second, where j = k
//!     for (k = 0; k < i; k++)                           for (int i = k + 1; i < n; i++)
//!         …                        // the first             …                   // the first
//!     …
//! ```
//! Statements run in the order of their tuples: those with equal leading entries share loops, numbers put them one
//! after the other. The new loops are written as text, in the place of the old ones, and the program is read again: what
//! comes out is a nest like any other, with its kernels and directives inside.
//!
//! Reading order: [`elements`] (scalars that stand for an element), [`times`] (which iteration a time stands for),
//! [`order`] (is it legal?), [`loops`] (which loops, with what bounds), [`kernels`] (where kernels begin), [`text`];
//! [`search`] finds schedules.
//!
//! Invariant: each instance of a statement runs once, and no two that touch one element, one of them writing, change
//! places; what cannot be shown is refused.

mod elements;
mod kernels;
mod loops;
mod order;
pub mod search;
mod text;
mod times;

use std::collections::{BTreeMap, HashMap};

use affine::{Constraint, LinearExpr, Set, Var};
use analyze::{CanonicalLoop, Input, Symbols};
use diagnostics::Sink;
use hir::{BinaryOp, DirectiveId, DirectiveKind, FunctionId, Item, Node, Program, Span, StmtId, StmtKind};
use source::Sources;

use crate::written_out::Rewritten;
use crate::{Kitchen, Place, Refusal};

const RECIPE: &str = "scheduled";

/// One statement of the nest, or a piece of it.
#[derive(Clone, Debug)]
struct Statement {
    stmt: StmtId,
    /// Which of its iterations these are: all of them but for what stands here.
    limits: Vec<Constraint>,
    /// The loops around it, from the outermost of the nest.
    loops: Vec<CanonicalLoop>,
    /// Their indices in formulas.
    indices: Vec<Var>,
    times: Vec<times::Time>,
    /// The kernel around it.
    kernel: Option<StmtId>,
}

/// The nest without its directives.
#[derive(Default)]
struct Nest {
    statements: Vec<Statement>,
    /// What stood above each loop, outermost first.
    above: HashMap<StmtId, Vec<DirectiveId>>,
    /// Kernels around statements, each with its directive and its end.
    kernels: BTreeMap<StmtId, (DirectiveId, Span)>,
}

/// All nests of a program with a `schedule`, as they are to be written. What cannot be carried out is in the sink.
pub(crate) fn written_out(program: &mut Program, sources: &mut Sources, sink: &mut Sink) -> Vec<Rewritten> {
    let mut found: Vec<(FunctionId, StmtId, Place)> = Vec::new();
    for unit in &program.units {
        for item in &unit.items {
            let Item::Function(function) = item else { continue };
            let Some(body) = program.functions[*function].body else { continue };
            let mut pending = vec![(body, Place::Host)];
            while let Some((stmt, place)) = pending.pop() {
                let place = match &program.stmts[stmt].kind {
                    StmtKind::Kernel { .. } => Place::Kernel,
                    _ => place,
                };
                if is_scheduled(program, stmt) {
                    found.push((*function, stmt, place));
                    continue;
                }
                let inside = program.children(Node::Stmt(stmt));
                pending.extend(inside.into_iter().filter_map(|child| match child {
                    Node::Stmt(child) => Some((child, place)),
                    Node::Expr(_) => None,
                }));
            }
        }
    }
    let mut rewritten = Vec::new();
    for (function, stmt, place) in found {
        let mut kitchen = Kitchen::new(program, sources, sink, function);
        match kitchen.schedule(stmt, place) {
            Ok(nest) => rewritten.push(nest),
            Err(refusal) => {
                let at = kitchen.schedule_above(stmt).map(|d| kitchen.program.directives[d].span);
                let at = at.unwrap_or(kitchen.program.stmts[stmt].span);
                kitchen.refuse(refusal, at);
            }
        }
    }
    rewritten
}

/// Does a `schedule` stand directly above it?
fn is_scheduled(program: &Program, stmt: StmtId) -> bool {
    let mut at = stmt;
    while let StmtKind::Annotated { directive, body } = program.stmts[at].kind {
        if matches!(program.directives[directive].kind, DirectiveKind::Schedule(_)) {
            return true;
        }
        at = body;
    }
    false
}

impl Kitchen<'_> {
    fn schedule_above(&self, stmt: StmtId) -> Option<DirectiveId> {
        let is_schedule =
            |d: &DirectiveId| matches!(self.program.directives[*d].kind, DirectiveKind::Schedule(_));
        self.governed(stmt).0.into_iter().find(is_schedule)
    }

    fn schedule(&mut self, stmt: StmtId, place: Place) -> Result<Rewritten, Refusal> {
        let (directives, governed) = self.governed(stmt);
        let span = self.program.stmts[governed].span;
        let Some(directive) = self.schedule_above(stmt) else {
            return Err(Refusal::form(RECIPE, span, "no `schedule` stands above it"));
        };
        let DirectiveKind::Schedule(times) = self.program.directives[directive].kind.clone() else {
            return Err(Refusal::form(RECIPE, span, "no `schedule` stands above it"));
        };
        let earlier = directives.iter().take_while(|other| **other != directive);
        if let Some(other) = earlier.copied().find(|d| crate::is_recipe(&self.program.directives[*d].kind)) {
            let at = self.program.directives[other].span;
            return Err(Refusal::form(RECIPE, at, "another recipe comes first; write `schedule` above it"));
        }
        let first = self.program.directives[directives[0]].line;
        let whole = Span { hi: span.hi, ..first };
        if span.is_from_macro() || first.is_from_macro() {
            return Err(Refusal::form(RECIPE, span, "its text comes out of a macro"));
        }
        let mut nest = Nest::default();
        let rest: Vec<DirectiveId> = directives.into_iter().filter(|d| *d != directive).collect();
        self.collect(governed, rest, &mut Vec::new(), None, &mut nest)?;
        // Times for fewer statements than there are: those that only move an element have none.
        if times.len() < nest.statements.len() {
            let idle = self.elements_for_scalars(governed).idle;
            nest.statements.retain(|statement| !idle.contains(&statement.stmt));
        }
        self.declares_nothing(&nest)?;
        let mut walked = self.walked(RECIPE, governed, Place::Kernel)?;
        self.read_times(&mut nest, &times, &walked.values.symbols, self.program.directives[directive].span)?;
        self.keeps_order(&nest, &mut walked)?;
        let symbols = &walked.values.symbols;
        let mut domains = Vec::new();
        for statement in std::mem::take(&mut nest.statements) {
            let domain = self.domain(&statement, &walked.bounds, symbols)?;
            // No iteration is in some pieces.
            if statement.limits.is_empty() || !domain.is_empty() {
                nest.statements.push(statement);
                domains.push(domain);
            }
        }
        if nest.statements.is_empty() {
            return Err(Refusal::form(RECIPE, span, "none of its statements ever runs"));
        }
        let tree = loops::tree(self, &nest, &domains, symbols, place)?;
        let tree = self.with_kernels(&nest, tree)?;
        // Among device copies no two are of one object; the host's pointers may be.
        if place != Place::Kernel && kernels::has_others(&tree) {
            self.no_aliases(&Input::new(self.program, self.sources), RECIPE, &walked.accesses)?;
        }
        let parts = self.text_of(&nest, &tree, symbols, whole)?;
        Ok(Rewritten { place: whole, parts })
    }

    /// Finds the statements below a loop, and takes the directives between them out of the program. The
    /// parser bounds the nesting.
    fn collect(
        &mut self,
        stmt: StmtId,
        above: Vec<DirectiveId>,
        around: &mut Vec<CanonicalLoop>,
        kernel: Option<StmtId>,
        nest: &mut Nest,
    ) -> Result<(), Refusal> {
        let canonical = self.canonical(RECIPE, stmt)?;
        if canonical.step.abs() != 1 {
            let at = self.program.stmts[stmt].span;
            return Err(Refusal::form(RECIPE, at, "the step of each of its loops must be 1 or -1"));
        }
        let ty = self.program.types.strip(self.program.vars[canonical.index].ty);
        if !hir::const_eval::integer_format(self.program, ty).is_some_and(|format| format.signed) {
            let at = self.program.stmts[stmt].span;
            return Err(Refusal::form(RECIPE, at, "an index is unsigned; declare it `int` or `long`"));
        }
        self.index_not_used_after(RECIPE, &canonical)?;
        self.stays_inside(RECIPE, canonical.body)?;
        nest.above.insert(stmt, above);
        let body = canonical.body;
        around.push(canonical);
        self.collect_in(body, around, kernel, nest)?;
        around.pop();
        Ok(())
    }

    fn collect_in(
        &mut self,
        stmt: StmtId,
        around: &mut Vec<CanonicalLoop>,
        kernel: Option<StmtId>,
        nest: &mut Nest,
    ) -> Result<(), Refusal> {
        let span = self.program.stmts[stmt].span;
        match self.program.stmts[stmt].kind.clone() {
            StmtKind::Block(stmts) if !self.is_one(&stmts) => {
                for inner in stmts {
                    self.collect_in(inner, around, kernel, nest)?;
                }
                Ok(())
            }
            StmtKind::Block(stmts) if stmts.is_empty() => Ok(()),
            StmtKind::Kernel { directive, body, end } => {
                nest.kernels.insert(stmt, (directive, end));
                self.program.stmts[stmt].kind = self.program.stmts[body].kind.clone();
                self.collect_in(stmt, around, Some(stmt), nest)
            }
            StmtKind::Annotated { .. } if self.is_loop_below(stmt) => {
                let (directives, governed) = self.governed(stmt);
                let is_schedule = |d: &&DirectiveId| {
                    matches!(self.program.directives[**d].kind, DirectiveKind::Schedule(_))
                };
                if let Some(inner) = directives.iter().find(is_schedule) {
                    let at = self.program.directives[*inner].span;
                    return Err(Refusal::form(RECIPE, at, "a `schedule` stands inside it"));
                }
                self.program.stmts[stmt].kind = self.program.stmts[governed].kind.clone();
                self.collect(stmt, directives, around, kernel, nest)
            }
            StmtKind::For { .. } => self.collect(stmt, Vec::new(), around, kernel, nest),
            StmtKind::Directive(_) | StmtKind::Singular { .. } | StmtKind::Barrier => {
                Err(Refusal::form(RECIPE, span, "a directive that is no loop's stands inside it"))
            }
            StmtKind::Asm(_) | StmtKind::Error => {
                Err(Refusal::form(RECIPE, span, "the compiler does not know what this does"))
            }
            _ => {
                let (loops, indices) = (around.clone(), Vec::new());
                let (limits, times) = (Vec::new(), Vec::new());
                nest.statements.push(Statement { stmt, limits, loops, indices, times, kernel });
                Ok(())
            }
        }
    }

    /// Variables between the loops would be in nobody's scope.
    fn declares_nothing(&self, nest: &Nest) -> Result<(), Refusal> {
        let is_declaration =
            |statement: &&Statement| matches!(self.program.stmts[statement.stmt].kind, StmtKind::Decl(_));
        let Some(declaration) = nest.statements.iter().find(is_declaration) else { return Ok(()) };
        let reason = "it declares a variable between its loops; declare it before the nest";
        Err(Refusal::form(RECIPE, self.program.stmts[declaration.stmt].span, reason))
    }

    /// Is a block one statement of the nest: variables of its own, and no loop?
    fn is_one(&self, stmts: &[StmtId]) -> bool {
        let declares = |stmt: &StmtId| matches!(self.program.stmts[*stmt].kind, StmtKind::Decl(_));
        let has_loop = |stmt: &StmtId| {
            let mut below = self.program.stmts_below(*stmt);
            below.any(|stmt| {
                matches!(self.program.stmts[stmt].kind, StmtKind::For { .. } | StmtKind::Kernel { .. })
            })
        };
        stmts.is_empty() || stmts.iter().any(declares) && !stmts.iter().any(has_loop)
    }

    fn is_loop_below(&self, stmt: StmtId) -> bool {
        matches!(self.program.stmts[self.governed(stmt).1].kind, StmtKind::For { .. })
    }

    /// The iterations of a statement, over its indices and what does not change.
    fn domain(
        &self,
        statement: &Statement,
        bounds: &BTreeMap<StmtId, (LinearExpr, LinearExpr)>,
        symbols: &Symbols,
    ) -> Result<Set, Refusal> {
        let mut domain = statement.limits.iter().fold(Set::universe(), |set, c| set.with(Ok(c.clone())));
        for (canonical, index) in statement.loops.iter().zip(&statement.indices) {
            let at = self.program.stmts[canonical.stmt].span;
            let known = |formula: &LinearExpr| {
                formula.vars().all(|var| {
                    statement.indices.contains(&var)
                        || analyze::dependence::instances::is_shared(symbols, var)
                })
            };
            let Some((first, bound)) = bounds.get(&canonical.stmt).filter(|(a, b)| known(a) && known(b))
            else {
                let reason = "its bounds are no sums of indices around it and of what does not change in it";
                return Err(Refusal::form(RECIPE, at, reason));
            };
            let index = LinearExpr::var(*index);
            domain = match (canonical.step > 0, canonical.op) {
                (true, BinaryOp::Le) => domain.with_at_least(&index, first).with_at_most(&index, bound),
                (true, _) => domain.with_at_least(&index, first).with_less(&index, bound),
                (false, BinaryOp::Ge) => domain.with_at_most(&index, first).with_at_least(&index, bound),
                (false, _) => domain.with_at_most(&index, first).with_less(bound, &index),
            };
        }
        if !domain.is_exact() {
            let at = self.program.stmts[statement.stmt].span;
            return Err(Refusal::form(RECIPE, at, "the numbers in its bounds are too large"));
        }
        Ok(domain)
    }
}
