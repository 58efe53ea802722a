//! Where a barrier is missing between threads that share memory.
//!
//! ```c
//! #pragma hicuda shared alloc a[i] copyin     // every thread loads a part
//! b[i] = a[i];                                // of what another thread reads
//! ```
//! The walk keeps, for each shared array, what was done to it since the last
//! barrier. The next thing done to it needs a barrier in front if it and an
//! earlier one touch the same element from different threads and one of them
//! writes. A loop's body is walked twice, the second time with what its first
//! round left behind.
//!
//! A barrier is put where all threads come together: in front of the outermost
//! statement that holds no barrier or transfer itself. It is never added when the
//! two accesses are proven to meet only in the same thread.

use std::collections::BTreeSet;

use affine::{LinearExpr, Set, Var};
use hir::{DirectiveKind, Node, SharedAction, Span, StmtId, StmtKind};

use crate::batches::{Batch, batches, is_single};
use crate::index_expr::Values;
use crate::maps::HashMap;
use crate::partitions::gathering;
use crate::phases::may_not_run;
use crate::{AddedBarrier, BarrierPlace, Input, KernelFacts, SymbolKind};

/// The barriers a kernel lacks, in the order they were found.
pub fn missing(input: &Input<'_>, kernel: &KernelFacts, values: &Values) -> Vec<AddedBarrier> {
    if kernel.shared.is_empty() {
        return Vec::new();
    }
    let mut walk = Walk {
        input,
        kernel,
        values: values.clone(),
        together: gathering(input, kernel.body),
        pending: Vec::new(),
        found: Vec::new(),
    };
    walk.stmt(kernel.body);
    walk.found
}

/// Something done to a shared array since the last barrier.
#[derive(Clone, Debug, PartialEq)]
struct Touch {
    /// Index in `KernelFacts::shared`.
    array: usize,
    what: What,
    /// Loops that began another round since.
    older: BTreeSet<StmtId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// The block moves data together.
    Transfer { writes: bool, span: Span },
    /// A thread's access: index in `KernelFacts::accesses`.
    Access { at: usize, by_one: bool },
}

struct Walk<'a, 'p> {
    input: &'a Input<'p>,
    kernel: &'a KernelFacts,
    values: Values,
    together: BTreeSet<StmtId>,
    pending: Vec<Touch>,
    found: Vec<AddedBarrier>,
}

impl Walk<'_, '_> {
    /// Statement nesting is bounded by the parser.
    fn stmt(&mut self, stmt: StmtId) {
        let program = self.input.program;
        if let StmtKind::Directive(directive) = &program.stmts[stmt].kind {
            return self.directive(stmt, &program.directives[*directive].kind);
        }
        // Blocks are no place of their own; partitioned loops and others that
        // hold no barrier are passed as one statement. So is a loop that only gathers
        // the threads at its end, for a reduction: its directive stands in a block.
        if let StmtKind::Annotated { body, .. } = program.stmts[stmt].kind
            && !self.together.contains(&body)
        {
            return self.plain(stmt);
        }
        let is_block = matches!(program.stmts[stmt].kind, StmtKind::Block(_));
        if !self.together.contains(&stmt) && !is_block {
            return self.plain(stmt);
        }
        match &program.stmts[stmt].kind {
            StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| self.stmt(*stmt)),
            StmtKind::If { then, otherwise, .. } => {
                let before = self.pending.clone();
                self.stmt(*then);
                let after = std::mem::replace(&mut self.pending, before);
                otherwise.iter().for_each(|otherwise| self.stmt(*otherwise));
                for touch in after {
                    self.remember(touch);
                }
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

    fn repeated(&mut self, stmt: StmtId, body: StmtId) {
        let before = match may_not_run(self.input, self.kernel, stmt) {
            true => self.pending.clone(),
            false => Vec::new(),
        };
        self.rounds(stmt, body);
        // Where the loop does not run, neither do the barriers in it.
        before.into_iter().for_each(|touch| self.remember(touch));
    }

    fn rounds(&mut self, stmt: StmtId, body: StmtId) {
        self.stmt(body);
        let once = match self.kernel.partitions.get(&stmt) {
            Some(partition) => is_single(self.kernel, partition),
            None => self.kernel.loops.get(&stmt).is_some_and(|l| l.trips.is_some_and(|trips| trips <= 1)),
        };
        if once {
            return;
        }
        for touch in &mut self.pending {
            touch.older.insert(stmt);
        }
        self.stmt(body);
    }

    fn directive(&mut self, stmt: StmtId, kind: &DirectiveKind) {
        match kind {
            DirectiveKind::Barrier => self.pending.clear(),
            DirectiveKind::Shared(SharedAction::Alloc { .. }) => {
                let arrays = self.kernel.shared.iter().enumerate();
                let loaded: Vec<usize> =
                    arrays.filter(|(_, s)| s.stmt == stmt && s.copyin.is_some()).map(|(at, _)| at).collect();
                let span = self.input.program.stmts[stmt].span;
                self.done(
                    stmt,
                    loaded.iter().map(|at| (*at, What::Transfer { writes: true, span })).collect(),
                );
            }
            DirectiveKind::Shared(SharedAction::Copyout { .. }) => {
                let arrays = self.kernel.shared.iter().enumerate();
                let stored: Vec<usize> = arrays
                    .filter(|(_, s)| s.copyouts.iter().any(|(at, _)| *at == stmt))
                    .map(|(at, _)| at)
                    .collect();
                let span = self.input.program.stmts[stmt].span;
                self.done(
                    stmt,
                    stored.iter().map(|at| (*at, What::Transfer { writes: false, span })).collect(),
                );
            }
            _ => {}
        }
    }

    /// A statement without barriers inside: all its accesses at once.
    fn plain(&mut self, stmt: StmtId) {
        let inside: BTreeSet<StmtId> = self.input.program.stmts_below(stmt).collect();
        let by_one = matches!(self.input.program.stmts[stmt].kind, StmtKind::Singular { .. });
        let mut touches = Vec::new();
        for (array, shared) in self.kernel.shared.iter().enumerate() {
            for &at in &shared.accesses {
                if inside.contains(&self.kernel.accesses[at].stmt) {
                    touches.push((array, What::Access { at, by_one }));
                }
            }
        }
        self.done(stmt, touches);
    }

    /// These things are done next, at the same time.
    fn done(&mut self, stmt: StmtId, touches: Vec<(usize, What)>) {
        let conflict = touches.iter().find_map(|(array, what)| {
            let earlier = self.pending.iter().filter(|touch| touch.array == *array);
            let earlier: Vec<Touch> = earlier.cloned().collect();
            earlier
                .into_iter()
                .find(|touch| self.conflicts(touch, *what))
                .map(|touch| (*array, touch.what, *what))
        });
        if let Some((array, first, second)) = conflict {
            let at = BarrierPlace::Before(stmt);
            if !self.found.iter().any(|barrier| barrier.at == at) {
                let place = self.kernel.shared[array].place.clone();
                self.found.push(AddedBarrier {
                    at,
                    place,
                    first: self.span(first),
                    second: self.span(second),
                });
            }
            self.pending.clear();
        }
        for (array, what) in touches {
            self.remember(Touch { array, what, older: BTreeSet::new() });
        }
    }

    fn remember(&mut self, touch: Touch) {
        if !self.pending.contains(&touch) {
            self.pending.push(touch);
        }
    }

    fn span(&self, what: What) -> Span {
        match what {
            What::Transfer { span, .. } => span,
            What::Access { at, .. } => self.kernel.accesses[at].span,
        }
    }

    fn writes(&self, what: What) -> bool {
        match what {
            What::Transfer { writes, .. } => writes,
            What::Access { at, .. } => self.kernel.accesses[at].mode.writes(),
        }
    }

    fn conflicts(&mut self, earlier: &Touch, now: What) -> bool {
        if !self.writes(earlier.what) && !self.writes(now) {
            return false;
        }
        match (earlier.what, now) {
            (What::Access { at: first, by_one: a }, What::Access { at: second, by_one: b }) => {
                let both_by_thread_0 = a && b;
                !both_by_thread_0 && (a || b || self.meet_across_threads(earlier, first, second))
            }
            _ => true,
        }
    }

    /// May two accesses touch one element from different threads?
    fn meet_across_threads(&mut self, earlier: &Touch, first: usize, second: usize) -> bool {
        let Some(a) = self.unfolded(earlier.array, first) else { return true };
        let Some(b) = self.unfolded(earlier.array, second) else { return true };
        let b = b.renamed(&self.separate_symbols(earlier, first, second));
        let Some(b) = b else { return true };
        let mut meeting = a.domain.intersect(&b.domain);
        for (x, y) in a.subscripts.iter().zip(&b.subscripts) {
            meeting = meeting.with_equal(x, y);
        }
        let several =
            (0..self.kernel.thread_sizes.len()).filter(|dim| self.kernel.thread_sizes[*dim] != Some(1));
        several.into_iter().any(|dim| match (a.lane(dim), b.lane(dim)) {
            (Some(x), Some(y)) => {
                let apart = [meeting.clone().with_less(&x, &y), meeting.clone().with_less(&y, &x)];
                !apart.iter().all(Set::is_empty)
            }
            // All threads of the dimension do one or both.
            _ => !meeting.is_empty(),
        })
    }

    /// The element of the shared array that an access touches, in lanes.
    fn unfolded(&mut self, array: usize, at: usize) -> Option<Unfolded> {
        let kernel = self.kernel;
        let access = &kernel.accesses[at];
        let around: Vec<Batch> = batches(self.input, kernel, &access.loops, &mut self.values);
        let mut domain = access.domain.clone();
        let mut subscripts = Vec::new();
        for (subscript, dim) in access.subscripts.as_ref()?.iter().zip(&kernel.shared[array].dims) {
            let mut relative = subscript.clone();
            for batch in &around {
                relative = relative.substituted(batch.index, &batch.index_value()?).ok()?;
            }
            subscripts.push(relative.minus(&dim.lo).ok()?);
        }
        for batch in &around {
            domain = batch.unfolded(&domain)?;
        }
        let lanes = around.iter().map(|batch| (batch.dim, batch.lane)).collect();
        Some(Unfolded { subscripts, domain, lanes })
    }

    /// New names for what can differ between the two accesses: lanes, loops
    /// that are not around both or began another round in between, and values
    /// that are not known.
    fn separate_symbols(&self, earlier: &Touch, first: usize, second: usize) -> HashMap<Var, Var> {
        let (a, b) = (&self.kernel.accesses[first].loops, &self.kernel.accesses[second].loops);
        let same_round =
            |stmt: &StmtId| a.contains(stmt) && b.contains(stmt) && !earlier.older.contains(stmt);
        // Loops in one plain statement run separately in each thread.
        let shared_loop = |stmt: &StmtId| same_round(stmt) && self.together.contains(stmt);
        let mut names = HashMap::default();
        for at in 0..self.values.symbols.len() {
            let var = Var(at as u32);
            let separate = match self.values.symbols.kind(var) {
                Some(SymbolKind::Lane { .. } | SymbolKind::Opaque(_) | SymbolKind::Element { .. }) => true,
                Some(SymbolKind::LoopIndex { loop_stmt, .. } | SymbolKind::BatchBase { loop_stmt, .. }) => {
                    !shared_loop(loop_stmt)
                }
                Some(
                    SymbolKind::Invariant(_)
                    | SymbolKind::Fixed(_)
                    | SymbolKind::Captured(_)
                    | SymbolKind::Product(_),
                )
                | None => false,
            };
            if separate {
                names.insert(var, Var(SECOND + at as u32));
            }
        }
        names
    }
}

/// Symbols of the second access are numbered from here, beyond all others.
const SECOND: u32 = 1 << 28;

/// An access as the block sees it.
struct Unfolded {
    subscripts: Vec<LinearExpr>,
    domain: Set,
    /// Thread dimension and lane.
    lanes: Vec<(usize, Var)>,
}

impl Unfolded {
    /// The thread of a dimension, unless all of them do this.
    fn lane(&self, dim: usize) -> Option<LinearExpr> {
        let lane = self.lanes.iter().find(|(of, _)| *of == dim);
        lane.map(|(_, lane)| LinearExpr::var(*lane))
    }

    fn renamed(&self, names: &HashMap<Var, Var>) -> Option<Unfolded> {
        let name = |var: Var| names.get(&var).copied().unwrap_or(var);
        let subscripts: Option<Vec<LinearExpr>> =
            self.subscripts.iter().map(|s| s.renamed(name).ok()).collect();
        let lanes = self.lanes.iter().map(|(dim, lane)| (*dim, name(*lane))).collect();
        Some(Unfolded { subscripts: subscripts?, domain: self.domain.renamed(name), lanes })
    }
}

#[cfg(test)]
#[path = "barriers_tests.rs"]
mod barriers_tests;
