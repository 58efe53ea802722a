//! Partitioned loops: which dimension each takes, and whether it can.
//!
//! ```c
//! #pragma hicuda kernel k tblock(4, 8) thread(16)
//! #pragma hicuda loop_partition over_tblock             // block dimension 0
//! for (i…)
//!   #pragma hicuda loop_partition over_tblock over_thread // block dim 1, thread dim 0
//!   for (j…)
//! ```
//! A loop takes the block (thread) dimension that is its depth among the
//! partitioned loops around it that also have `over_tblock` (`over_thread`).

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Diagnostic, Sink, codes};
use hir::{DirectiveId, DirectiveKind, Node, PartitionClauses, SharedAction, Span, StmtId, StmtKind};

use crate::canonical_loop::{NotCanonical, recognize};
use crate::room;
use crate::{CanonicalLoop, Input, PartitionFacts, reduction};

/// How many dimensions a kernel's directive gives; `None` where the compiler
/// chooses.
#[derive(Clone, Copy, Debug)]
pub struct Dimensions {
    /// Of `tblock`.
    pub blocks: Option<usize>,
    /// Of `thread`.
    pub threads: Option<usize>,
    /// The `kernel` directive.
    pub directive: Span,
}

/// The partitioned loops of a region, by their `for` statement.
pub fn partitions(
    input: &Input<'_>,
    body: StmtId,
    dimensions: Dimensions,
    sink: &mut Sink,
) -> BTreeMap<StmtId, PartitionFacts> {
    let gathering = gathering(input, body);
    let mut search = Search { input, dimensions, gathering, sink, found: BTreeMap::new() };
    search.stmt(body, 0, &[]);
    search.found
}

/// Statements with a barrier, a shared transfer, a partitioned loop or a
/// region of one thread in them.
pub fn structural(input: &Input<'_>, body: StmtId) -> BTreeSet<StmtId> {
    let divides = |id: DirectiveId| {
        let kind = &input.program.directives[id].kind;
        matches!(kind, DirectiveKind::LoopPartition(_) | DirectiveKind::Singular) || gathers_block(kind)
    };
    holding(input, body, &divides)
}

/// Statements in which all threads of a block must come together.
pub fn gathering(input: &Input<'_>, body: StmtId) -> BTreeSet<StmtId> {
    let reducing = reduction::gathering_directives(input, body);
    let gathers =
        |id: DirectiveId| reducing.contains(&id) || gathers_block(&input.program.directives[id].kind);
    holding(input, body, &gathers)
}

/// Does the directive, wherever it stands, need all threads of the block?
pub fn gathers_block(kind: &DirectiveKind) -> bool {
    match kind {
        DirectiveKind::Barrier => true,
        DirectiveKind::Shared(SharedAction::Alloc { .. } | SharedAction::Copyout { .. }) => true,
        DirectiveKind::Shared(SharedAction::Remove(_)) => false,
        _ => false,
    }
}

/// The statements at and above each directive that `wanted` picks.
fn holding(input: &Input<'_>, body: StmtId, wanted: &dyn Fn(DirectiveId) -> bool) -> BTreeSet<StmtId> {
    let mut holding = BTreeSet::new();
    // Children come after their parents; going backwards, a parent sees them done.
    let stmts: Vec<StmtId> = input.program.stmts_below(body).collect();
    for stmt in stmts.into_iter().rev() {
        let own = match &input.program.stmts[stmt].kind {
            StmtKind::Directive(directive)
            | StmtKind::Annotated { directive, .. }
            | StmtKind::Singular { directive, .. } => wanted(*directive),
            _ => false,
        };
        let below = || {
            input.program.children(Node::Stmt(stmt)).iter().any(|child| match child {
                Node::Stmt(child) => holding.contains(child),
                Node::Expr(_) => false,
            })
        };
        if own || below() {
            holding.insert(stmt);
        }
    }
    holding
}

/// A thread has 255 registers, and keeps at least one value per copy.
const MOST_COPIES: u64 = 255;

struct Search<'a, 'p> {
    input: &'a Input<'p>,
    dimensions: Dimensions,
    /// Statements in which the block comes together.
    gathering: BTreeSet<StmtId>,
    sink: &'a mut Sink,
    found: BTreeMap<StmtId, PartitionFacts>,
}

impl Search<'_, '_> {
    /// `blocks` counts the partitioned loops around, `threads` are the dimensions that they take. Statement
    /// nesting is bounded by the parser.
    fn stmt(&mut self, stmt: StmtId, blocks: usize, threads: &[usize]) {
        let program = self.input.program;
        let (mut blocks, mut threads) = (blocks, threads.to_vec());
        if let StmtKind::Annotated { directive, body } = &program.stmts[stmt].kind
            && let DirectiveKind::LoopPartition(clauses) = &program.directives[*directive].kind
        {
            let span = program.directives[*directive].span;
            let thread = clauses.over_thread.then(|| self.thread_dimension(clauses, &threads, span));
            self.partition(*directive, clauses, *body, blocks, thread.flatten());
            blocks += usize::from(clauses.over_tblock.is_some());
            if let Some(thread) = thread {
                // A dimension that does not exist is one of those after the last.
                threads.push(thread.unwrap_or(usize::MAX));
            }
        }
        for child in program.children(Node::Stmt(stmt)) {
            if let Node::Stmt(child) = child {
                self.stmt(child, blocks, &threads);
            }
        }
    }

    fn partition(
        &mut self,
        directive: DirectiveId,
        clauses: &PartitionClauses,
        governed: StmtId,
        blocks: usize,
        over_thread: Option<usize>,
    ) {
        let span = self.input.program.directives[directive].span;
        let has_block = clauses.over_tblock.is_some()
            && self.has_dimension(blocks, self.dimensions.blocks, "tblock", span);
        let stmt = governed_loop(self.input, governed);
        let canonical = match recognize(self.input, stmt) {
            Ok(canonical) => canonical,
            Err(reason) => {
                self.sink.push(not_canonical(span, reason));
                return;
            }
        };
        if canonical.trips == Some(0) {
            self.sink.push(never_runs(self.input.program.stmts[stmt].span, span));
        }
        let batched = self.gathering.contains(&canonical.body);
        let over_block = clauses.over_tblock.filter(|_| has_block).map(|distribution| (distribution, blocks));
        let jam = self.jam(clauses, directive, &canonical);
        let facts = PartitionFacts { canonical, directive, over_block, over_thread, jam, batched };
        self.found.insert(stmt, facts);
    }

    /// How many iterations a thread runs at once.
    fn jam(&mut self, clauses: &PartitionClauses, directive: DirectiveId, canonical: &CanonicalLoop) -> u64 {
        let Some(factor) = clauses.jam else { return 1 };
        let copies = hir::const_eval::integer(self.input.program, factor);
        let copies = copies.and_then(|n| u64::try_from(n).ok()).unwrap_or(1).max(1);
        let span = self.input.span(factor);
        if !clauses.over_thread && copies > 1 {
            self.sink.push(jam_without_threads(span, self.input.program.directives[directive].span));
            return 1;
        }
        if copies > MOST_COPIES {
            self.sink.push(jam_too_large(span, copies));
            return 1;
        }
        // Such a loop counts its iterations apart from its index.
        if copies > 1 && room::may_wrap(self.input.program, canonical) {
            self.sink.push(jam_ignored(span, self.input.program.vars[canonical.index].span));
            return 1;
        }
        copies
    }

    /// The dimension of threads that a loop takes: the one it names, or that of its depth.
    fn thread_dimension(&mut self, clauses: &PartitionClauses, taken: &[usize], span: Span) -> Option<usize> {
        let given = self.dimensions.threads;
        let Some(entry) = clauses.thread_entry else {
            let depth = taken.len();
            let is_free = self.has_dimension(depth, given, "thread", span);
            if is_free && taken.contains(&depth) {
                self.sink.push(no_such_entry(span, self.dimensions.directive, Some(depth), given));
            }
            return (is_free && !taken.contains(&depth)).then_some(depth);
        };
        let span = self.input.span(entry);
        let number = hir::const_eval::integer(self.input.program, entry);
        let dim = number.and_then(|n| usize::try_from(n).ok()?.checked_sub(1));
        match (dim, given) {
            (Some(dim), Some(given)) if dim < given && is_at_end(taken, dim, given) => Some(dim),
            _ => {
                self.sink.push(no_such_entry(span, self.dimensions.directive, dim, given));
                None
            }
        }
    }

    /// Does the space have a dimension for a loop at this depth?
    fn has_dimension(&mut self, depth: usize, given: Option<usize>, clause: &str, span: Span) -> bool {
        match given {
            Some(given) if depth >= given => {
                self.sink.push(too_deep(span, self.dimensions.directive, clause, depth + 1, given));
                false
            }
            _ => true,
        }
    }
}

/// The loop below further directives (`unroll`, `tile`, …).
pub fn governed_loop(input: &Input<'_>, stmt: StmtId) -> StmtId {
    let mut at = stmt;
    while let StmtKind::Annotated { body, .. } = &input.program.stmts[at].kind {
        at = *body;
    }
    at
}

fn not_canonical(directive: Span, reason: NotCanonical) -> Diagnostic {
    let message = format!("this loop cannot be partitioned: {}", reason.reason);
    let error = Diagnostic::new(&codes::LOOP_NOT_CANONICAL, reason.span, message)
        .related(directive, "partitioned by this directive")
        .note("iterations can be shared out only if they can be counted before the loop runs");
    match reason.help {
        Some(help) => error.help(help),
        None => error.help("write it as `for (i = first; i < end; i += step)` with a constant step"),
    }
}

fn too_deep(span: Span, kernel: Span, clause: &str, depth: usize, given: usize) -> Diagnostic {
    let over = format!("over_{clause}");
    let plural = if given == 1 { "" } else { "s" };
    Diagnostic::new(
        &codes::PARTITION_TOO_DEEP,
        span,
        format!("this is partitioned loop number {depth} `{over}` in its nest, but `{clause}` has {given} dimension{plural}"),
    )
    .related(kernel, format!("`{clause}` is given here"))
    .help(format!("give `{clause}` another dimension, or partition fewer of the nested loops `{over}`"))
}

/// Are these dimensions and one more the first ones or the last ones? Threads that combine their values are
/// then neighbours, or lie a row apart.
fn is_at_end(taken: &[usize], dim: usize, given: usize) -> bool {
    let has = |at: usize| at == dim || taken.contains(&at);
    let count = taken.len() + 1;
    !taken.contains(&dim) && ((0..count).all(has) || (given.saturating_sub(count)..given).all(has))
}

fn no_such_entry(span: Span, kernel: Span, dim: Option<usize>, given: Option<usize>) -> Diagnostic {
    let message = match (dim, given) {
        (Some(dim), Some(given)) if dim < given => {
            format!("this loop cannot take entry {} of `thread`", dim + 1)
        }
        (_, Some(1)) => "`thread` has one entry".to_string(),
        (_, Some(given)) => format!("`thread` has {given} entries, counted from 1"),
        (_, None) => "`over_thread(d)` needs `thread(…)` at the kernel".to_string(),
    };
    Diagnostic::new(&codes::NO_SUCH_THREAD_ENTRY, span, message)
        .related(kernel, "of this kernel")
        .note("nested loops take different entries, from the first on or from the last on")
        .help("write for instance `thread(8, 32)` at the kernel, `over_thread(2)` at the outer and `over_thread(1)` at the inner loop")
}

fn jam_without_threads(span: Span, directive: Span) -> Diagnostic {
    Diagnostic::new(&codes::JAM_WITHOUT_THREADS, span, "`jam` on a loop that no threads share")
        .label("several iterations at once for each thread, but every thread has them all")
        .related(directive, "partitioned here, without `over_thread`")
        .help("add `over_thread`, or remove `jam`")
}

fn jam_ignored(span: Span, index: Span) -> Diagnostic {
    Diagnostic::new(&codes::JAM_IGNORED, span, "`jam` has no effect on this loop")
        .label("copies beyond the end of the loop could not be distinguished from others")
        .related(index, "values of this index beyond the loop may be more than its type holds")
        .help("make the index an `int`, or remove `jam`")
}

fn jam_too_large(span: Span, copies: u64) -> Diagnostic {
    Diagnostic::new(&codes::JAM_TOO_LARGE, span, format!("a thread cannot run {copies} iterations at once"))
        .label(format!("the most is {MOST_COPIES}"))
        .note("each of them needs at least one register, and a thread has 255")
        .help("use a smaller factor; 4 or 8 is usual")
}

fn never_runs(span: Span, directive: Span) -> Diagnostic {
    Diagnostic::new(&codes::LOOP_NEVER_RUNS, span, "this loop never runs")
        .label("its bound is reached before the first iteration")
        .related(directive, "partitioning it has no effect")
        .help("check start and bound of the loop")
}
