//! Arrays that each iteration fills before it reads them.
//!
//! ```c
//! #pragma hicuda loop_partition over_tblock
//! for (r = 0; r < n; r++) {
//!     #pragma hicuda shared alloc sum[0:159]
//!     #pragma hicuda loop_partition over_thread
//!     for (p = 0; p < 160; p++) { sum[p] = 0; for (s …) sum[p] += a[r][s] * c[s][p]; }
//!     #pragma hicuda barrier
//!     #pragma hicuda loop_partition over_thread
//!     for (p = 0; p < 160; p++) a[r][p] = sum[p];
//!     #pragma hicuda shared remove sum
//! }
//! ```
//! A block runs an iteration: it has the array in shared memory, and its threads share out the loops inside. Whether
//! an element is read that the iteration has not written, and whether somebody wants the array afterwards, the
//! check of the written program tells. Small arrays of the function can be each thread's own instead; that needs no directive
//! ([`analyze::rehearsal`]).

use std::collections::BTreeSet;

use analyze::array_shape::ArrayShape;
use analyze::{Access, KernelFacts, Place};
use hir::{Program, StmtId, VarId};

use crate::mapping::Mapping;
use crate::nests::{Loop, body_of, statements};
use crate::parallel::Findings;
use crate::phases::Phases;
use crate::strides::varies;
use crate::written_first::is_written_first;

/// The first and the last index in each dimension.
type Section = Vec<(i128, i128)>;

/// What a block has without asking for more.
const SHARED_BYTES: u64 = 48 * 1024;
/// Threads of a block: at least a warp, and not more than stay busy with what they read.
const THREADS: (u64, u64) = (32, 256);
/// Shorter arrays leave most threads of a warp without work.
const SHORT: u64 = 24;

impl Findings<'_> {
    /// The arrays of which each iteration of a parallel loop has its own, in words.
    pub(crate) fn own_arrays(&mut self, at: &Loop) -> Option<String> {
        let facts = self.of(at).facts.as_ref()?;
        let own: BTreeSet<VarId> = facts.private.values().flatten().copied().collect();
        let names: Vec<String> = own.iter().map(|var| format!("`{}`", self.name(*var))).collect();
        (!names.is_empty()).then(|| names.join(" and "))
    }

    /// A block for each iteration, which has the arrays that it fills and reads in shared memory.
    pub(crate) fn by_block(&mut self, at: &Loop) -> Option<Mapping> {
        if !self.has_shared_memory() {
            return None;
        }
        let chain = self.chain(at);
        let innermost = chain.last().filter(|level| chain.len() <= 2 && level.inner.len() > 1)?.clone();
        let indices: Vec<VarId> = chain.iter().map(|level| self.index(level.stmt)).collect::<Option<_>>()?;
        self.of(at);
        let facts = self.known(at.stmt)?.facts.as_ref()?;
        let program = &*self.trials.program;
        let is_first =
            |var: &VarId| is_written_first(program, innermost.stmt, indices[indices.len() - 1], *var);
        let filled: BTreeSet<VarId> = filled(facts, &indices).into_iter().filter(is_first).collect();
        // Iterations that write the same elements of anything else are not independent.
        let mut written = facts.accesses.iter().filter(|access| access.mode.writes());
        let is_own = |access: &Access| {
            filled.contains(&access.place.var)
                || facts.locals.contains(&access.place.var)
                || indices.iter().all(|index| varies(facts, access, *index))
        };
        if !written.all(is_own) {
            return None;
        }
        let accesses: Vec<&Access> =
            facts.accesses.iter().filter(|access| filled.contains(&access.place.var)).collect();
        // Of the loop itself the facts have another statement, which is around all they speak of.
        let is_inside =
            |access: &&Access| innermost.stmt == at.stmt || access.loops.contains(&innermost.stmt);
        if filled.is_empty() || !accesses.iter().all(is_inside) {
            return None;
        }
        let sections: Vec<(VarId, Section)> = filled
            .iter()
            .map(|var| Some((*var, section(&accesses, *var).or_else(|| whole(program, *var))?)))
            .collect::<Option<_>>()?;
        let bytes = sections.iter().map(|(var, dims)| self.bytes(*var, dims)).sum::<Option<u64>>()?;
        // The loops that fill an array are about as long as it is.
        let lengths = sections.iter().filter_map(|(_, dims)| dims.last()).map(|(low, high)| high - low + 1);
        let elements = u64::try_from(lengths.max()?).ok()?;
        if bytes > SHARED_BYTES {
            return None;
        }
        let alloc = |(var, dims): &(VarId, Section)| {
            let dims: String = dims.iter().map(|(low, high)| format!("[{low}:{high}]")).collect();
            format!("shared alloc {}{dims}", self.name(*var))
        };
        let allocated: Vec<String> = sections.iter().map(alloc).collect();
        let Phases { above: inside, mut below, loops, .. } = self.phases(&innermost, false)?;
        let all = statements(self.trials.program, body_of(self.trials.program, innermost.stmt)?);
        let first = all.iter().position(|stmt| loops.contains(stmt))?;
        let uses = |stmt: &StmtId| filled.iter().any(|var| self.trials.program.mentions(*stmt, *var));
        if elements < SHORT || loops.len() < 2 || all[..first].iter().any(uses) {
            return None;
        }
        let partition = vec![String::from("loop_partition over_tblock")];
        let mut above: Vec<(StmtId, Vec<String>)> =
            chain.iter().map(|level| (level.stmt, partition.clone())).chain(inside).collect();
        let lines = above.iter_mut().find(|(stmt, _)| *stmt == loops[0]);
        lines.into_iter().for_each(|(_, lines)| drop(lines.splice(0..0, allocated.clone())));
        // Where the next iteration writes what this one reads in shared memory, the compiler adds a barrier.
        let last = *all.last()?;
        below.pop_if(|(stmt, _)| *stmt == last);
        let names: Vec<String> = filled.iter().map(|var| self.name(*var)).collect();
        below.push((last, format!("shared remove {}", names.join(" "))));
        let threads = elements.next_multiple_of(THREADS.0).min(THREADS.1);
        let of: Vec<String> = indices.iter().map(|index| format!("`{}`", self.name(*index))).collect();
        Some(Mapping {
            clauses: format!(" thread({threads})"),
            above,
            below,
            thread: self.index(loops[0]),
            shared: chain.iter().map(|level| vec![level.stmt]).chain([loops]).collect(),
            why: format!(
                "the iterations of {} are independent, a block has `{}` of each to itself",
                of.join(" and "),
                names.join("` and `")
            ),
            ..Mapping::default()
        })
    }

    /// The size of a section of an array of numbers.
    fn bytes(&self, var: VarId, dims: &[(i128, i128)]) -> Option<u64> {
        let program = &*self.trials.program;
        let mut element = program.vars[var].ty;
        for _ in dims {
            element = program.types.pointee(element).or_else(|| program.types.element(element))?;
        }
        let count: i128 = dims.iter().map(|(low, high)| high - low + 1).product();
        u64::try_from(count).ok()?.checked_mul(program.size_of(element)?)
    }
}

/// Arrays that are written and read, and the same elements of them whatever these indices are.
fn filled(facts: &KernelFacts, indices: &[VarId]) -> BTreeSet<VarId> {
    let is_same = |access: &Access| indices.iter().all(|index| !varies(facts, access, *index));
    let of = |var: VarId| facts.accesses.iter().filter(move |access| access.place.var == var);
    let written = facts.accesses.iter().filter(|access| access.mode.writes() && access.place.path.is_empty());
    let vars: BTreeSet<VarId> = written.map(|access| access.place.var).collect();
    let is_own = |var: &VarId| facts.private.values().flatten().any(|own| own == var);
    let is_outside = |var: &VarId| !facts.locals.contains(var) || is_own(var);
    let is_filled =
        |var: &VarId| of(*var).all(is_same) && of(*var).any(|access| access.mode.reads()) && is_outside(var);
    vars.into_iter().filter(is_filled).collect()
}

/// The constant bounds of what is touched of an array.
fn section(accesses: &[&Access], var: VarId) -> Option<Section> {
    let mut found: Option<Section> = None;
    for access in accesses.iter().filter(|access| access.place.var == var) {
        let bounds = access.subscripts.as_ref()?.iter().map(|subscript| {
            let (low, high) = access.domain.constant_bounds(subscript);
            low.zip(high)
        });
        let bounds: Section = bounds.collect::<Option<_>>()?;
        let union = |(a, b): ((i128, i128), (i128, i128))| (a.0.min(b.0), a.1.max(b.1));
        found = Some(match found {
            Some(before) => before.into_iter().zip(bounds).map(union).collect(),
            None => bounds,
        });
    }
    found
}

/// All of an array whose declaration tells its length.
fn whole(program: &Program, var: VarId) -> Option<Section> {
    let shape = ArrayShape::declared(program, &Place::var(var))?;
    shape.lengths().map(|length| Some((0, i128::from(length?) - 1))).collect()
}
