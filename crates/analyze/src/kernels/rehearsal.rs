//! What `check` would say of a kernel whose data directives nobody has written yet.
//!
//! ```c
//! #pragma hicuda kernel k                                   no `global` reaches it, and yet:
//! #pragma hicuda loop_partition over_tblock over_thread     `a[i]` and `a[i-1]` collide
//! for (i = 1; i < n; i++) a[i] = a[i-1] + 1;
//! ```
//! The kernel goes through the same questions as any other ([`analyze_kernel`]), only that each
//! array is taken to be on the device as it is declared. `annotate` asks so whether a loop can be
//! shared out at all, before it thinks about transfers.
//!
//! Invariant: a kernel without findings has none that the real check would base on the loops
//! alone; what it says about device copies and callers is left to that check.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Diagnostic, Severity, Sink};
use hir::{
    DirectiveId, DirectiveKind, ExprId, ExprKind, FunctionId, ReductionOp, StmtId, StmtKind, VarId,
    VarStorage,
};
use kir::Extent;

use crate::aliases::Origins;
use crate::array_shape::{ArrayShape, place_type};
use crate::control_flow::ControlFlow;
use crate::kernel::{Owner, analyze_kernel};
use crate::maps::HashSet;
use crate::reaching::Reached;
use crate::region::declared_in;
use crate::scalars::FunctionFlow;
use crate::{
    CopyId, CopySpace, DeviceCopy, Facts, Input, KernelFacts, LastIndex, Place, SectionRange,
    missing_reduction, reduction,
};

/// What was found.
#[derive(Debug)]
pub struct Rehearsal {
    /// The facts, where there are any.
    pub facts: Option<KernelFacts>,
    /// The scalars that a partitioned loop combines and has no clause for.
    pub combined: Vec<Lacking>,
    /// Errors and warnings.
    pub found: Vec<Diagnostic>,
}

/// A scalar that needs a `reduction` clause.
#[derive(Clone, Copy, Debug)]
pub struct Lacking {
    /// The scalar.
    pub var: VarId,
    /// The operation.
    pub op: ReductionOp,
    /// The variable that says where the value is.
    pub place: Option<VarId>,
}

/// Asks every question about a kernel, with every array on the device; where that is in the way, with arrays that each
/// iteration can have for itself ([`private`](crate::private)) left to the iterations.
pub fn rehearse(input: &Input<'_>, function: FunctionId, kernel: StmtId) -> Rehearsal {
    let (Some(whole), StmtKind::Kernel { body, directive, .. }) =
        (input.program.functions[function].body, &input.program.stmts[kernel].kind)
    else {
        return Rehearsal::nothing();
    };
    let graph = ControlFlow::of_function(input.program, function);
    let flow = FunctionFlow::new(input, function, &graph);
    let origins = Origins::new(input.program, whole);
    let mut arrays = arrays_of(input, *body);
    // What each iteration has for itself is in no device copy.
    let private = private_in(input, *body);
    arrays.retain(|place, _| !private.contains(&place.var));
    let stage = Stage { input, function, kernel, directive: *directive, flow: &flow, origins: &origins };
    let shared = stage.rehearse(&arrays);
    if shared.found.is_empty() {
        return shared;
    }
    let mut own: BTreeSet<VarId> = arrays.keys().map(|place| place.var).collect();
    own.retain(|var| could_be_own(input, *body, *var));
    // The first time shows which of them can be, the second whether that is enough.
    for _ in 0..2 {
        if own.is_empty() {
            break;
        }
        let others = arrays.iter().filter(|(place, _)| !own.contains(&place.var));
        let found = stage.rehearse(&others.map(|(place, host)| (place.clone(), *host)).collect());
        let is_own =
            |facts: &KernelFacts, var: &VarId| facts.private.values().flatten().any(|own| own == var);
        let before = own.len();
        own.retain(|var| found.facts.as_ref().is_some_and(|facts| is_own(facts, var)));
        if own.len() == before {
            return if found.found.is_empty() { found } else { shared };
        }
    }
    shared
}

/// An array of the function that the region writes, or lets a function write.
fn could_be_own(input: &Input<'_>, body: StmtId, var: VarId) -> bool {
    let program = input.program;
    let is_local = matches!(program.vars[var].storage, VarStorage::Local | VarStorage::Param);
    let is_of_it = |expr: ExprId| program.variable_of(program.element(expr).0) == Some(var);
    let writes = |expr: ExprId| match &program.exprs[expr].kind {
        ExprKind::Call { args, .. } => args.iter().any(|arg| is_of_it(*arg)),
        _ => program.assigned(expr).is_some_and(is_of_it),
    };
    is_local && program.types.is_array(program.vars[var].ty) && program.exprs_below(body).any(writes)
}

/// A kernel, and what is known of the function around it.
struct Stage<'a, 'p> {
    input: &'a Input<'p>,
    function: FunctionId,
    kernel: StmtId,
    directive: DirectiveId,
    flow: &'a FunctionFlow<'a, 'p>,
    origins: &'a Origins,
}

impl Stage<'_, '_> {
    /// Asks every question, with these arrays on the device.
    fn rehearse(&self, arrays: &BTreeMap<Place, ExprId>) -> Rehearsal {
        let Stage { input, function, kernel, directive, flow, origins } = *self;
        let named: BTreeSet<Place> = arrays.keys().cloned().collect();
        let owner = Owner { function, flow, named: &named, aliases: &[], origins };
        let copy =
            |(place, host): (&Place, &ExprId)| whole_copy(input, function, directive, place.clone(), *host);
        let facts = Facts { copies: arrays.iter().filter_map(copy).collect(), ..Facts::default() };
        let reached = Reached { alive: (0..facts.copies.len()).map(CopyId).collect(), ..Reached::default() };
        let mut sink = Sink::default();
        let facts = analyze_kernel(input, kernel, &reached, &owner, &facts, &mut sink);
        let combined = facts.as_ref().map(|facts| combined(input, facts)).unwrap_or_default();
        let found = sink.take().into_iter().filter(|found| found.severity() != Severity::Remark).collect();
        Rehearsal { facts, combined, found }
    }
}

/// `global alloc a[*][*] copyin`
fn whole_copy(
    input: &Input<'_>,
    owner: FunctionId,
    directive: DirectiveId,
    place: Place,
    host: ExprId,
) -> Option<DeviceCopy> {
    let shape = match ArrayShape::table(input.program, &place) {
        Some(table) => table,
        None => ArrayShape::declared(input.program, &place).filter(|shape| shape.rank() > 0)?,
    };
    let dims = shape.extents.iter().map(|extent| SectionRange {
        lo: Extent::Constant(0),
        hi: LastIndex::EndOfArray,
        extent: extent.and_then(|extent| u64::try_from(extent.constant()?).ok()),
    });
    Some(DeviceCopy {
        directive,
        owner,
        space: CopySpace::Global,
        host,
        place,
        element: shape.element,
        dims: dims.collect(),
        host_extents: shape.extents,
        elements: None,
        checks: Vec::new(),
        by_address: false,
        inherited: None,
        row_pointers: shape.row_pointers,
        remembered: false,
        setter: None,
        fills: Vec::new(),
    })
}

impl Rehearsal {
    fn nothing() -> Rehearsal {
        Rehearsal { facts: None, combined: Vec::new(), found: Vec::new() }
    }
}

fn combined(input: &Input<'_>, facts: &KernelFacts) -> Vec<Lacking> {
    let reduced = reduction::reduced_by_loop(input, facts.body);
    let missing = missing_reduction::find(input, facts.body, &facts.partitions, &reduced, &BTreeSet::new());
    let needed = missing.into_iter().filter(|(_, missing)| !missing.is_place);
    needed.map(|(var, missing)| Lacking { var, op: missing.op, place: missing.place }).collect()
}

/// The variables that `private` clauses name.
fn private_in(input: &Input<'_>, body: StmtId) -> BTreeSet<VarId> {
    let program = input.program;
    let clauses = program.stmts_below(body).filter_map(|stmt| match program.stmts[stmt].kind {
        StmtKind::Annotated { directive, .. } => match &program.directives[directive].kind {
            DirectiveKind::LoopPartition(clauses) => Some(clauses),
            _ => None,
        },
        _ => None,
    });
    clauses.flat_map(|clauses| &clauses.private).filter_map(|name| program.variable_of(*name)).collect()
}

/// The arrays, and pointers that the region leaves where they point, that it and the functions that
/// it calls use and do not declare, each with a mention.
pub(crate) fn arrays_of(input: &Input<'_>, body: StmtId) -> BTreeMap<Place, ExprId> {
    let program = input.program;
    let (exprs, own) = run_by(input, body);
    let changed: HashSet<VarId> = exprs.iter().filter_map(|expr| program.changed_variable(*expr)).collect();
    let mut found = BTreeMap::new();
    for expr in exprs {
        if !matches!(program.exprs[expr].kind, ExprKind::Var(_) | ExprKind::Member { .. }) {
            continue;
        }
        let Some(place) = Place::of(program, expr) else { continue };
        let is_array = place_type(program, &place)
            .is_some_and(|ty| program.types.is_array(ty) || program.types.is_pointer(ty));
        if is_array && !own.contains(&place.var) && !changed.contains(&place.var) {
            found.entry(place).or_insert(expr);
        }
    }
    found
}

/// Every expression of a region and of what its calls run, and the variables that are theirs.
fn run_by(input: &Input<'_>, body: StmtId) -> (Vec<ExprId>, HashSet<VarId>) {
    let program = input.program;
    let mut own: HashSet<VarId> = HashSet::default();
    let mut exprs = Vec::new();
    let mut pending = vec![body];
    while let Some(body) = pending.pop() {
        own.extend(declared_in(input, body));
        for expr in program.exprs_below(body) {
            exprs.push(expr);
            // Each call has an instance of its own, so that this ends.
            if let Some(instance) = program.instances.get(&expr) {
                own.extend(&instance.params);
                pending.push(instance.body);
            }
        }
    }
    (exprs, own)
}
