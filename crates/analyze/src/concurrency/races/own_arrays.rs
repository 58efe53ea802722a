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

use affine::{LinearExpr, Set, Var};
use hir::{StmtId, VarId};

use crate::region::declared_in;
use crate::{Access, Input, KernelFacts, SymbolKind, Symbols};

/// The accesses to such arrays that other threads must not come between, by
/// index.
pub(super) fn accesses(input: &Input<'_>, kernel: &KernelFacts, symbols: &Symbols) -> BTreeSet<usize> {
    let declared: BTreeMap<StmtId, Vec<VarId>> =
        kernel.partitions.iter().map(|(stmt, p)| (*stmt, declared_in(input, p.canonical.body))).collect();
    let is_local = |access: &Access| {
        let var = access.place.var;
        kernel.locals.contains(&var) && input.program.types.is_array(input.program.vars[var].ty)
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
    let is_covered = |at: usize| {
        let read = &kernel.accesses[at];
        !read.mode.writes()
            && concerned
                .iter()
                .take_while(|earlier| **earlier < at)
                .any(|earlier| covers(kernel, symbols, &kernel.accesses[*earlier], read))
    };
    concerned.iter().copied().filter(|at| !is_covered(*at)).collect()
}

/// Does the write, which stands before the read, set what it reads in the same
/// iteration of all partitioned loops?
fn covers(kernel: &KernelFacts, symbols: &Symbols, write: &Access, read: &Access) -> bool {
    let same = write.loops.iter().zip(&read.loops).take_while(|(a, b)| a == b).count();
    let shared_out = |stmt: &StmtId| kernel.partitions.contains_key(stmt);
    if !write.mode.writes()
        || write.place != read.place
        || !write.domain.is_exact()
        || write.loops[same..].iter().chain(&read.loops[same..]).any(shared_out)
    {
        return false;
    }
    let (Some(written), Some(wanted)) = (&write.subscripts, &read.subscripts) else { return false };
    if written.len() != wanted.len() {
        return false;
    }
    let inner: Option<Vec<Var>> =
        write.loops[same..].iter().map(|stmt| index_of(kernel, symbols, *stmt)).collect();
    inner.is_some_and(|inner| all_set(inner, written.clone(), wanted, write.domain.clone(), &read.domain))
}

fn index_of(kernel: &KernelFacts, symbols: &Symbols, stmt: StmtId) -> Option<Var> {
    let index = kernel.loops.get(&stmt)?.index;
    symbols.find(&SymbolKind::LoopIndex { loop_stmt: stmt, index })
}

/// For each point of the read there is a point of the write with the same
/// subscripts: the indices of the write's own loops are solved for.
fn all_set(
    mut unknown: Vec<Var>,
    mut written: Vec<LinearExpr>,
    wanted: &[LinearExpr],
    mut domain: Set,
    read: &Set,
) -> bool {
    while let Some(at) = unknown.iter().position(|var| solvable(*var, &unknown, &written).is_some()) {
        let var = unknown.swap_remove(at);
        let Some(dim) = solvable(var, &unknown, &written) else { return false };
        let factor = written[dim].coefficient(var);
        // factor * var + rest = wanted, with a factor of 1 or -1.
        let value = wanted[dim].minus(&written[dim].without(var)).and_then(|value| value.times(factor));
        let Ok(value) = value else { return false };
        domain = domain.substituted(var, &value);
        for subscript in &mut written {
            let Ok(solved) = subscript.substituted(var, &value) else { return false };
            *subscript = solved;
        }
    }
    unknown.is_empty()
        && domain.is_exact()
        && written.iter().zip(wanted).all(|(x, y)| read.implies_equal(x, y).is_proven())
        && domain.constraints().iter().all(|claim| read.implies(claim).is_proven())
}

/// A dimension that gives the value of an index alone.
fn solvable(var: Var, unknown: &[Var], written: &[LinearExpr]) -> Option<usize> {
    written.iter().position(|subscript| {
        let others = unknown.iter().filter(|other| **other != var);
        subscript.coefficient(var).abs() == 1 && others.into_iter().all(|other| !subscript.mentions(*other))
    })
}
