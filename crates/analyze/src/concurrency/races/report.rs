//! What is said about threads that collide, or may.
//!
//! ```text
//! error[E0630]: threads collide in `a`: one reads what another writes
//!   |
//! 5 |     a[i] = a[i-1] + 1;
//!   |     ^^^^   ------ read by another thread
//!   |     written by one thread
//!   = note: iteration i = 1 writes a[1] (block 0, thread 0), iteration i = 2 reads it (block 0, thread 1)
//! ```
//! One message per array: what is fixed for one pair of accesses is usually
//! fixed for all.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Diagnostic, Safety, Sink, codes};
use hir::{Span, StmtId};

use crate::dependence::instances;
use crate::symbols::expression_text;
use crate::threads::{Dimension, Runner, Threads};
use crate::{Access, Input, KernelFacts, Legality, Place, SymbolKind, Symbols};

use super::accesses::{Memory, Party, clauses_of};
use super::suggest::{self, Combination};
use super::{Collision, Doubt, Moment, Search, Verdict};

/// An array of more elements is not reduced in shared memory.
const MOST_BINS: u64 = 4096;

/// Reports the collisions of a kernel, and what could not be decided. What is
/// known about each partitioned loop is returned.
pub fn check(
    input: &Input<'_>,
    kernel: &KernelFacts,
    symbols: &Symbols,
    sink: &mut Sink,
) -> BTreeMap<StmtId, Legality> {
    let search = Search::new(input, kernel, symbols);
    let verdicts = search.verdicts();
    let mut legality = pairs_by_loop(&search);
    let mut reported: BTreeSet<&Place> = BTreeSet::new();
    for (_, _, verdict) in &verdicts {
        if let Verdict::Collide(collision) = verdict
            && !is_assumed(&search, [collision.writer.party, collision.other.party])
            && reported.insert(&search.parties[collision.writer.party].access.place)
        {
            sink.push(Report { search: &search }.collide(collision));
        }
    }
    for (first, second, verdict) in &verdicts {
        let both = [*first, *second];
        let doubt = match verdict {
            Verdict::Open(doubt) => doubt,
            // A race that its author knows of, and vouches for.
            Verdict::Collide(collision) if is_assumed(&search, both) => {
                let why = Report { search: &search }.story(collision);
                for known in both.iter().flat_map(|at| loops_of(&search, *at)) {
                    legality.entry(known).or_default().assumed.insert(format!("threads collide: {why}"));
                }
                continue;
            }
            Verdict::Collide(_) | Verdict::Apart => continue,
        };
        if is_assumed(&search, both) {
            let (_, why) = Report { search: &search }.reason(both, doubt);
            let name = input.place_name(&search.parties[*first].access.place);
            for known in both.iter().flat_map(|at| loops_of(&search, *at)) {
                if let Some(known) = legality.get_mut(&known) {
                    known.assumed.insert(format!("`{name}`: {why}"));
                }
            }
            continue;
        }
        // What two blocks exchange through shared memory is told when it is
        // certain: sections are often larger than what is used of them.
        if both.iter().any(|at| search.parties[*at].transfer) {
            continue;
        }
        if reported.insert(&search.parties[*first].access.place) {
            sink.push(Report { search: &search }.undecided(both, doubt));
        }
    }
    legality
}

/// Who does what where: the sentence that proves a collision.
pub(crate) fn story(search: &Search<'_, '_>, collision: &Collision) -> String {
    Report { search }.story(collision)
}

/// Is what is not known of two accesses vouched for by `independent`?
pub(crate) fn is_assumed(search: &Search<'_, '_>, both: [usize; 2]) -> bool {
    both.iter().any(|at| is_declared_independent(search, &search.parties[*at]))
}

/// The partitioned loops around an access.
fn loops_of(search: &Search<'_, '_>, party: usize) -> Vec<StmtId> {
    let loops = search.parties[party].access.loops.iter();
    loops.filter(|stmt| search.kernel.partitions.contains_key(stmt)).copied().collect()
}

fn pairs_by_loop(search: &Search<'_, '_>) -> BTreeMap<StmtId, Legality> {
    let mut known: BTreeMap<StmtId, Legality> =
        search.kernel.partitions.keys().map(|stmt| (*stmt, Legality::default())).collect();
    for (first, second) in search.pairs() {
        let others = loops_of(search, second);
        for stmt in loops_of(search, first).into_iter().filter(|stmt| others.contains(stmt)) {
            known.entry(stmt).or_default().pairs += 1;
        }
    }
    known
}

/// Does a loop around the access say `independent`?
fn is_declared_independent(search: &Search<'_, '_>, party: &Party<'_>) -> bool {
    let clauses = |stmt: &StmtId| clauses_of(search.input, search.kernel, *stmt);
    party.access.loops.iter().filter_map(clauses).any(|clauses| clauses.independent)
}

struct Report<'a, 'k, 'p> {
    search: &'a Search<'k, 'p>,
}

impl Report<'_, '_, '_> {
    fn collide(&self, collision: &Collision) -> Diagnostic {
        let input = self.search.input;
        let (writer, other) = (self.party(&collision.writer), self.party(&collision.other));
        let name = input.place_name(&writer.access.place);
        let does = if collision.both_write { "writes" } else { "reads" };
        let (code, message) = match collision.redundant {
            true => (
                &codes::REDUNDANT_UPDATE,
                format!("all threads run this, and one {does} what another writes to `{name}`"),
            ),
            false => (
                &codes::THREADS_COLLIDE,
                format!("threads collide in `{name}`: one {does} what another writes"),
            ),
        };
        let mut error = Diagnostic::new(code, writer.access.span, message);
        let past = if collision.both_write { "written" } else { "read" };
        error = match writer.access.span == other.access.span {
            true if collision.both_write => error.label("written by one thread and by another"),
            true => error.label("read by one thread, written by another"),
            false => error
                .label(format!("written {}", by(writer, "one")))
                .related(other.access.span, format!("{past} {}", by(other, "another"))),
        };
        for (span, text) in self.directives(collision) {
            error = error.related(span, text);
        }
        let note = self.story(collision);
        self.with_advice(error.note(note), collision)
    }

    fn party(&self, moment: &Moment) -> &Party<'_> {
        &self.search.parties[moment.party]
    }

    /// The directives that give the two accesses to different threads.
    fn directives(&self, collision: &Collision) -> Vec<(Span, String)> {
        let search = self.search;
        let threads = Threads::new(search.input, search.kernel);
        let mut found: Vec<(Span, String)> = Vec::new();
        for moment in [&collision.writer, &collision.other] {
            if let Runner::Loop(stmt) = threads.runner(self.party(moment).access, collision.dimension)
                && let Some(partition) = search.kernel.partitions.get(&stmt)
            {
                let span = search.input.program.directives[partition.directive].span;
                let whom = match collision.dimension {
                    Dimension::Block(_) => "blocks",
                    Dimension::Thread(_) => "threads",
                };
                if !found.iter().any(|(at, _)| *at == span) {
                    found.push((span, format!("shares out its iterations over {whom}")));
                }
            }
        }
        found
    }

    /// Who does what where: the sentence that proves it.
    fn story(&self, collision: &Collision) -> String {
        let search = self.search;
        let name = search.input.place_name(&self.party(&collision.writer).access.place);
        let element: String = collision.element.iter().map(|index| format!("[{index}]")).collect();
        let does = if collision.both_write { "writes it too" } else { "reads it" };
        let given: Vec<String> = collision
            .parameters
            .iter()
            .filter(|(var, _)| instances::is_shared(&search.symbols, *var))
            .map(|(var, value)| {
                let name = search.symbols.name(*var, search.input.program, search.input.sources);
                format!("{name} = {value}")
            })
            .collect();
        let sizes = match self.has_fixed_sizes() {
            true => None,
            false => {
                let launch = &collision.choice.launch;
                Some(format!(
                    "{} of {}",
                    counted(&launch.blocks, "block"),
                    counted(&launch.threads, "thread")
                ))
            }
        };
        let given: Vec<String> = given.into_iter().chain(sizes).collect();
        let with = if given.is_empty() { String::new() } else { format!("with {}: ", given.join(", ")) };
        format!(
            "{with}{}, {}",
            self.does(&collision.writer, &format!("writes {name}{element}")),
            self.does(&collision.other, does)
        )
    }

    fn has_fixed_sizes(&self) -> bool {
        let kernel = self.search.kernel;
        let all = |sizes: &[Option<u64>]| !sizes.is_empty() && sizes.iter().all(Option::is_some);
        all(&kernel.block_sizes) && all(&kernel.thread_sizes)
    }

    /// `iteration i = 5 writes a[5] (block 0, thread 5)`
    fn does(&self, moment: &Moment, what: &str) -> String {
        let search = self.search;
        let at = |values: &[i128]| match values {
            [one] => one.to_string(),
            many => format!("({})", many.iter().map(i128::to_string).collect::<Vec<_>>().join(", ")),
        };
        let place = format!("block {}, thread {}", at(&moment.block), at(&moment.thread));
        if moment.iterations.is_empty() {
            return format!("{place} {what}");
        }
        let iterations: Vec<String> = moment
            .iterations
            .iter()
            .filter_map(|(stmt, value)| {
                let index = search.kernel.loops.get(stmt)?.index;
                Some(format!("{} = {value}", search.input.name(index)))
            })
            .collect();
        format!("iteration {} {what} ({place})", iterations.join(", "))
    }

    fn with_advice(&self, error: Diagnostic, collision: &Collision) -> Diagnostic {
        let (writer, other) = (self.party(&collision.writer), self.party(&collision.other));
        if collision.redundant {
            return error.help(
                "statements outside partitioned loops are run by every thread: put it in a `singular` region, \
                 or move it out of the kernel",
            );
        }
        let input = self.search.input;
        if writer.memory == Memory::Own {
            let name = input.place_name(&writer.access.place);
            return error
                .note(format!("`{name}` is declared in the kernel: each thread has one of its own"))
                .help(format!(
                    "put `#pragma hicuda shared alloc {name}…` behind its declaration: one for the block"
                ));
        }
        let both = [writer.access, other.access];
        let combined: Option<Vec<Combination>> =
            both.iter().map(|access| suggest::combination(input, self.search.kernel.body, access)).collect();
        if let Some([a, b]) = combined.as_deref()
            && a.op == b.op
        {
            return self.combining(error, collision, a);
        }
        if writer.transfer || other.transfer {
            return error.help(
                "blocks load and store their sections at any time: write back what this block alone computes, \
                 into an array that no block loads from",
            );
        }
        let error = match collision.dimension {
            Dimension::Thread(_) if writer.access.stmt != other.access.stmt => error
                .help("put `#pragma hicuda barrier` between the two, where all threads of the block come by"),
            _ => error,
        };
        error.help("let each iteration write elements that no other iteration touches, or take `loop_partition` off this loop")
    }

    /// The threads only add up: a clause or `atomic` says so.
    fn combining(&self, error: Diagnostic, collision: &Collision, combination: &Combination) -> Diagnostic {
        let search = self.search;
        let access = self.party(&collision.writer).access;
        let name = search.input.place_name(&access.place);
        let threads = Threads::new(search.input, search.kernel);
        let is_scalar = access.subscripts.as_ref().is_some_and(Vec::is_empty) && access.place.path.is_empty();
        if is_scalar
            && let Runner::Loop(stmt) = threads.runner(access, collision.dimension)
            && let Some(partition) = search.kernel.partitions.get(&stmt)
        {
            let clause = format!(" reduction({}:{name})", combination.op.text());
            let at = search.input.program.directives[partition.directive].span.end();
            return error
                .help(format!("the iterations only combine values: `{}` says so", clause.trim_start()))
                .fix("add the `reduction` clause", at, clause, Safety::Safe);
        }
        self.with_atomic(error, combination)
    }

    /// The clause for a scalar that one partitioned loop updates.
    fn scalar_clause(&self, access: &Access, combination: &Combination) -> Option<(Span, String)> {
        let Search { input, kernel, .. } = self.search;
        let is_scalar = access.subscripts.as_ref().is_some_and(Vec::is_empty) && access.place.path.is_empty();
        let mut partitions = access.loops.iter().filter_map(|stmt| kernel.partitions.get(stmt));
        let (Some(partition), None, true) = (partitions.next(), partitions.next(), is_scalar) else {
            return None;
        };
        let clause = format!(" reduction({}:{})", combination.op.text(), input.place_name(&access.place));
        Some((input.program.directives[partition.directive].span.end(), clause))
    }

    /// The clause that makes a histogram of integers one, and where it goes:
    /// for a small array that one loop over blocks and threads updates, and
    /// nothing else touches.
    fn array_clause(&self, access: &Access, combination: &Combination) -> Option<(Span, String)> {
        let Search { input, kernel, .. } = self.search;
        let used = kernel.arrays.iter().find(|used| used.place == access.place)?;
        let element = input.program.exprs[access.expr].ty;
        let mut partitions = access.loops.iter().filter_map(|stmt| kernel.partitions.get(stmt));
        let (Some(partition), None) = (partitions.next(), partitions.next()) else { return None };
        let alone = kernel.accesses.iter().filter(|other| other.place == access.place).all(|other| {
            suggest::combination(input, kernel.body, other).is_some_and(|c| c.stmt == combination.stmt)
        });
        let ty = crate::array_shape::place_type(input.program, &used.place);
        let bytes = ty.and_then(|ty| input.program.size_of(ty)).unwrap_or(u64::MAX);
        let is_small = bytes / input.program.size_of(element).unwrap_or(1).max(1) <= MOST_BINS;
        let fits = alone
            && is_small
            && combination.can_be_atomic
            && access.place.path.is_empty()
            && input.program.types.is_integer(element)
            && partition.over_block.is_some()
            && partition.over_thread.is_some()
            && kernel.block_sizes.len() == 1
            && kernel.thread_sizes.len() == 1;
        let rank = access.subscripts.as_ref().map_or(1, Vec::len);
        let name = input.place_name(&access.place);
        let clause = format!(" reduction({}:{name}{})", combination.op.text(), "[*]".repeat(rank));
        let at = input.program.directives[partition.directive].span.end();
        fits.then_some((at, clause))
    }

    fn with_atomic(&self, message: Diagnostic, combination: &Combination) -> Diagnostic {
        let message = message
            .help("if the iterations only combine values, put `#pragma hicuda atomic` above the update");
        let above = suggest::line_above(self.search.input, combination.stmt, "#pragma hicuda atomic");
        match above.filter(|_| combination.can_be_atomic) {
            Some((at, text)) => message.fix("make the update atomic", at, text, Safety::Safe),
            None => message,
        }
    }

    /// The access that cannot be judged, and why.
    fn reason(&self, both: [usize; 2], doubt: &Doubt) -> (&Access, String) {
        let search = self.search;
        let first = search.parties[both[0]].access;
        match doubt {
            Doubt::Element(at) => {
                let access = search.parties[*at].access;
                (
                    access,
                    self.unknown_part(*at).unwrap_or_else(|| "which element this is, is not known".into()),
                )
            }
            Doubt::Condition => (first, "whether it runs depends on values that are not known".into()),
            Doubt::Sizes(_) => (first, "for some sizes, different iterations touch one element".into()),
            Doubt::Complexity => (first, "the question is too complex to be decided".into()),
        }
    }

    fn undecided(&self, both: [usize; 2], doubt: &Doubt) -> Diagnostic {
        let search = self.search;
        let input = search.input;
        let [first, second] = both.map(|at| search.parties[at].access);
        let name = input.place_name(&first.place);
        let (at, why) = self.reason(both, doubt);
        let update =
            suggest::combination(input, search.kernel.body, at).filter(|_| first.expr == second.expr);
        let (code, message) = match update {
            Some(_) if at.subscripts.as_ref().is_some_and(Vec::is_empty) => {
                (&codes::UPDATE_UNDECIDED, format!("threads may update `{name}` at the same time"))
            }
            Some(_) => (
                &codes::UPDATE_UNDECIDED,
                format!("threads may update the same element of `{name}` at the same time"),
            ),
            None => (
                &codes::DEPENDENCE_UNDECIDED,
                format!("cannot tell whether different threads touch the same element of `{name}`"),
            ),
        };
        let mut warning = Diagnostic::new(code, at.span, message).label(why);
        let other = if at.span == first.span { second } else { first };
        if other.span != at.span {
            let does = if other.mode.writes() { "writes" } else { "reads" };
            warning = warning.related(other.span, format!("this {does} it as well"));
        }
        if let Some(directive) = self.innermost_partition(at.loops.as_slice()) {
            warning = warning.related(directive, "iterations are run by different threads");
        }
        if let Doubt::Sizes(collision) = doubt {
            warning = warning.note(self.story(collision));
        }
        if let Some(update) = update {
            warning = match self.scalar_clause(at, &update).or_else(|| self.array_clause(at, &update)) {
                Some((at, clause)) => warning
                    .help(format!("if the iterations only combine values, `{}` says so", clause.trim_start()))
                    .fix("add the `reduction` clause", at, clause, Safety::Safe),
                None => self.with_atomic(warning, &update),
            };
        }
        warning.help("if no two iterations touch the same element, add `independent` to the directive")
    }

    fn innermost_partition(&self, loops: &[StmtId]) -> Option<Span> {
        let kernel = self.search.kernel;
        let partition = loops.iter().rev().find_map(|stmt| kernel.partitions.get(stmt))?;
        Some(self.search.input.program.directives[partition.directive].span)
    }

    /// What in a subscript is not known: `idx[i]`.
    fn unknown_part(&self, at: usize) -> Option<String> {
        let search = self.search;
        let subscripts = search.parties[at].access.subscripts.as_ref()?;
        let vars = subscripts.iter().flat_map(affine::LinearExpr::vars);
        let mut factors = vars.flat_map(|var| search.symbols.factors(var));
        let unknown = factors.find(|var| !search.symbols.is_real(*var))?;
        match search.symbols.kind(unknown)? {
            SymbolKind::Opaque(expr) => {
                let text = expression_text(*expr, search.input.program, search.input.sources);
                Some(format!("which element this is depends on `{text}`"))
            }
            _ => None,
        }
    }
}

/// Who does it: `by one thread`, `back by one block`.
fn by(party: &Party<'_>, which: &str) -> String {
    match (party.transfer, party.access.mode.writes()) {
        (false, _) => format!("by {which} thread"),
        (true, true) => format!("back by {which} block"),
        (true, false) => format!("by {which} block"),
    }
}

/// `4 blocks`, `16x16 threads`
fn counted(sizes: &[i128], what: &str) -> String {
    let text = sizes.iter().map(i128::to_string).collect::<Vec<_>>().join("x");
    let plural = if text == "1" { "" } else { "s" };
    format!("{text} {what}{plural}")
}
