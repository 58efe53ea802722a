//! The ways in which two accesses can be run by different threads at the same
//! time, each as a set of iterations and coordinates.
//!
//! Threads differ in some dimension of the grid: each is a case. Different
//! blocks are never ordered; threads of one block are by the barriers that
//! [`phases`](crate::phases) found. Where all threads of a dimension run the
//! write, only an access that comes before it in the program is harmed.
//!
//! With a choice of sizes a set speaks of the coordinates themselves; without,
//! it contains the iterations that differ for any sizes.

use affine::{LinearExpr, Set};
use hir::{BinaryOp, Distribution, StmtId};

use crate::dependence::instances::{self, Renaming, second};
use crate::dependence::members::{Overlap, overlap};
use crate::phases::{Skipped, Together};
use crate::region::declared_in;
use crate::threads::{Dimension, Runner, Side, coordinate};
use crate::{Access, CanonicalLoop, SymbolKind};

use super::accesses::Memory;
use super::launches::Choice;
use super::{Question, Search};

/// A way in which the two can meet.
pub(super) struct Case {
    /// Where they do.
    pub(super) set: Set,
    /// The dimension in which the threads differ.
    pub(super) dimension: Dimension,
    /// All threads of the dimension run the write.
    pub(super) redundant: bool,
}

impl<'a> Search<'a, '_> {
    /// The ways in which different threads can be in `meeting` at the same
    /// time: for all launches, or with the threads of one. `None` when a loop
    /// cannot be described.
    pub(super) fn cases(
        &self,
        question: Question,
        meeting: &Set,
        names: &Renaming,
        choice: Option<&Choice>,
    ) -> Option<Vec<Case>> {
        let mut base = meeting.clone();
        if let Some(choice) = choice {
            for (var, value) in &choice.given {
                base = base.with_equal(&LinearExpr::var(*var), &(*value).into());
            }
            for (side, at) in [(Side::First, question.first), (Side::Second, question.second)] {
                let access = self.parties[at].access;
                base = self.threads.situated(base, access, side, names, &self.symbols, &choice.launch)?;
            }
        }
        let mut cases = Vec::new();
        for &dimension in &self.dimensions {
            if self.threads.constant_size(dimension) == Some(1) {
                continue;
            }
            let redundant = self.is_redundant(question, dimension);
            // What all threads write, each has.
            if redundant && self.parties[question.first].memory == Memory::Own {
                continue;
            }
            let base = match self.several.get(&dimension) {
                Some(several) => base.intersect(several),
                None => base.clone(),
            };
            for differing in self.differing(question, dimension, &base, names, choice.is_some()) {
                for at_once in self.at_once(question, dimension, differing, choice.is_some()) {
                    if !redundant {
                        cases.push(Case { set: at_once, dimension, redundant });
                        continue;
                    }
                    let elsewhere =
                        self.not_run_by_other(question, dimension, &at_once, names, choice.is_some());
                    cases.extend(elsewhere.into_iter().map(|set| Case { set, dimension, redundant: false }));
                    let harmful = self.out_of_order(question, at_once, choice.is_some());
                    cases.extend(harmful.into_iter().map(|set| Case { set, dimension, redundant }));
                }
            }
        }
        Some(cases)
    }

    /// All blocks run the write, but in each block only the threads that have
    /// the iteration: the set where the other access is another thread's. (In
    /// one block that is a case of its own.)
    fn not_run_by_other(
        &self,
        question: Question,
        dimension: Dimension,
        set: &Set,
        names: &Renaming,
        exact: bool,
    ) -> Vec<Set> {
        if matches!(dimension, Dimension::Thread(_)) {
            return Vec::new();
        }
        let is_own = |d: &&Dimension| {
            matches!(d, Dimension::Thread(_))
                && self.threads.constant_size(**d) != Some(1)
                && !self.is_redundant(question, **d)
        };
        let own = self.dimensions.iter().filter(is_own);
        own.flat_map(|thread| self.differing_both_ways(question, *thread, set, names, exact)).collect()
    }

    pub(super) fn runner(&self, question: Question, side: Side, dimension: Dimension) -> Runner {
        self.threads.runner(self.access(question, side), dimension)
    }

    pub(super) fn access(&self, question: Question, side: Side) -> &'a Access {
        match side {
            Side::First => self.parties[question.first].access,
            Side::Second => self.parties[question.second].access,
        }
    }

    /// Do all threads of the dimension run the write (both writes)?
    pub(super) fn is_redundant(&self, question: Question, dimension: Dimension) -> bool {
        let all = |side| self.runner(question, side, dimension) == Runner::All;
        all(question.writer) && (!question.both_write || all(question.writer.other()))
    }

    /// The set where the sides are in different places of a dimension.
    fn differing(
        &self,
        question: Question,
        dimension: Dimension,
        base: &Set,
        names: &Renaming,
        exact: bool,
    ) -> Vec<Set> {
        let mut ways = self.differing_both_ways(question, dimension, base, names, exact);
        // An access that meets itself does so in both directions, alike.
        if question.first == question.second && question.both_write {
            ways.truncate(1);
        }
        ways
    }

    fn differing_both_ways(
        &self,
        question: Question,
        dimension: Dimension,
        base: &Set,
        names: &Renaming,
        exact: bool,
    ) -> Vec<Set> {
        let (a, b) =
            (self.runner(question, Side::First, dimension), self.runner(question, Side::Second, dimension));
        let apart =
            |x: &LinearExpr, y: &LinearExpr| vec![base.clone().with_less(x, y), base.clone().with_less(y, x)];
        if exact {
            let at = |side| LinearExpr::var(coordinate(side, dimension));
            return apart(&at(Side::First), &at(Side::Second));
        }
        match (a, b) {
            (Runner::First, Runner::First) => Vec::new(),
            (Runner::Loop(x), Runner::Loop(y)) => match self.numbers(question, (x, y), names, base) {
                Some((first, second)) => apart(&first, &second),
                None => vec![base.clone()],
            },
            _ => vec![base.clone()],
        }
    }

    /// What tells apart who runs a partitioned loop, or two that are shared out alike: the
    /// index, or the number of the iteration (times the step) where it does not begin at the same
    /// value each time. `None` if equal numbers may still be different threads.
    fn numbers(
        &self,
        question: Question,
        (stmt, other): (StmtId, StmtId),
        names: &Renaming,
        base: &Set,
    ) -> Option<(LinearExpr, LinearExpr)> {
        let indices = (self.index(stmt, Side::First)?, self.index(other, Side::Second)?);
        // In one iteration of the loops around it a loop has one range, whatever that is.
        let around = self.access(question, Side::First).loops.iter().take_while(|outer| **outer != stmt);
        let is_same = |outer: &StmtId| {
            let both = self.index(*outer, Side::First).zip(self.index(*outer, Side::Second));
            both.is_some_and(|(first, second)| base.implies_equal(&first, &second).is_proven())
        };
        if stmt == other && around.into_iter().all(is_same) {
            return Some(indices);
        }
        let (first, bound) = self.kernel.bounds.get(&stmt)?;
        let fixed = |formula: &LinearExpr| formula.vars().all(|var| instances::is_shared(&self.symbols, var));
        if stmt == other && fixed(first) && fixed(bound) {
            return Some(indices);
        }
        // Where both sides run over one range, equal indices are one thread's: in
        // `for (j = 0; j <= i; j++)` when they have the same `i`, and in two loops over `0 <= j < n`.
        let (other_first, other_bound) = self.kernel.bounds.get(&other)?;
        let same = |own: &LinearExpr, theirs: &LinearExpr| {
            names.of_expr(theirs).is_some_and(|theirs| base.implies_equal(own, &theirs).is_proven())
        };
        if self.are_shared_alike(stmt, other) && same(first, other_first) && same(bound, other_bound) {
            return Some(indices);
        }
        if stmt != other {
            return None;
        }
        // The length of chunks follows from the number of iterations.
        let partition = self.kernel.partitions.get(&stmt)?;
        let in_chunks = matches!(partition.over_block, Some((Distribution::Block, _)));
        if in_chunks && partition.canonical.trips.is_none() {
            return None;
        }
        Some((indices.0.minus(first).ok()?, indices.1.minus(&names.of_expr(first)?).ok()?))
    }

    /// Does who runs an iteration follow from its number in the same way for both loops?
    fn are_shared_alike(&self, stmt: StmtId, other: StmtId) -> bool {
        let of = |stmt: StmtId| {
            let partition = self.kernel.partitions.get(&stmt)?;
            let CanonicalLoop { step, op, .. } = partition.canonical;
            Some((step, op, partition.over_block, partition.over_thread, partition.jam, partition.run))
        };
        of(stmt).is_some() && of(stmt) == of(other)
    }

    /// The index of a loop, as one side calls it.
    pub(super) fn index(&self, stmt: StmtId, side: Side) -> Option<LinearExpr> {
        let index = self.kernel.loops.get(&stmt)?.index;
        let var = self.symbols.find(&SymbolKind::LoopIndex { loop_stmt: stmt, index })?;
        Some(LinearExpr::var(if side == Side::First { var } else { second(var) }))
    }

    /// Blocks are never ordered; threads of a block are by barriers.
    fn at_once(&self, question: Question, dimension: Dimension, set: Set, exact: bool) -> Vec<Set> {
        let a = &self.parties[question.first];
        if a.memory == Memory::Own {
            return self.of_one_variable(question, dimension, &set);
        }
        if matches!(dimension, Dimension::Block(_)) {
            return if matches!(a.memory, Memory::Shared(_)) { Vec::new() } else { vec![set] };
        }
        let mut set = set;
        if exact {
            for block in self.dimensions.iter().filter(|d| matches!(d, Dimension::Block(_))) {
                let at = |side| LinearExpr::var(coordinate(side, *block));
                set = set.with_equal(&at(Side::First), &at(Side::Second));
            }
        }
        let mut ways = Vec::new();
        let (first, second) = (question.first, question.second);
        for met in self.together.get(&(first, second)).into_iter().flatten() {
            ways.push(self.in_rounds(&set, met, [Side::First, Side::Second], exact));
        }
        if first != second {
            for met in self.together.get(&(second, first)).into_iter().flatten() {
                ways.push(self.in_rounds(&set, met, [Side::Second, Side::First], exact));
            }
        }
        ways
    }

    /// The set where one thread writes and another, later in the program, reads
    /// the same variable of the sequential program: of one that is declared in a loop,
    /// there is a new one in each iteration.
    fn of_one_variable(&self, question: Question, dimension: Dimension, set: &Set) -> Vec<Set> {
        let access = self.access(question, Side::First);
        let around = |stmt: &&StmtId| {
            self.kernel
                .loops
                .get(*stmt)
                .is_some_and(|found| declared_in(self.input, found.body).contains(&access.place.var))
        };
        let mut set = set.clone();
        for stmt in access.loops.iter().filter(around) {
            let is_shared_out = [Side::First, Side::Second]
                .iter()
                .any(|side| self.runner(question, *side, dimension) == Runner::Loop(*stmt));
            if is_shared_out {
                return Vec::new();
            }
            if let (Some(x), Some(y)) = (self.index(*stmt, Side::First), self.index(*stmt, Side::Second)) {
                set = set.with_equal(&x, &y);
            }
        }
        self.before(question, &set, question.writer)
    }

    /// The barrier between the two was passed by, as `met` says.
    fn skipping(&self, set: Set, met: &Together) -> Set {
        let stmt = match met.skipped {
            Skipped::Nothing => return set,
            Skipped::Something => return set.approximated(),
            Skipped::Loop(stmt) => stmt,
        };
        let fixed = |formula: &LinearExpr| formula.vars().all(|var| instances::is_shared(&self.symbols, var));
        let bounds = self.kernel.bounds.get(&stmt).filter(|(first, bound)| fixed(first) && fixed(bound));
        let canonical = self.kernel.loops.get(&stmt).filter(|_| !self.kernel.partitions.contains_key(&stmt));
        let (Some((first, bound)), Some(canonical)) = (bounds, canonical) else { return set.approximated() };
        let (low, high) = if canonical.step > 0 { (first, bound) } else { (bound, first) };
        match canonical.op {
            BinaryOp::Le | BinaryOp::Ge => set.with_less(high, low),
            _ => set.with_at_most(high, low),
        }
    }

    /// The loops of the block are in the rounds that `met` says.
    fn in_rounds(&self, set: &Set, met: &Together, [earlier, later]: [Side; 2], exact: bool) -> Set {
        let mut set = self.skipping(set.clone(), met);
        let round = |stmt: StmtId, side: Side| match self.kernel.partitions.get(&stmt) {
            // Jammed iterations of several rounds run at once.
            Some(partition) if partition.jam > 1 => None,
            Some(partition) => exact.then(|| self.threads.round(partition, side)),
            None => self.index(stmt, side),
        };
        // In one round of a loop that is not counted, its counter is the same.
        let counter = |stmt: StmtId, side: Side| {
            let var = self.symbols.index_of(stmt).filter(|_| !self.kernel.partitions.contains_key(&stmt))?;
            Some(LinearExpr::var(if side == Side::First { var } else { second(var) }))
        };
        // A block runs one iteration at a time of a loop that is shared out over blocks alone. Here
        // both threads are of one block: questions about blocks ask for the rest.
        let of_the_block = |stmt: StmtId, side: Side| {
            let partition = self.kernel.partitions.get(&stmt)?;
            let is_one = partition.over_thread.is_none() && partition.jam <= 1;
            is_one.then(|| self.index(stmt, side)).flatten()
        };
        for stmt in &met.same {
            let at = |side| {
                round(*stmt, side).or_else(|| of_the_block(*stmt, side)).or_else(|| counter(*stmt, side))
            };
            if let (Some(x), Some(y)) = (at(earlier), at(later)) {
                set = set.with_equal(&x, &y);
            }
        }
        let Some(stmt) = met.next else { return set };
        let step = match self.kernel.partitions.get(&stmt) {
            Some(_) => 1,
            None => self.kernel.loops.get(&stmt).map_or(1, |canonical| i128::from(canonical.step)),
        };
        let (Some(x), Some(y)) = (round(stmt, earlier), round(stmt, later)) else {
            return self.in_later_iterations(set, stmt, met, [earlier, later]);
        };
        let Ok(next) = x.plus_constant(step) else { return set.approximated() };
        match (met.far, step > 0) {
            (false, _) => set.with_equal(&y, &next),
            (true, true) => set.with_at_least(&y, &next),
            (true, false) => set.with_at_most(&y, &next),
        }
    }

    /// Of a partitioned loop the block runs the iterations of one round, then those behind them.
    fn in_later_iterations(
        &self,
        set: Set,
        stmt: StmtId,
        met: &Together,
        [earlier, later]: [Side; 2],
    ) -> Set {
        let Some(partition) = self.kernel.partitions.get(&stmt).filter(|partition| partition.jam <= 1) else {
            return set;
        };
        // The loops around must be in one round, or it is another run of the loop.
        let around = self.parties[met.first].access.loops.iter().take_while(|other| **other != stmt);
        let is_one_run = around.into_iter().all(|other| met.same.contains(other));
        match (self.index(stmt, earlier), self.index(stmt, later)) {
            (Some(x), Some(y)) if is_one_run && partition.canonical.step > 0 => set.with_less(&x, &y),
            (Some(x), Some(y)) if is_one_run => set.with_less(&y, &x),
            _ => set,
        }
    }

    /// Both threads run the write, since all do. Harm is done if the other
    /// access comes before it in the program, or is another write.
    fn out_of_order(&self, question: Question, set: Set, exact: bool) -> Vec<Set> {
        let mut set = set;
        if exact {
            for &dimension in &self.dimensions {
                if !self.is_redundant(question, dimension) {
                    let at = |side| LinearExpr::var(coordinate(side, dimension));
                    set = set.with_equal(&at(Side::First), &at(Side::Second));
                }
            }
        }
        let other = question.writer.other();
        if !question.both_write {
            return self.before(question, &set, other);
        }
        // What nobody reads ends with the value that is written last.
        let writes = [Side::First, Side::Second].map(|side| self.access(question, side));
        let read = self.parties.iter().any(|party| {
            let sees = |write: &&Access| overlap(self.input.program, party.access, write) != Overlap::Never;
            party.access.place == writes[0].place && party.access.mode.reads() && writes.iter().all(sees)
        });
        match read {
            false => Vec::new(),
            true if question.first != question.second => vec![set],
            true => self.in_different_iterations(question, &set),
        }
    }

    /// The set where `side` comes before the other in the sequential program.
    fn before(&self, question: Question, set: &Set, side: Side) -> Vec<Set> {
        let (a, b) = (self.access(question, Side::First), self.access(question, Side::Second));
        let mut ways = Vec::new();
        let mut so_far = set.clone();
        for (stmt, _) in a.loops.iter().zip(&b.loops).take_while(|(x, y)| x == y) {
            let (Some(x), Some(y)) = (self.index(*stmt, side), self.index(*stmt, side.other())) else {
                ways.push(so_far.approximated());
                return ways;
            };
            let up = self.kernel.loops.get(stmt).is_none_or(|canonical| canonical.step > 0);
            let (low, high) = if up { (&x, &y) } else { (&y, &x) };
            ways.push(so_far.clone().with_less(low, high));
            so_far = so_far.with_equal(&x, &y);
        }
        let stands_before = match side {
            Side::First => question.first <= question.second,
            Side::Second => question.first == question.second,
        };
        if stands_before {
            ways.push(so_far);
        }
        ways
    }

    fn in_different_iterations(&self, question: Question, set: &Set) -> Vec<Set> {
        let loops = &self.access(question, Side::First).loops;
        let mut ways = Vec::new();
        for stmt in loops {
            match (self.index(*stmt, Side::First), self.index(*stmt, Side::Second)) {
                (Some(x), Some(y)) => {
                    ways.push(set.clone().with_less(&x, &y));
                    ways.push(set.clone().with_less(&y, &x));
                }
                _ => ways.push(set.clone().approximated()),
            }
        }
        ways
    }
}
