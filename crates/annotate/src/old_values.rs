//! Loops whose iterations only read what later ones overwrite: `snapshot`.
//!
//! ```c
//! #pragma hicuda snapshot(a)
//! #pragma hicuda loop_partition over_tblock over_thread
//! for (i = 0; i < n - 1; i++) a[i] = a[i + 1] + b[i];
//! ```
//! A copy of the array as it was makes them independent. Whether it serves is asked of the checker, as everything else.

use hir::{StmtId, VarId};

use crate::mapping::{Mapping, PARTITION, Second};
use crate::nests::Loop;
use crate::parallel::Findings;
use crate::trial::Clauses;

impl Findings<'_> {
    /// The ways to write a nest that is serial, and is not with old values of some arrays.
    pub(crate) fn with_old_values(&mut self, at: &Loop, index: VarId) -> Vec<Mapping> {
        let Some(arrays) = self.old_arrays(at) else { return Vec::new() };
        let mut found = Vec::from_iter(self.over_two(at, index));
        found.push(self.alone(at, index, ""));
        let names: Vec<String> = arrays.iter().map(|var| self.name(*var)).collect();
        for mapping in &mut found {
            if let Some((_, lines)) = mapping.above.iter_mut().find(|(stmt, _)| *stmt == at.stmt) {
                lines.insert(0, format!("snapshot({})", names.join(", ")));
            }
            mapping.why = format!("{} of each other with `{}` as it was", mapping.why, names.join("` and `"));
            mapping.kept.clone_from(&arrays);
        }
        found
    }

    /// The arrays that a loop reads and writes, if copies of them as they were make its iterations independent.
    pub(crate) fn old_arrays(&mut self, at: &Loop) -> Option<Vec<VarId>> {
        // Each loop around it asks again.
        if let Some(known) = self.old_arrays.get(&at.stmt) {
            return known.clone();
        }
        let found = self.find_old_arrays(at);
        self.old_arrays.insert(at.stmt, found.clone());
        found
    }

    fn find_old_arrays(&mut self, at: &Loop) -> Option<Vec<VarId>> {
        let facts = self.of(at).facts.as_ref()?;
        let is_asked = |used: &&analyze::ArrayUse| {
            used.read && used.written && used.place.path.is_empty() && !facts.locals.contains(&used.place.var)
        };
        let arrays: Vec<VarId> = facts.arrays.iter().filter(is_asked).map(|used| used.place.var).collect();
        if arrays.is_empty() {
            return None;
        }
        let clauses = Clauses { snapshots: &arrays, ..Clauses::default() };
        let found = self.trials.with_clauses(at.function, at.stmt, &clauses);
        (found.found.is_empty() && found.combined.is_empty()).then_some(arrays)
    }

    /// The loop and the one that is all of its body, if neighbouring threads are better off with that.
    fn over_two(&mut self, at: &Loop, outer: VarId) -> Option<Mapping> {
        let inner: StmtId = self.only_loop(at.stmt)?;
        let own = self.index(inner)?;
        if self.neighbours(at, own) < self.neighbours(at, outer) {
            return None;
        }
        let above = vec![(inner, vec![PARTITION.to_string()])];
        Some(self.both(at, outer, Second { above, shared: vec![inner], index: own, serial: Vec::new() }))
    }
}
