//! The accesses through which threads can meet.
//!
//! Arrays of the device and arrays in shared memory, and scalars that have a
//! device copy: there is one of each for many threads. Variables of the kernel
//! and arrays declared in it are each thread's own: see [`own_arrays`]. Updates under `atomic`, and
//! those a `reduction` clause combines, may meet each other. What `shared`
//! directives move are accesses too, in the order of statements.

use std::collections::BTreeMap;

use hir::{DirectiveKind, PartitionClauses, StmtId, StmtKind, VarId};

use super::own_arrays;
use crate::{Access, Input, KernelFacts, Place, Symbols};

/// Where the bytes are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// One copy for all threads.
    Global,
    /// One copy for each block: this shared array.
    Shared(usize),
    /// One copy for each thread.
    Own,
}

/// One access.
#[derive(Clone, Debug)]
pub struct Party<'a> {
    /// The access.
    pub access: &'a Access,
    /// Where its bytes are.
    pub memory: Memory,
    /// It stands under `atomic`.
    pub atomic: bool,
    /// The block does it together, between device and shared memory.
    pub transfer: bool,
    /// Loops around it that reduce into it.
    pub reduced_by: Vec<StmtId>,
}

impl Party<'_> {
    /// Do the two only add to each other what they add?
    pub fn is_combined_with(&self, other: &Party<'_>) -> bool {
        let reduced = self.reduced_by.iter().any(|stmt| other.reduced_by.contains(stmt));
        self.atomic && other.atomic || reduced
    }
}

/// The accesses of a kernel to memory that threads share, in the order they
/// stand in the program. Those that never run, or read what no thread writes, are
/// left out.
pub fn parties<'a>(input: &Input<'_>, kernel: &'a KernelFacts, symbols: &Symbols) -> Vec<Party<'a>> {
    let own = own_arrays::accesses(input, kernel, symbols);
    let atomic = atomic_statements(input, kernel.body);
    let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
    for (array, facts) in kernel.shared.iter().enumerate() {
        shared.extend(facts.accesses.iter().map(|access| (*access, array)));
    }
    let has_copy =
        |place: &Place| kernel.arrays.iter().any(|used| used.place == *place && used.copy.is_some());
    let mut parties = Vec::new();
    // What nobody writes is read by whoever likes.
    let runs = |access: &Access| !access.domain.is_empty() && !access.before;
    for (at, access) in kernel.accesses.iter().enumerate().filter(|(_, access)| runs(access)) {
        let memory = match shared.get(&at) {
            Some(array) => Memory::Shared(*array),
            None if has_copy(&access.place) => Memory::Global,
            None if own.contains(&at) => Memory::Own,
            None => continue,
        };
        parties.push(party(input, kernel, access, memory, &atomic));
    }
    for access in kernel.scalar_accesses.iter().filter(|access| runs(access)) {
        let is_array = || kernel.accesses.iter().any(|other| other.place == access.place);
        if has_copy(&access.place) && !is_array() {
            parties.push(party(input, kernel, access, Memory::Global, &atomic));
        }
    }
    for access in kernel.transfers.iter().filter(|access| runs(access)) {
        let transfer = Party { transfer: true, ..party(input, kernel, access, Memory::Global, &[]) };
        let at = parties.iter().position(|party| stands_after(input, kernel, party.access, access));
        parties.insert(at.unwrap_or(parties.len()), transfer);
    }
    parties
}

/// Does the statement of one access follow that of another?
fn stands_after(input: &Input<'_>, kernel: &KernelFacts, one: &Access, other: &Access) -> bool {
    let at = |stmt: StmtId| input.program.stmts_below(kernel.body).position(|s| s == stmt);
    at(one.stmt).zip(at(other.stmt)).is_some_and(|(one, other)| one > other)
}

fn party<'a>(
    input: &Input<'_>,
    kernel: &KernelFacts,
    access: &'a Access,
    memory: Memory,
    atomic: &[StmtId],
) -> Party<'a> {
    let reduces = |stmt: &&StmtId| {
        clauses_of(input, kernel, **stmt).is_some_and(|clauses| reduces(clauses, access.place.var))
    };
    let reduced_by = access.loops.iter().filter(reduces).copied().collect();
    Party { access, memory, atomic: atomic.contains(&access.stmt), transfer: false, reduced_by }
}

/// The clauses of a partitioned loop.
pub fn clauses_of<'p>(input: &Input<'p>, kernel: &KernelFacts, stmt: StmtId) -> Option<&'p PartitionClauses> {
    let partition = kernel.partitions.get(&stmt)?;
    match &input.program.directives[partition.directive].kind {
        DirectiveKind::LoopPartition(clauses) => Some(clauses),
        _ => None,
    }
}

fn reduces(clauses: &PartitionClauses, var: VarId) -> bool {
    clauses.reductions.iter().flat_map(|reduction| &reduction.vars).any(|section| section.var == Some(var))
}

/// Statements under an `atomic` directive.
fn atomic_statements(input: &Input<'_>, body: StmtId) -> Vec<StmtId> {
    let mut found = Vec::new();
    for stmt in input.program.stmts_below(body) {
        if let StmtKind::Annotated { directive, body } = &input.program.stmts[stmt].kind
            && matches!(input.program.directives[*directive].kind, DirectiveKind::Atomic)
        {
            found.extend(input.program.stmts_below(*body));
        }
    }
    found
}
