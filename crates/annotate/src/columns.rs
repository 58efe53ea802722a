//! Serial steps that every thread takes by itself: it has columns of its own, and waits for nobody.
//!
//! ```c
//! #pragma hicuda kernel sweep_x
//! for (i = 1; i < n; i++) {
//!     before = i - 1;
//!     #pragma hicuda loop_partition over_tblock over_thread
//!     for (j = 0; j < n; j++)
//!         #pragma hicuda loop_partition over_tblock over_thread
//!         for (k = 0; k < n; k++)
//!             x[i][j][k] -= a[i][j][k] * x[before][j][k];
//! }
//! #pragma hicuda kernel_end
//! ```
//! One launch does what would be one for each `i`. Where the loop around is parallel and has few iterations, it is another dimension.

use hir::StmtId;

use crate::mapping::{Mapping, PARTITION, THREADS_OF_THREE};
use crate::nests::{Loop, body_of, statements};
use crate::parallel::{Findings, refusal};

/// Kernels have so many dimensions at most.
const MOST_DIMENSIONS: usize = 3;

impl Findings<'_> {
    /// The loops below serial ones over blocks and threads, in one launch.
    pub(crate) fn in_columns(&mut self, at: &Loop) -> Option<Mapping> {
        let is_parallel = self.clauses(at).is_some();
        let mut inside = at.inner.iter();
        if is_parallel && (!self.has_few(at) || inside.all(|inner| self.clauses(inner).is_some())) {
            return None;
        }
        let mut columns = Vec::new();
        self.columns_below(at, &mut columns)?;
        let dimensions = columns.iter().map(Vec::len).min()?;
        let first: &[Loop] = if is_parallel { std::slice::from_ref(at) } else { &[] };
        let dimensions = dimensions.min(MOST_DIMENSIONS - first.len());
        let mut shared: Vec<Vec<StmtId>> = first.iter().map(|at| vec![at.stmt]).collect();
        shared.extend((0..dimensions).map(|level| columns.iter().map(|chain| chain[level].stmt).collect()));
        let indices: Vec<_> = shared.iter().map(|level| self.index(level[0])).collect::<Option<_>>()?;
        let (thread, others) = indices.split_last()?;
        let near = self.neighbours(at, *thread);
        if others.iter().any(|other| self.neighbours(at, *other) > near) {
            return None;
        }
        let found = self.trials.of_nest(at.function, at.stmt, &shared);
        if refusal(&found).is_some() {
            return None;
        }
        let names = self.names(&indices);
        let mut above: Vec<StmtId> = shared.iter().flatten().copied().collect();
        // In the order of the text.
        let spans = &self.trials.program.stmts;
        above.sort_by_key(|stmt| spans[*stmt].span.lo);
        Some(Mapping {
            clauses: if shared.len() == MOST_DIMENSIONS { THREADS_OF_THREE.into() } else { String::new() },
            above: above.into_iter().map(|stmt| (stmt, vec![PARTITION.to_string()])).collect(),
            thread: Some(*thread),
            shared,
            why: format!("each thread takes all steps for its own {names}"),
            ..Mapping::default()
        })
    }

    /// The parallel loops below a loop, each with those directly inside it. Beside them are serial loops around such, and scalars
    /// that every thread computes.
    fn columns_below(&mut self, at: &Loop, found: &mut Vec<Vec<Loop>>) -> Option<()> {
        let body = body_of(self.trials.program, at.stmt)?;
        for stmt in statements(self.trials.program, body) {
            match at.inner.iter().find(|inner| inner.stmt == stmt) {
                None if self.can_be_repeated(stmt) && self.changes_only_scalars(stmt) => {}
                None => return None,
                Some(inner) => match self.clauses(inner) {
                    Some(clauses) if clauses.is_empty() => found.push(self.parallel_chain(inner)),
                    Some(_) => return None,
                    None => self.columns_below(inner, found)?,
                },
            }
        }
        (!found.is_empty()).then_some(())
    }

    /// A parallel loop and the parallel ones in it, beside which there is nothing but scalars.
    fn parallel_chain(&mut self, outermost: &Loop) -> Vec<Loop> {
        let mut chain = vec![outermost.clone()];
        while chain.len() < MOST_DIMENSIONS
            && let Some(inner) = chain.last().and_then(|last| self.loop_beside_scalars(last))
            && self.clauses(&inner).is_some_and(|clauses| clauses.is_empty())
        {
            chain.push(inner);
        }
        chain
    }
}
