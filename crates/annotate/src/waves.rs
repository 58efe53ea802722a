//! Nests in which every loop depends on itself, plane after plane.
//!
//! ```c
//! for (i = 1; i < n; i++)
//!     for (j = 1; j < m; j++)
//!         s[i][j] = f(s[i-1][j], s[i][j-1]);
//! ```
//! No loop of it is parallel, but all iterations with the same `i + j` are independent of each other: `wavefront`
//! launches a kernel for each sum; planes that are over before another launch would have begun are one block's. It is written only
//! where nothing else shares the nest out.

use hir::{StmtId, VarId};

use crate::cost::{Costs, Residence, Work};
use crate::mapping::{Mapping, PARTITION};
use crate::nests::Loop;
use crate::parallel::Findings;
use crate::survey::{Outer, Survey};

/// Inner loops of a plane begin anywhere: blocks take turns, so that those that find nothing end at once.
const TURNS: &str = "loop_partition over_tblock(CYCLIC) over_thread";

/// Threads of a block that goes through all planes: no more than are of use, and no more than have enough registers.
const FEWEST: f64 = 32.0;
const MOST: f64 = 256.0;

impl Survey<'_, '_> {
    /// One block for the planes of a mapping, if that takes less time than their launches; else the mapping.
    pub(crate) fn quickest_planes(&self, at: &Loop, outer: &Outer, mapping: Mapping) -> Mapping {
        let [outermost, (inner, _)] = mapping.planes[..] else { return mapping };
        let Some(facts) = self.findings.known(at.stmt).and_then(|finding| finding.facts.as_ref()) else {
            return mapping;
        };
        let program = &*self.findings.trials.program;
        let costs = Costs { program, counts: &self.counts, around: &outer.around };
        let work = costs.work(facts, at.depth(), mapping.thread);
        let (threads, planes) = self.threads(&mapping, outer, at.depth());
        let work = work.without(&mapping.own);
        let launched = Work { planes, ..work.clone() };
        let gathered = Work { barriers: planes, ..work };
        let time = |work: &Work| work.predict(self.gpu(), threads, 1.0, &|_| Residence::Brought).kernel;
        if time(&launched) <= time(&gathered) {
            return mapping;
        }
        let lengths = self.lengths([outermost.0, inner].into_iter(), outer, at.depth());
        let widest = lengths.into_iter().fold(MOST, f64::min).max(FEWEST);
        let size = 2f64.powf(widest.log2().ceil());
        let mut above = mapping.above.clone();
        if let Some((_, lines)) = above.last_mut() {
            *lines = vec![String::from("loop_partition over_thread")];
        }
        Mapping {
            clauses: format!(" tblock(1) thread({size})"),
            above,
            barriers: planes,
            why: format!("{}; one block goes through them, each too short for a launch", mapping.why),
            ..mapping
        }
    }
}

impl Findings<'_> {
    /// A kernel for each plane of a nest; what is in the way if there are none.
    pub(crate) fn in_planes(&mut self, at: &Loop) -> Result<Mapping, String> {
        let trials = &mut self.trials;
        let known = trials.known();
        let found = recipes::wavefront::of_nest(trials.program, trials.sources, known, at.function, at.stmt)?;
        if found.loops.iter().any(|stmt| self.is_parallel(at, *stmt)) {
            return Err("a loop inside is parallel".into());
        }
        let indices: Vec<VarId> = found.loops.iter().filter_map(|stmt| self.index(*stmt)).collect();
        let left: Vec<usize> = (0..indices.len()).filter(|level| *level != found.follows).collect();
        let names: Vec<String> = indices.iter().map(|index| self.name(*index)).collect();
        let numbers: Vec<String> = found.coefficients.iter().map(i128::to_string).collect();
        let mut above = vec![(at.stmt, vec![format!("wavefront({})", numbers.join(", "))])];
        let (clauses, lines, thread) = match &left[..] {
            [only] => ("", vec![PARTITION.to_string()], *only),
            // Blocks of the nest's own order, as wide as high: rows that several threads of a block touch stay
            // near, which measured more than lanes that lie in one row.
            [_, inner] => (" thread(16, 16)", vec![PARTITION.to_string(), TURNS.to_string()], *inner),
            _ => {
                let inner = left.iter().skip(1).map(|_| TURNS.to_string());
                ("", std::iter::once(PARTITION.to_string()).chain(inner).collect(), left[left.len() - 1])
            }
        };
        above.extend(found.loops.iter().skip(1).copied().zip(lines.into_iter().map(|line| vec![line])));
        let sum = self.weighted(&found.loops, &found.coefficients, &names);
        Ok(Mapping {
            clauses: clauses.into(),
            above,
            own: found.own,
            planes: found.loops.iter().copied().zip(found.coefficients.iter().copied()).collect(),
            shared: left.iter().map(|level| vec![found.loops[*level]]).collect(),
            thread: Some(indices[thread]),
            why: format!("iterations with the same `{sum}` are independent"),
            ..Mapping::default()
        })
    }

    /// `2*i - j`, where `j` counts down.
    fn weighted(&self, loops: &[StmtId], coefficients: &[i128], names: &[String]) -> String {
        let input = self.trials.input();
        let is_down = |stmt: StmtId| {
            analyze::canonical_loop::recognize(&input, stmt).is_ok_and(|canonical| canonical.step < 0)
        };
        let terms = loops.iter().zip(coefficients).zip(names).filter(|((_, factor), _)| **factor != 0);
        let mut terms: Vec<(bool, String)> = terms
            .map(|((stmt, factor), name)| {
                let term = if *factor == 1 { name.clone() } else { format!("{factor}*{name}") };
                (is_down(*stmt), term)
            })
            .collect();
        // Where all count down, what is the same is the same with another sign.
        if terms.iter().all(|(is_down, _)| *is_down) {
            terms.iter_mut().for_each(|(is_down, _)| *is_down = false);
        }
        terms.sort_by_key(|(is_down, _)| *is_down);
        let mut sum = String::new();
        for (is_down, term) in terms {
            sum.push_str(match (sum.is_empty(), is_down) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            });
            sum.push_str(&term);
        }
        sum
    }

    /// Is a loop of a nest parallel by itself, or with old values of its arrays?
    fn is_parallel(&mut self, at: &Loop, stmt: StmtId) -> bool {
        let mut level = at.clone();
        while level.stmt != stmt {
            let Some(inner) = level.inner.first().cloned() else { return false };
            level = inner;
        }
        self.clauses(&level).is_some_and(|clauses| clauses.is_empty()) || self.old_arrays(&level).is_some()
    }
}
