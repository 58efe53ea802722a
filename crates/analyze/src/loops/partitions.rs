//! Partitioned loops: which dimension each takes, and whether it can.
//!
//! ```c
//! #pragma hicuda kernel k tblock(4, 8) thread(16)
//! #pragma hicuda loop_partition over_tblock             // block dimension 0
//! for (i…)
//!   #pragma hicuda loop_partition over_tblock over_thread // block dim 1, thread dim 0
//!   for (j…)
//! ```
//! The dimensions are those of [`entries`](crate::entries).

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Diagnostic, Sink, codes};
use hir::{DirectiveId, DirectiveKind, ExprId, Node, PartitionClauses, SharedAction, Span, StmtId, StmtKind};

use crate::canonical_loop::{NotCanonical, recognize};
use crate::entries::{self, Clause, Entries, Taken};
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
    search.stmt(body, &Taken::default());
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
    /// Statement nesting is bounded by the parser.
    fn stmt(&mut self, stmt: StmtId, around: &Taken) {
        let program = self.input.program;
        let mut inside = None;
        if let StmtKind::Annotated { directive, body } = &program.stmts[stmt].kind
            && let DirectiveKind::LoopPartition(clauses) = &program.directives[*directive].kind
        {
            let entries = around.entries(program, clauses);
            self.partition(*directive, clauses, *body, around, entries);
            inside = Some(around.with(entries, *directive));
        }
        for child in program.children(Node::Stmt(stmt)) {
            if let Node::Stmt(child) = child {
                self.stmt(child, inside.as_ref().unwrap_or(around));
            }
        }
    }

    fn partition(
        &mut self,
        directive: DirectiveId,
        clauses: &PartitionClauses,
        governed: StmtId,
        around: &Taken,
        entries: Entries,
    ) {
        let span = self.input.program.directives[directive].span;
        let (block, thread) = self.existing(clauses, around, entries, span);
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
        let over_block = clauses.over_tblock.zip(block);
        let jam = self.jam(clauses, directive, &canonical);
        let run = self.run(clauses, jam);
        let program = self.input.program;
        let vectors = clauses
            .vector
            .iter()
            .filter_map(|&name| Some((program.variable_of(name)?, self.input.span(name))));
        let vectors = vectors.collect();
        self.found.insert(
            stmt,
            PartitionFacts {
                canonical,
                directive,
                over_block,
                over_thread: thread,
                jam,
                run,
                vectors,
                batched,
            },
        );
    }

    /// Those of the dimensions that the loop can take.
    fn existing(
        &mut self,
        clauses: &PartitionClauses,
        around: &Taken,
        entries: Entries,
        span: Span,
    ) -> (Option<usize>, Option<usize>) {
        let Dimensions { blocks, threads, directive: kernel } = self.dimensions;
        let blocks = blocks.map(|given| Clause { word: "tblock", given, kernel });
        let threads = threads.map(|given| Clause { word: "thread", given, kernel });
        let mut existing = |dim: Option<usize>, named: Option<ExprId>, taken, clause| {
            dim.filter(|dim| self.can_take(*dim, named, taken, span, clause))
        };
        let block = existing(entries.block, clauses.block_entry, &around.blocks, blocks);
        let thread = existing(entries.thread, clauses.thread_entry, &around.threads, threads);
        if let (Some(_), Some(clause), Some(reduction)) = (thread, threads, clauses.reductions.first())
            && !around.threads_are_at_end(clause.given)
        {
            self.sink.push(entries::combines_in_between(reduction.span, clause));
        }
        (block, thread)
    }

    /// Does the dimension exist, and is it free? Where the compiler chooses the sizes, every one exists.
    fn can_take(
        &mut self,
        dim: usize,
        named: Option<ExprId>,
        taken: &[(usize, DirectiveId)],
        span: Span,
        clause: Option<Clause>,
    ) -> bool {
        let Some(clause) = clause else { return true };
        let by = taken.iter().find(|(other, _)| *other == dim);
        let error = match (named, by) {
            (None, _) if dim >= clause.given => entries::too_deep(span, taken.len() + 1, clause),
            (Some(named), _) if dim >= clause.given => entries::no_such_entry(self.input.span(named), clause),
            (Some(named), Some((_, by))) => {
                let by = self.input.program.directives[*by].span;
                entries::entry_is_taken(self.input.span(named), dim, by, clause)
            }
            _ => return true,
        };
        self.sink.push(error);
        false
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

    /// How many of these are neighbours, if the directive says.
    fn run(&mut self, clauses: &PartitionClauses, copies: u64) -> Option<u64> {
        let (written, factor) = (clauses.run?, clauses.jam?);
        let number = |expr| hir::const_eval::integer(self.input.program, expr);
        let run = number(written).and_then(|n| u64::try_from(n).ok()).filter(|run| *run > 0)?;
        let asked = number(factor).and_then(|n| u64::try_from(n).ok())?;
        if !asked.is_multiple_of(run) {
            self.sink.push(uneven_runs(self.input.span(written), asked, run));
            return None;
        }
        // Where there are no copies there are no runs.
        (copies == asked).then_some(run)
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

fn uneven_runs(span: Span, copies: u64, run: u64) -> Diagnostic {
    let nearest = (1..=run.min(copies)).rev().find(|run| copies.is_multiple_of(*run)).unwrap_or(1);
    let message = format!("{copies} iterations do not make whole runs of {run}");
    Diagnostic::new(&codes::UNEVEN_RUNS, span, message)
        .label("a thread has whole runs of neighbours")
        .help(format!("write `jam({copies}:{nearest})`, or another number of iterations"))
}

fn never_runs(span: Span, directive: Span) -> Diagnostic {
    Diagnostic::new(&codes::LOOP_NEVER_RUNS, span, "this loop never runs")
        .label("its bound is reached before the first iteration")
        .related(directive, "partitioning it has no effect")
        .help("check start and bound of the loop")
}
