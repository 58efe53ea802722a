//! `snapshot(a)`: which reads of a loop see `a` as it was before it.
//!
//! ```c
//! #pragma hicuda snapshot(a)
//! #pragma hicuda loop_partition over_tblock over_thread
//! for (i = 0; i < n - 1; i++)
//!     a[i] = a[i + 1] + b[i];        // a[i + 1] is what the next iteration overwrites
//! ```
//! Every iteration wants what was there before a later one wrote it, so that a copy of the array, made before the
//! launch, serves all of them in any order. A read that may come after a write of its element, or that goes through
//! another pointer, stays with the array itself: threads that get in each other's way there are reported as without the directive.
//!
//! Invariant: no write of the kernel comes before a read that is marked here, in the sequential program, on the same
//! element: before the loop is before the kernel.

use std::collections::BTreeSet;

use diagnostics::{Diagnostic, Sink, codes};
use hir::{DirectiveKind, ExprId, Program, SharedAction, StmtId};

use crate::dependence::{self, Dependence, DependenceKind, Direction};
use crate::{Access, CopySpace, Facts, Input, KernelFacts, Place, Symbols};

/// Marks the reads that a copy serves, in all loops of a kernel with a `snapshot`.
pub fn find(
    input: &Input<'_>,
    kernel: &mut KernelFacts,
    facts: &Facts,
    symbols: &mut Symbols,
    sink: &mut Sink,
) {
    let mut wanted: Vec<(StmtId, ExprId)> = Vec::new();
    for (stmt, partition) in &kernel.partitions {
        if let DirectiveKind::LoopPartition(clauses) = &input.program.directives[partition.directive].kind {
            wanted.extend(clauses.snapshots.iter().map(|name| (*stmt, *name)));
        }
    }
    for (stmt, name) in wanted {
        match old_reads(input, kernel, facts, symbols, (stmt, name)) {
            Ok(reads) => reads.into_iter().for_each(|at| kernel.accesses[at].before = true),
            Err(refused) => sink.push(*refused),
        }
    }
}

/// The numbers of the accesses that read what was there before the loop.
fn old_reads(
    input: &Input<'_>,
    kernel: &KernelFacts,
    facts: &Facts,
    symbols: &mut Symbols,
    (stmt, name): (StmtId, ExprId),
) -> Result<Vec<usize>, Box<Diagnostic>> {
    let refuse = |message: String| Diagnostic::new(&codes::NO_SNAPSHOT, input.span(name), message);
    let place = Place::of(input.program, name);
    let used = place.and_then(|place| kernel.arrays.iter().find(|used| used.place == place));
    let Some((used, copy)) = used.and_then(|used| Some((used, &facts.copies[used.copy?.0]))) else {
        let message = "a snapshot is of an array of the kernel that has a device copy".to_owned();
        return Err(Box::new(refuse(message)));
    };
    let array = input.place_name(&used.place);
    if copy.space != CopySpace::Global || copy.dims.is_empty() || !used.written {
        let message = format!("`{array}` needs no snapshot: the kernel does not write it");
        return Err(Box::new(refuse(message).help("remove the directive")));
    }
    if copy.inherited.is_some() {
        let refused =
            refuse(format!("a snapshot of `{array}` needs its device copy to be made in this function"))
                .related(input.program.directives[copy.directive].span, "it is made here")
                .help("move the `global` directives into the function with the kernel");
        return Err(Box::new(refused));
    }
    let is_of = |access: &Access| access.place == used.place;
    let is_shared = |directive: &DirectiveKind| match directive {
        DirectiveKind::Shared(SharedAction::Alloc { section, .. }) => section.var == Some(used.place.var),
        _ => false,
    };
    let directives = input.program.stmts_below(kernel.body).filter_map(|at| input.program.directive_of(at));
    if let Some(shared) = directives.map(|id| &input.program.directives[id]).find(|d| is_shared(&d.kind)) {
        let refused = refuse(format!("`{array}` has a snapshot and parts in shared memory"))
            .related(shared.span, "this keeps a part of it, which reads would see instead")
            .help("use one of them");
        return Err(Box::new(refused));
    }
    let numbers: Vec<usize> = (0..kernel.accesses.len()).filter(|at| is_of(&kernel.accesses[*at])).collect();
    let accesses: Vec<Access> = numbers.iter().map(|at| kernel.accesses[*at].clone()).collect();
    let inside: BTreeSet<ExprId> = input.program.exprs_below(kernel.body).collect();
    if let Some(elsewhere) = accesses.iter().find(|access| !inside.contains(&access.expr)) {
        let refused =
            refuse(format!("a function that the kernel calls uses `{array}`, which has a snapshot"))
                .related(elsewhere.span, "it has one place for old and new values")
                .help("write what it does in the loop");
        return Err(Box::new(refused));
    }
    let found = dependence::dependences(input, &accesses, &kernel.loops, symbols);
    let is_old = |at: &usize| {
        let access = &accesses[*at];
        !access.mode.writes()
            && access.loops.contains(&stmt)
            && is_direct(input.program, access)
            && found.iter().all(|d| may_be_old(d, *at))
    };
    let old: Vec<usize> = (0..accesses.len()).filter(is_old).map(|at| numbers[at]).collect();
    if old.is_empty() {
        let refused = refuse(format!("no read of `{array}` in this loop is of what was there before it"))
            .note("each may come after a write of the same element, or there is none")
            .help("remove the directive");
        return Err(Box::new(refused));
    }
    Ok(old)
}

/// Does a dependence let the read see what was there first?
fn may_be_old(dependence: &Dependence, read: usize) -> bool {
    let first = dependence.directions.iter().find(|direction| **direction != Direction::Same);
    match dependence.kind {
        _ if dependence.source != read && dependence.sink != read => true,
        // Either of them may run first where the direction is not known.
        DependenceKind::Anti => dependence.source == read && first != Some(&Direction::Any),
        DependenceKind::Flow | DependenceKind::Output => false,
    }
}

/// Does the access name its array? Through a pointer variable it goes wherever that leads.
fn is_direct(program: &Program, access: &Access) -> bool {
    let root = std::iter::successors(Some(access.expr), |expr| program.address_operand(*expr)).last();
    root.and_then(|root| Place::of(program, root)).as_ref() == Some(&access.place)
}
