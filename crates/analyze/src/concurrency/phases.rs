//! What the threads of a block may do at the same time: the stretches between
//! barriers.
//!
//! ```c
//! for (k = 0; k < n; k++) {
//!     t[i] = a[k];                    // 1
//!     #pragma hicuda barrier
//!     s += t[63 - i];                 // 2
//! }
//! ```
//! No barrier lies between 2 in round `k` and 1 in round `k + 1`, so they may run
//! at the same time in different threads; 1 and 2 of one round cannot. The walk
//! keeps what was done since the last barrier; a loop's body is walked twice,
//! the second time with what its first round left behind.
//!
//! A loop that may not run at all, and a branch, may leave a barrier out: what
//! came before is then still going on behind it ([`Skipped`]).
//!
//! Invariant: two accesses of different threads of one block between which no
//! barrier need lie are listed, with the loops in which they are in the same
//! round, or the later one in the next round.

use std::collections::{BTreeMap, BTreeSet};

use hir::{DirectiveKind, Distribution, Node, StmtId, StmtKind};

use crate::maps::HashMap;
use crate::partitions::gathering;
use crate::{BarrierPlace, CanonicalLoop, Input, KernelFacts};

/// Two accesses that can run at the same time in threads of one block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Together {
    /// Index in the list of accesses.
    pub first: usize,
    /// The later one, if one is.
    pub second: usize,
    /// Loops in which both are in the same round.
    pub same: Vec<StmtId>,
    /// The loop that began its next round in between.
    pub next: Option<StmtId>,
    /// More than one round may lie between.
    pub far: bool,
    /// What kept a barrier between the two from being reached.
    pub skipped: Skipped,
}

/// Why a barrier that stands between two accesses does not separate them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Skipped {
    /// None stands there.
    Nothing,
    /// It is in this loop, which has no iteration.
    Loop(StmtId),
    /// It is in a branch that is not taken, or in several loops.
    Something,
}

impl Skipped {
    fn and(self, other: Skipped) -> Skipped {
        if self == Skipped::Nothing { other } else { Skipped::Something }
    }
}

/// Can a block pass a loop without running its body once?
pub fn may_not_run(input: &Input<'_>, kernel: &KernelFacts, stmt: StmtId) -> bool {
    if matches!(input.program.stmts[stmt].kind, StmtKind::DoWhile { .. }) {
        return false;
    }
    let trips = |canonical: &CanonicalLoop| canonical.trips.map_or(0, i128::from);
    let Some(partition) = kernel.partitions.get(&stmt) else {
        return kernel.loops.get(&stmt).is_none_or(|canonical| trips(canonical) == 0);
    };
    let trips = trips(&partition.canonical);
    let size = |sizes: &[Option<u64>], dim: usize| sizes.get(dim).copied().flatten().map(i128::from);
    let Some((distribution, dim)) = partition.over_block else { return trips == 0 };
    let Some(blocks) = size(&kernel.block_sizes, dim) else { return true };
    // The last block must have one.
    let before_last = match distribution {
        Distribution::Block => (trips + blocks - 1) / blocks.max(1),
        Distribution::Cyclic => match partition.over_thread {
            Some(dim) => {
                let threads = size(&kernel.thread_sizes, dim).unwrap_or(i128::from(u32::MAX));
                threads.saturating_mul(i128::from(partition.jam))
            }
            None => 1,
        },
    };
    (blocks - 1) * before_last >= trips
}

/// An access to be placed: where it stands and which loops are around it.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// The statement.
    pub stmt: StmtId,
    /// The loops around it, outermost first.
    pub loops: &'a [StmtId],
}

/// The pairs of accesses that no barrier separates, by their numbers.
/// `partners` has the accesses that each one may have to do with, itself
/// included where it is so: a kernel of a thousand accesses to as many elements has
/// few such pairs, and no others are looked at.
pub fn together(
    input: &Input<'_>,
    kernel: &KernelFacts,
    accesses: &[Placed<'_>],
    partners: &[Vec<usize>],
) -> HashMap<(usize, usize), Vec<Together>> {
    let gathering = gathering(input, kernel.body);
    let mut of_stmt: HashMap<StmtId, Vec<usize>> = HashMap::default();
    for (at, access) in accesses.iter().enumerate() {
        of_stmt.entry(access.stmt).or_default().push(at);
    }
    let barriers = kernel.barriers.iter().map(|barrier| barrier.at).collect();
    let (pending, found) = (Pending::default(), HashMap::default());
    let mut walk = Walk { input, kernel, accesses, partners, of_stmt, barriers, gathering, pending, found };
    walk.stmt(kernel.body);
    walk.found
}

/// An access since the last barrier, and the outermost loop that began another
/// round since.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Touch {
    access: usize,
    next: Option<StmtId>,
    far: bool,
    skipped: Skipped,
}

impl Touch {
    fn now(access: usize) -> Touch {
        Touch { access, next: None, far: false, skipped: Skipped::Nothing }
    }
}

/// What was done since the last barrier, by access.
type Pending = BTreeMap<usize, Vec<Touch>>;

struct Walk<'a, 'p> {
    input: &'a Input<'p>,
    kernel: &'a KernelFacts,
    accesses: &'a [Placed<'a>],
    partners: &'a [Vec<usize>],
    /// The accesses that stand in each statement.
    of_stmt: HashMap<StmtId, Vec<usize>>,
    /// Where barriers are added.
    barriers: BTreeSet<BarrierPlace>,
    gathering: BTreeSet<StmtId>,
    pending: Pending,
    found: HashMap<(usize, usize), Vec<Together>>,
}

impl Walk<'_, '_> {
    /// Statement nesting is bounded by the parser.
    fn stmt(&mut self, stmt: StmtId) {
        let program = self.input.program;
        if self.barriers.contains(&BarrierPlace::Before(stmt)) {
            self.pending.clear();
        }
        if let StmtKind::Directive(directive) = &program.stmts[stmt].kind {
            if matches!(program.directives[*directive].kind, DirectiveKind::Barrier) {
                self.pending.clear();
            }
            return;
        }
        let is_block = matches!(program.stmts[stmt].kind, StmtKind::Block(_));
        if !self.gathering.contains(&stmt) && !is_block {
            return self.plain(stmt);
        }
        match &program.stmts[stmt].kind {
            StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| self.stmt(*stmt)),
            StmtKind::If { then, otherwise, .. } => {
                self.head(stmt);
                let before = self.pending.clone();
                self.stmt(*then);
                let after = std::mem::replace(&mut self.pending, before.clone());
                otherwise.iter().for_each(|otherwise| self.stmt(*otherwise));
                self.join(&before, after);
            }
            StmtKind::For { body, .. } | StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => {
                self.repeated(stmt, *body);
            }
            _ => {
                for child in program.children(Node::Stmt(stmt)) {
                    if let Node::Stmt(child) = child {
                        self.stmt(child);
                    }
                }
            }
        }
    }

    /// What is going on behind a branch; `before` it, and at the end of its
    /// other side.
    fn join(&mut self, before: &Pending, other: Pending) {
        let one = std::mem::take(&mut self.pending);
        for touch in one.values().chain(other.values()).flatten() {
            let both = holds(&one, touch) && holds(&other, touch);
            let skipped = match both || !holds(before, touch) {
                true => touch.skipped,
                false => touch.skipped.and(Skipped::Something),
            };
            self.remember(Touch { skipped, ..*touch });
        }
    }

    fn repeated(&mut self, stmt: StmtId, body: StmtId) {
        let before = match may_not_run(self.input, self.kernel, stmt) {
            true => self.pending.clone(),
            false => Pending::new(),
        };
        self.rounds(stmt, body);
        for touch in before.into_values().flatten() {
            if !holds(&self.pending, &touch) {
                self.remember(Touch { skipped: touch.skipped.and(Skipped::Loop(stmt)), ..touch });
            }
        }
    }

    fn rounds(&mut self, stmt: StmtId, body: StmtId) {
        self.round(stmt, body);
        self.go_on(stmt);
        self.round(stmt, body);
        // What no barrier of a whole round separated meets later rounds too.
        let mut survives = false;
        for touch in self.pending.values_mut().flatten() {
            if touch.next == Some(stmt) {
                (touch.far, survives) = (true, true);
            }
        }
        if survives {
            self.go_on(stmt);
            self.round(stmt, body);
        }
    }

    /// The loop begins its next round: what was done in it is of the round before.
    fn go_on(&mut self, stmt: StmtId) {
        for touch in self.pending.values_mut().flatten() {
            let loops = self.accesses[touch.access].loops;
            let level = |stmt: StmtId| loops.iter().position(|at| *at == stmt);
            // A loop further out that went on says more.
            let is_known = |next: StmtId| next == stmt || level(next) < level(stmt);
            if level(stmt).is_some() && !touch.next.is_some_and(is_known) {
                touch.next = Some(stmt);
                touch.far = false;
            }
        }
    }

    fn round(&mut self, stmt: StmtId, body: StmtId) {
        self.head(stmt);
        self.stmt(body);
        if self.barriers.contains(&BarrierPlace::EndOf(body)) {
            self.pending.clear();
        }
    }

    /// The expressions of a statement that holds a barrier.
    fn head(&mut self, stmt: StmtId) {
        let own = self.of_stmt.get(&stmt).cloned().unwrap_or_default();
        self.done(own);
    }

    /// A statement without barriers inside: all its accesses at once.
    fn plain(&mut self, stmt: StmtId) {
        let inside: BTreeSet<StmtId> = self.input.program.stmts_below(stmt).collect();
        let mut own: Vec<usize> =
            inside.iter().filter_map(|stmt| self.of_stmt.get(stmt)).flatten().copied().collect();
        own.sort_unstable();
        self.done(own);
    }

    /// These things are done next, at the same time.
    fn done(&mut self, accesses: Vec<usize>) {
        let partners = self.partners;
        for &second in &accesses {
            for &first in &partners[second] {
                for touch in self.pending.get(&first).cloned().unwrap_or_default() {
                    self.meet(touch, second);
                }
                if first <= second && accesses.binary_search(&first).is_ok() {
                    self.meet(Touch::now(first), second);
                }
            }
        }
        for access in accesses {
            self.remember(Touch::now(access));
        }
    }

    fn meet(&mut self, touch: Touch, second: usize) {
        let (a, b) = (self.accesses[touch.access].loops, self.accesses[second].loops);
        let common = a.iter().zip(b).take_while(|(x, y)| x == y).map(|(x, _)| *x);
        // Loops inside the one that went on are in any round.
        let outside = common.take_while(|stmt| Some(*stmt) != touch.next);
        let same = outside.filter(|stmt| self.gathering.contains(stmt)).collect();
        let Touch { access: first, next, far, skipped } = touch;
        let met = Together { first, second, same, next, far, skipped };
        let known = self.found.entry((first, second)).or_default();
        if !known.contains(&met) {
            known.push(met);
        }
    }

    fn remember(&mut self, touch: Touch) {
        // Only what has partners can meet anything.
        if self.partners[touch.access].is_empty() {
            return;
        }
        let known = self.pending.entry(touch.access).or_default();
        if !known.contains(&touch) {
            known.push(touch);
        }
    }
}

fn holds(pending: &Pending, touch: &Touch) -> bool {
    pending.get(&touch.access).is_some_and(|known| known.contains(touch))
}
