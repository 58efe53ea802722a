//! Partitioned loops that reduce a scalar and do not say so.
//!
//! ```c
//! #pragma hicuda loop_partition over_tblock over_thread
//! for (i = 0; i < n; i++) { s += a[i]; if (a[i] > m) m = a[i]; }
//! ```
//! All that the iterations do to `s` is adding to it: with `reduction(+:s)` the loop
//! is right, and that is offered as a fix, like `reduction(max:m)`.
//!
//! Invariant: with the clause that is offered the scalar is no error any more.

use std::collections::{BTreeMap, BTreeSet};

use hir::{DirectiveId, ExprId, ExprKind, Node, ReductionOp, Span, StmtId, VarId};

use crate::located;
use crate::reduction::{is_var, updates_in, updates_of};
use crate::region::declared_in;
use crate::{Input, PartitionFacts};

/// The clause that a directive lacks.
#[derive(Clone, Copy, Debug)]
pub struct Missing {
    /// The operation.
    pub op: ReductionOp,
    /// The directive of the outermost loop that reduces.
    pub directive: DirectiveId,
    /// The variable that says where the value is.
    pub place: Option<VarId>,
    /// It says itself where another value is, whose clause names it.
    pub is_place: bool,
}

impl Missing {
    /// The edit that adds it: where, and the text.
    pub fn clause(&self, input: &Input<'_>, var: VarId) -> (Span, String) {
        let at = input.program.directives[self.directive].span.end();
        let place = self.place.map_or_else(String::new, |place| format!(" at {}", input.name(place)));
        (at, format!(" reduction({}:{}{place})", self.op.text(), input.name(var)))
    }
}

/// The scalars that loops of a kernel reduce without a clause. `reduced`: what each
/// loop has a clause for; `on_device`: variables that all threads share.
pub fn find(
    input: &Input<'_>,
    kernel: StmtId,
    partitions: &BTreeMap<StmtId, PartitionFacts>,
    reduced: &BTreeMap<StmtId, BTreeSet<VarId>>,
    on_device: &BTreeSet<VarId>,
) -> BTreeMap<VarId, Missing> {
    let of_kernel: BTreeSet<VarId> = declared_in(input, kernel).into_iter().collect();
    let mut found = BTreeMap::new();
    for (at, partition) in partitions {
        let body = partition.canonical.body;
        let own: BTreeSet<VarId> = declared_in(input, body).into_iter().collect();
        for var in updated(input, body) {
            let has_clause = reduced.get(at).is_some_and(|vars| vars.contains(&var));
            if has_clause || own.contains(&var) || on_device.contains(&var) {
                continue;
            }
            let Some(op) = combined_by(input, body, var) else { continue };
            let is_outermost = !partitions.values().any(|outer| {
                encloses(input, outer, *at) && !declared_in(input, outer.canonical.body).contains(&var)
            });
            // A block has the sum of its threads after the loop; that of the grid is
            // known after the kernel only.
            let fits = match of_kernel.contains(&var) {
                true => !shares_over_blocks(input, partitions, *at),
                false => mentions(input, kernel, var).count() == mentions(input, body, var).count(),
            };
            if is_outermost && fits {
                let directive = partition.directive;
                found.insert(var, Missing { op, directive, place: None, is_place: false });
            }
        }
        for (pair, op) in pairs(input, partitions, partition) {
            let vars = [pair.0, pair.1];
            let is_known = |var: &VarId| {
                let has_clause = reduced.get(at).is_some_and(|vars| vars.contains(var));
                has_clause || own.contains(var) || on_device.contains(var) || of_kernel.contains(var)
            };
            let is_all = vars
                .iter()
                .all(|var| mentions(input, kernel, *var).count() == mentions(input, body, *var).count());
            let is_outermost = !partitions.values().any(|outer| encloses(input, outer, *at));
            if is_all && is_outermost && !vars.iter().any(is_known) {
                let missing = Missing { op, directive: partition.directive, place: None, is_place: false };
                found.insert(pair.0, Missing { place: Some(pair.1), ..missing });
                found.insert(pair.1, Missing { is_place: true, ..missing });
            }
        }
    }
    found
}

/// Values that a loop keeps together with their places, and does nothing else with, in an order that threads
/// can tell.
fn pairs(
    input: &Input<'_>,
    partitions: &BTreeMap<StmtId, PartitionFacts>,
    own: &PartitionFacts,
) -> Vec<((VarId, VarId), ReductionOp)> {
    let (program, body) = (input.program, own.canonical.body);
    let explained = |(value, place): (VarId, VarId)| {
        let updates = located::updates_of(input, body, value);
        let op = updates.first()?.1.op;
        let inside: BTreeSet<ExprId> =
            updates.iter().flat_map(|(stmt, _)| program.exprs_below(*stmt)).collect();
        let is_all = |var: VarId| mentions(input, body, var).all(|mention| inside.contains(&mention));
        let span = program.stmts[own.canonical.stmt].span;
        let asked = located::Asked { own, pair: (value, place), span };
        let is_ordered = is_all(value)
            && is_all(place)
            && located::is_place(input, place)
            && located::tie(input, partitions, &asked).is_ok();
        is_ordered.then_some(((value, place), op))
    };
    located::pairs_in(input, body).into_iter().filter_map(explained).collect()
}

/// Numbers that some statement of a loop combines with a value.
fn updated(input: &Input<'_>, body: StmtId) -> BTreeSet<VarId> {
    let program = input.program;
    let updates = program.stmts_below(body).flat_map(|stmt| updates_in(input, stmt));
    let target = |target: ExprId| match program.exprs[target].kind {
        ExprKind::Var(var) if program.types.is_arithmetic(program.vars[var].ty) => Some(var),
        _ => None,
    };
    updates.filter_map(|(_, update)| target(update.target)).collect()
}

/// The one operation by which a loop changes a variable that it uses for nothing else.
fn combined_by(input: &Input<'_>, body: StmtId, var: VarId) -> Option<ReductionOp> {
    let program = input.program;
    let mut op = None;
    let mut explained = BTreeSet::new();
    for (root, update) in updates_of(input, body, var) {
        if *op.get_or_insert(update.op) != update.op {
            return None;
        }
        explained.extend(program.exprs_below(root));
    }
    op.filter(|_| mentions(input, body, var).all(|mention| explained.contains(&mention)))
}

fn mentions(input: &Input<'_>, stmt: StmtId, var: VarId) -> impl Iterator<Item = ExprId> {
    input.program.exprs_below(Node::Stmt(stmt)).filter(move |expr| is_var(input, *expr, var))
}

fn encloses(input: &Input<'_>, outer: &PartitionFacts, inner: StmtId) -> bool {
    input.program.stmts_below(outer.canonical.body).any(|stmt| stmt == inner)
}

fn shares_over_blocks(input: &Input<'_>, partitions: &BTreeMap<StmtId, PartitionFacts>, at: StmtId) -> bool {
    let below = input.program.stmts_below(at).filter_map(|stmt| partitions.get(&stmt));
    partitions.get(&at).into_iter().chain(below).any(|partition| partition.over_block.is_some())
}
