//! Tiles that the program has already, for the caches of a processor: a block takes a tile, and its threads the points in it.
//!
//! ```c
//! #pragma hicuda loop_partition over_tblock
//! for (ii = 0; ii < n; ii += 32)
//!     #pragma hicuda loop_partition over_tblock
//!     for (jj = 0; jj < n; jj += 32)
//!         for (kk = 0; kk < n; kk += 32)
//!             #pragma hicuda loop_partition over_thread
//!             for (i = ii; i < min(ii + 32, n); i++)
//!                 #pragma hicuda loop_partition over_thread
//!                 for (j = jj; j < min(jj + 32, n); j++) …
//! ```
//! A thread for each tile would be few threads, with much to do.

use hir::StmtId;

use crate::mapping::{Mapping, PARTITION};
use crate::nests::Loop;
use crate::parallel::Findings;

impl Findings<'_> {
    /// The same sharing with tiles over blocks, if that is what all of its loops go through.
    pub(crate) fn in_own_tiles(&mut self, at: &Loop, mapping: &Mapping) -> Option<Mapping> {
        let mut points: Vec<Vec<Loop>> = Vec::new();
        for level in &mapping.shared {
            let [tile] = level[..] else { return None };
            let of_tile = self.points(at, tile);
            if of_tile.is_empty() {
                return None;
            }
            points.push(of_tile);
        }
        for point in points.iter().flatten() {
            self.clauses(point).filter(Vec::is_empty)?;
        }
        let mut above = mapping.above.clone();
        for (stmt, lines) in &mut above {
            let is_shared = mapping.shared.iter().flatten().any(|shared| shared == stmt);
            let line = lines.iter_mut().find(|line| *line == PARTITION);
            match line {
                Some(line) => *line = "loop_partition over_tblock".into(),
                None if is_shared => return None,
                None => {}
            }
        }
        let over_threads = points.iter().flatten().map(|point| point.stmt);
        above.extend(over_threads.map(|stmt| (stmt, vec!["loop_partition over_thread".to_string()])));
        // In the order of the text.
        let stmts = &self.trials.program.stmts;
        above.sort_by_key(|(stmt, _)| stmts[*stmt].span.lo);
        let last = points.iter().flatten().max_by_key(|point| stmts[point.stmt].span.lo)?;
        let thread = self.index(last.stmt);
        let levels =
            points.iter().map(|points| points.iter().map(|point| point.stmt).collect::<Vec<StmtId>>());
        let shared = mapping.shared.iter().cloned().chain(levels).collect();
        let why = format!("{}: a block for each tile", mapping.why);
        Some(Mapping { clauses: String::new(), above, shared, thread, why, ..mapping.clone() })
    }

    /// The loops that go through a tile, from where the loop over tiles is.
    fn points(&self, at: &Loop, tile: StmtId) -> Vec<Loop> {
        let program = &*self.trials.program;
        let counted = |stmt| analyze::canonical_loop::recognize(&self.trials.input(), stmt).ok();
        let Some(tile) = counted(tile).filter(|tile| tile.step.abs() > 1) else { return Vec::new() };
        let mut found = Vec::new();
        let mut pending: Vec<&Loop> = at.inner.iter().rev().collect();
        while let Some(inner) = pending.pop() {
            let is_of_tile = counted(inner.stmt).is_some_and(|point| {
                program.variable_of(point.first) == Some(tile.index) && point.step.abs() < tile.step.abs()
            });
            match is_of_tile {
                true => found.push(inner.clone()),
                false => pending.extend(inner.inner.iter().rev()),
            }
        }
        found
    }
}
