//! Arrays that a kernel declares: each thread has its own.
//!
//! ```c
//! int tile[256];                                   // one for each thread
//! #pragma hicuda loop_partition over_thread
//! for (t = 0; t < 256; t++) tile[t] = a[t];        // a thread sets one element of its own
//! #pragma hicuda loop_partition over_thread
//! for (t = 0; t < 256; t++) b[t] = tile[255 - t];  // and reads one that it never set
//! ```
//! No barrier helps here: what one thread writes no other ever sees. So for an array
//! that is declared outside a loop which is shared out, a thread may read only what
//! it has written itself. Where each iteration sets an element before it reads it, the
//! array could be declared inside, and nothing is asked.
//!
//! Invariant: a read that is left out is preceded, in its own iteration of every
//! partitioned loop, by a write of the same element.

use std::collections::{BTreeMap, BTreeSet};

use hir::{StmtId, VarId};

use crate::region::declared_in;
use crate::set_before::{Loops, Order, is_set_before, lengths};
use crate::{Access, Input, KernelFacts, Symbols};

/// The accesses to such arrays that other threads must not come between, by
/// index.
pub(super) fn accesses(input: &Input<'_>, kernel: &KernelFacts, symbols: &Symbols) -> BTreeSet<usize> {
    let declared: BTreeMap<StmtId, Vec<VarId>> =
        kernel.partitions.iter().map(|(stmt, p)| (*stmt, declared_in(input, p.canonical.body))).collect();
    let is_private = |var: VarId| kernel.private.values().any(|arrays| arrays.contains(&var));
    let is_local = |access: &Access| {
        let var = access.place.var;
        kernel.locals.contains(&var)
            && !is_private(var)
            && input.program.types.is_array(input.program.vars[var].ty)
    };
    let is_outside = |access: &Access, stmt: &StmtId| {
        declared.get(stmt).is_some_and(|inside| !inside.contains(&access.place.var))
    };
    let served: BTreeSet<usize> = kernel.shared.iter().flat_map(|s| s.accesses.iter().copied()).collect();
    let own: Vec<usize> = (0..kernel.accesses.len())
        .filter(|at| !served.contains(at) && is_local(&kernel.accesses[*at]))
        .collect();
    let shared_out: BTreeSet<VarId> = own
        .iter()
        .map(|at| &kernel.accesses[*at])
        .filter(|access| access.loops.iter().any(|stmt| is_outside(access, stmt)))
        .map(|access| access.place.var)
        .collect();
    let concerned: Vec<usize> =
        own.into_iter().filter(|at| shared_out.contains(&kernel.accesses[*at].place.var)).collect();
    if concerned.is_empty() {
        return BTreeSet::new();
    }
    let order = Order::of(input.program, kernel.body);
    let loops = Loops {
        program: input.program,
        canonical: &kernel.loops,
        is_shared_out: &|stmt| kernel.partitions.contains_key(&stmt),
        symbols,
        order: &order,
    };
    let all: Vec<&Access> = concerned.iter().map(|at| &kernel.accesses[*at]).collect();
    let is_covered = |number: usize| {
        let read = all[number];
        let lengths = lengths(input, &read.place);
        !read.mode.writes() && is_set_before(&loops, &all, number, &lengths)
    };
    concerned.iter().enumerate().filter(|(number, _)| !is_covered(*number)).map(|(_, at)| *at).collect()
}
