//! What the threads of one block share out: loops one after the other, with barriers between them.
//!
//! ```c
//! #pragma hicuda kernel smooth_b tblock(1) thread(1024)
//! for (t = 0; t < steps; t++) {
//!     #pragma hicuda loop_partition over_thread
//!     for (i = 1; i < n - 1; i++) b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
//!     #pragma hicuda barrier
//!     #pragma hicuda loop_partition over_thread
//!     for (i = 1; i < n - 1; i++) a[i] = b[i];
//!     #pragma hicuda barrier
//! }
//! #pragma hicuda kernel_end
//! ```
//! One block runs all steps of a serial loop in one launch. That pays where a step is so short that it is over before another launch
//! would have begun.

use hir::{ExprId, ExprKind, StmtId, StmtKind};

use crate::cost::{Costs, Work};
use crate::insert::lines_around;
use crate::mapping::Mapping;
use crate::nests::{Loop, body_of, statements};
use crate::parallel::Findings;
use crate::plan::{Choice, Kernel, Nest};
use crate::survey::{Outer, Survey};

/// All threads that a block can have, in one dimension and in two.
const THREADS: [&str; 2] = [" tblock(1) thread(1024)", " tblock(1) thread(16, 64)"];
const SINGULAR_END: &str = "singular_end";
const BARRIER: &str = "barrier";
/// What a sum of all threads takes, in barriers.
const BARRIERS_OF_A_SUM: usize = 2;

/// The statements of a loop's body as a block runs them.
pub(crate) struct Phases {
    /// The directives above statements.
    pub(crate) above: Vec<(StmtId, Vec<String>)>,
    /// Those below them.
    pub(crate) below: Vec<(StmtId, String)>,
    /// The loops that threads share out.
    pub(crate) loops: Vec<StmtId>,
    /// Loops that are all of those, if each of them has one.
    pub(crate) inner: Option<Vec<StmtId>>,
}

impl Phases {
    /// Is the last statement so far the first thread's?
    fn is_singular_at_last(&self) -> bool {
        matches!(&self.below[..], [.., (stmt, end), (barrier, _)] if stmt == barrier && end == SINGULAR_END)
    }
}

impl Findings<'_> {
    /// Each loop in the body of another shared out over threads, and a barrier below whatever other threads have
    /// to wait for. Statements between them are run by every thread, or by the first where they write `elements`.
    pub(crate) fn phases(&mut self, at: &Loop, elements: bool) -> Option<Phases> {
        let all = statements(self.trials.program, body_of(self.trials.program, at.stmt)?);
        let mut found = Phases { above: Vec::new(), below: Vec::new(), loops: Vec::new(), inner: None };
        let mut inner = Vec::new();
        for (at_statement, &stmt) in all.iter().enumerate() {
            let before = at_statement.checked_sub(1).map(|before| all[before]);
            let barrier = (stmt, String::from(BARRIER));
            let Some(inside) = at.inner.iter().find(|inner| inner.stmt == stmt) else {
                if !self.can_be_repeated(stmt) {
                    return None;
                }
                if self.writes_elements(stmt) {
                    if !elements || !matches!(self.trials.program.stmts[stmt].kind, StmtKind::Expr(_)) {
                        return None;
                    }
                    // Neighbours that the first thread runs are one region.
                    match before.filter(|_| found.is_singular_at_last()) {
                        Some(before) => found.below.retain(|(stmt, _)| *stmt != before),
                        None => found.above.push((stmt, vec![String::from("singular")])),
                    }
                    found.below.extend([(stmt, String::from(SINGULAR_END)), barrier]);
                } else if self.reads_elements(stmt) {
                    found.below.push(barrier);
                }
                continue;
            };
            let clauses = self.clauses(inside).filter(|all| all.iter().all(|combined| combined.rank == 0))?;
            let line = format!("loop_partition over_thread{}", self.reduction(&clauses));
            found.above.push((stmt, vec![line]));
            found.below.push(barrier);
            found.loops.push(stmt);
            let second =
                inside.inner.first().filter(|second| Some(second.stmt) == self.only_loop(stmt)).cloned();
            if let Some(second) = second.filter(|_| clauses.is_empty())
                && self.clauses(&second).is_some_and(|clauses| clauses.is_empty())
            {
                inner.push(second.stmt);
            }
        }
        found.inner = (inner.len() == found.loops.len()).then_some(inner);
        (!found.loops.is_empty()).then_some(found)
    }

    /// One block for all iterations of a serial loop.
    pub(crate) fn in_one_block(&mut self, at: &Loop) -> Option<Mapping> {
        let index = self.index(at.stmt)?;
        let Phases { mut above, below, loops, inner } = self.phases(at, true)?;
        // What a thread would do in loops of its own takes longer than a launch.
        let is_flat = |level: &Loop| !loops.contains(&level.stmt) || level.inner.is_empty();
        let shared = match inner {
            Some(inner) => {
                above.extend(
                    inner.iter().map(|stmt| (*stmt, vec![String::from("loop_partition over_thread")])),
                );
                vec![loops.clone(), inner]
            }
            None if at.inner.iter().all(is_flat) => vec![loops.clone()],
            None => return None,
        };
        Some(Mapping {
            clauses: THREADS[shared.len() - 1].into(),
            above,
            below,
            thread: self.index(*shared.last()?.first()?),
            shared,
            why: format!("one block runs all steps of `{}`, each too short for a launch", self.name(index)),
            ..Mapping::default()
        })
    }

    /// Is an element of an array written in a statement?
    fn writes_elements(&self, stmt: StmtId) -> bool {
        let program = &*self.trials.program;
        let is_scalar = |target: ExprId| matches!(program.exprs[target].kind, ExprKind::Var(_));
        program.exprs_below(stmt).filter_map(|expr| program.assigned(expr)).any(|target| !is_scalar(target))
    }

    fn reads_elements(&self, stmt: StmtId) -> bool {
        let program = &*self.trials.program;
        let is_element =
            |expr: ExprId| matches!(program.exprs[expr].kind, ExprKind::Index { .. } | ExprKind::Deref(_));
        program.exprs_below(stmt).any(is_element)
    }
}

impl Survey<'_, '_> {
    /// One block for serial loops of which nothing better is known.
    pub(crate) fn gather_steps(&mut self, at: &Loop, outer: &Outer, nest: &mut Nest) {
        if at.is_annotated || nest.choices.iter().any(|choice| matches!(choice, Choice::Kernel(_))) {
            return;
        }
        if let Some(kernel) = self.one_block(at, outer) {
            return nest.choices.insert(0, Choice::Kernel(Box::new(kernel)));
        }
        let inside = self.inside(at, outer);
        for nests in nest.choices.iter_mut().filter_map(Choice::inside_mut) {
            at.inner.iter().zip(nests).for_each(|(inner, nest)| self.gather_steps(inner, &inside, nest));
        }
    }

    /// The kernel of one block, if it takes less time than launches for all of its steps would.
    fn one_block(&mut self, at: &Loop, outer: &Outer) -> Option<Kernel> {
        let mut mapping = self.findings.in_one_block(at)?;
        let (_, trips) = self.loop_of(at, &mut outer.around.clone(), at.depth());
        let steps = trips.filter(|trips| !trips.is_assumed)?.count;
        let is_counted = |stmt: &StmtId| self.iterations(at, outer, *stmt).is_some();
        if steps < 2.0 || !mapping.shared.iter().flatten().all(is_counted) {
            return None;
        }
        let is_barrier = |(_, line): &&(StmtId, String)| line == BARRIER;
        let sums =
            mapping.above.iter().flat_map(|(_, lines)| lines).filter(|line| line.contains("reduction"));
        let in_step = mapping.below.iter().filter(is_barrier).count() + BARRIERS_OF_A_SUM * sums.count();
        mapping.barriers = steps * in_step as f64;
        let facts = self.findings.known(at.stmt)?.facts.as_ref()?;
        let program = &*self.findings.trials.program;
        let costs = Costs { program, counts: &self.counts, around: &outer.around };
        let work = Work { barriers: mapping.barriers, ..costs.work(facts, at.depth(), mapping.thread) };
        lines_around(program, self.findings.trials.sources, at.stmt, at.parent).ok()?;
        let pays = work.beats_launches() && (self.settings.force || work.beats_a_core());
        pays.then(|| self.kernel(at, outer, &mapping).ok())?
    }
}
