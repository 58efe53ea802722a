//! `kernel NAME` without `tblock` or `thread`: the compiler chooses.
//!
//! ```c
//! #pragma hicuda kernel add            // runs with tblock(n > 0 ? (n + 255) / 256 : 1) thread(256)
//! #pragma hicuda loop_partition over_tblock over_thread
//! for (i = 0; i < n; i++)
//! ```
//! There are as many dimensions as partitioned loops nest in each other. A block
//! has 256 threads, fewer where the loop has, and where each thread needs so many
//! registers that two such blocks do not fit on a multiprocessor; blocks are as many as it takes
//! to give each thread one iteration (or as many as are jammed). A grid has
//! at least one block, also for a loop that does not run. A remark says what was
//! chosen in the directive's own words.
//!
//! A grid has up to 65,535 blocks over all loops but the innermost. Where the number of iterations is known at run time only, blocks
//! take turns in such a loop (`over_tblock(CYCLIC)`), and there are never more.
//!
//! A loop with `vector` has blocks that take turns as well: each begins where a vector may then.
//!
//! A loop with a `reduction` is different: what blocks have found must be combined, so that there
//! are only as many as keep the device busy, and they take turns (`over_tblock(CYCLIC)`), so
//! that at each moment the device reads one stretch of memory.

use analyze::canonical_loop::recognize;
use analyze::entries::Taken;
use analyze::{CanonicalLoop, Input, room};
use diagnostics::{Diagnostic, FixEdit, Safety, Sink, codes};
use emit::{Printer, Style};
use gpu::Gpu;
use hir::const_eval::integer_format;
use hir::{
    BinaryOp, Builder, DirectiveId, DirectiveKind, Distribution, Duplicate, ExprId, ExprKind, Item,
    KernelClauses, Node, PartitionClauses, Program, SharedAction, StmtId, StmtKind, VarId,
};
use source::{Sources, Span};
use std::collections::{BTreeMap, HashSet};

use crate::{registers, streaming};

/// Threads of a block, by the number of dimensions.
const THREADS: [&[i64]; 4] = [&[1], &[256], &[16, 16], &[4, 8, 8]];

/// A processor runs through a block's threads row by row, and is fast in long rows.
const THREADS_OF_PROCESSOR: [&[i64]; 4] = [&[1], &[256], &[1, 256], &[1, 1, 256]];

/// Fewer where each thread brings its part of a shared section.
const WITH_SHARED: i64 = 128;

/// Blocks where the number of iterations is not known at the launch, by the number of such dimensions, outermost first.
/// With more of them most would have nothing to do, or threads without an iteration.
const SOME_BLOCKS: [&[i64]; 4] = [&[], &[128], &[32, 64], &[16, 16, 32]];

/// Blocks that keep a multiprocessor busy, of 256 threads.
const BUSY: i64 = 8;

/// Blocks of a grid over a loop that is not the innermost.
const MOST_OUTER: i64 = gpu::MOST_OUTER_BLOCKS as i64;

/// A partitioned loop that takes a dimension.
struct Level {
    canonical: CanonicalLoop,
    jam: i64,
    /// Its thread dimension.
    thread: Option<usize>,
    /// The `loop_partition`.
    directive: DirectiveId,
    /// Has it a `reduction` clause?
    reduces: bool,
    /// Has it a `vector` clause?
    reads_vectors: bool,
}

/// A clause that a loop gets.
struct Added {
    directive: DirectiveId,
    /// What is written.
    text: String,
    /// Behind which word; at the end if there is none.
    behind: Option<&'static str>,
}

/// Completes every kernel of the program.
pub fn choose(program: &mut Program, sources: &mut Sources, sink: &mut Sink) {
    let kernels: Vec<StmtId> = (0..program.units.len())
        .flat_map(|unit| program.units[unit].items.clone())
        .filter_map(|item| match item {
            Item::Function(function) => program.functions[function].body,
            _ => None,
        })
        .flat_map(|body| program.stmts_below(body).collect::<Vec<_>>())
        .filter(|stmt| matches!(program.stmts[*stmt].kind, StmtKind::Kernel { .. }))
        .collect();
    for kernel in kernels {
        complete(program, sources, kernel, sink);
    }
}

fn complete(program: &mut Program, sources: &mut Sources, kernel: StmtId, sink: &mut Sink) {
    let StmtKind::Kernel { directive, body, .. } = program.stmts[kernel].kind else { return };
    let DirectiveKind::Kernel(clauses) = program.directives[directive].kind.clone() else { return };
    if clauses.tblock.is_some() && clauses.thread.is_some() {
        return;
    }
    let mut levels = Levels::default();
    levels.collect(&Input::new(program, sources), body, &Taken::default());
    let mut blocks: Vec<Level> = levels.blocks.into_values().collect();
    let threads: Vec<CanonicalLoop> = levels.threads.into_values().collect();
    let inside = not_known_outside(program, body);
    let has_shared = program.stmts_below(body).any(|stmt| is_shared_alloc(program, stmt));
    // Threads that wait for each other all have the same number of turns, or none.
    let waits = has_shared || program.stmts_below(body).any(|stmt| is_barrier(program, stmt));
    // Where one loop follows another, each thread must have the same iterations of both.
    let is_one_nest = shared_out(program, body) == blocks.len();
    let needed = registers::estimate(program, body);
    let gpu = program.device.gpu;
    let is_free = clauses.tblock.is_none() && clauses.thread.is_none();
    // A processor's compiler makes vectors of a row; loads under way are no concern of its.
    let several = is_free && gpu != Gpu::Processor && may_have_several(program, body, &blocks, &threads);
    if several && let Some(innermost) = blocks.last_mut() {
        innermost.jam = streaming::ITERATIONS;
    }
    let origin = program.directives[directive].span;
    let mut b = Builder { program, sources, origin };
    let thread = clauses.thread.clone().unwrap_or_else(|| {
        let preferred = match several {
            true => streaming::THREADS[threads.len()].to_vec(),
            false => preferred_sizes(gpu, &threads, has_shared),
        };
        let sizes = at_most(preferred, gpu::registers::largest_block(gpu, needed) as i64);
        sizes.into_iter().map(|size| b.int(size)).collect()
    });
    let all_reduce = blocks.iter().all(|level| level.reduces) && (1..=3).contains(&blocks.len());
    let mut tblock = clauses.tblock.clone().unwrap_or_else(|| match blocks.as_slice() {
        [] => vec![b.int(1)],
        levels if all_reduce => {
            let enough = levels.iter().zip(busy(gpu, levels.len()));
            enough.map(|(level, most)| busy_blocks(&mut b, level, &thread, most)).collect()
        }
        levels => {
            let known: Vec<Option<ExprId>> =
                levels.iter().map(|level| blocks_for(&mut b, level, &thread, &inside)).collect();
            let unknown = known.iter().filter(|size| size.is_none()).count();
            let mut some = SOME_BLOCKS[unknown.min(SOME_BLOCKS.len() - 1)].iter();
            let size =
                |size: Option<ExprId>| size.unwrap_or_else(|| b.int(some.next().copied().unwrap_or(1)));
            known.into_iter().map(size).collect()
        }
    });
    let mut added = Vec::new();
    if clauses.tblock.is_none() && !all_reduce && !waits && is_one_nest {
        let outer = blocks.iter().zip(&mut tblock).rev().skip(1);
        for (level, size) in outer.filter(|(level, _)| level.jam == 1 && !level.reduces) {
            let is_known = hir::const_eval::integer(b.program, *size).is_some();
            if let Some(turns) = (!is_known).then(|| take_turns(b.program, level.directive)).flatten() {
                *size = hir::clamp::clamped(&mut b, *size, MOST_OUTER);
                added.push(turns);
            }
        }
    }
    let chosen = KernelClauses { tblock: Some(tblock), thread: Some(thread), ..clauses.clone() };
    b.program.directives[directive].kind = DirectiveKind::Kernel(chosen.clone());
    if several && let Some(innermost) = blocks.last() {
        added.push(jam(&mut b, innermost.directive));
    }
    if clauses.tblock.is_none() && !all_reduce && !waits && is_one_nest {
        // Blocks that take turns begin where a vector may.
        let vectors = blocks.iter().filter(|level| level.reads_vectors && !level.reduces);
        added.extend(vectors.filter_map(|level| take_turns(b.program, level.directive)));
    }
    if clauses.tblock.is_none() && all_reduce {
        added.extend(blocks.iter().filter_map(|level| take_turns(b.program, level.directive)));
    }
    sink.push(told(program, sources, &clauses, &chosen, needed, &added));
}

/// Is every loop shared out over blocks and threads, and does the kernel stream?
fn may_have_several(program: &Program, body: StmtId, blocks: &[Level], threads: &[CanonicalLoop]) -> bool {
    let is_shared_twice = |(dim, level): (usize, &Level)| level.thread == Some(dim);
    threads.len() == blocks.len()
        && (1..streaming::THREADS.len()).contains(&threads.len())
        && blocks.iter().enumerate().all(is_shared_twice)
        && streaming::streams(program, body, threads)
}

/// Gives each thread several iterations of a loop.
fn jam(b: &mut Builder<'_>, directive: DirectiveId) -> Added {
    let factor = b.int(streaming::ITERATIONS);
    if let DirectiveKind::LoopPartition(clauses) = &mut b.program.directives[directive].kind {
        clauses.jam = Some(factor);
    }
    Added { directive, text: format!(" jam({})", streaming::ITERATIONS), behind: None }
}

/// Makes a loop `over_tblock(CYCLIC)`, unless the user says how blocks share it.
fn take_turns(program: &mut Program, directive: DirectiveId) -> Option<Added> {
    let DirectiveKind::LoopPartition(clauses) = &mut program.directives[directive].kind else { return None };
    if clauses.names_distribution {
        return None;
    }
    clauses.over_tblock = Some(Distribution::Cyclic);
    Some(Added { directive, text: "(CYCLIC)".into(), behind: Some("over_tblock") })
}

impl Added {
    fn edit(&self, program: &Program, sources: &Sources) -> Option<FixEdit> {
        let span = program.directives[self.directive].span;
        let end = match self.behind {
            None => span.hi,
            Some(word) => {
                let text = sources.map.text(span);
                let at = text.windows(word.len()).position(|part| part == word.as_bytes())? + word.len();
                span.lo + u32::try_from(at).ok()?
            }
        };
        Some(FixEdit { span: Span { lo: end, hi: end, ..span }, replacement: self.text.clone() })
    }
}

/// The number of blocks that keeps the device busy, or gives each thread one round.
fn busy_blocks(b: &mut Builder<'_>, level: &Level, threads: &[ExprId], most: i64) -> ExprId {
    let one_round =
        level.canonical.trips.and_then(|trips| i64::try_from(trips).ok()).zip(lanes(b, level, threads));
    let blocks = one_round.map_or(most, |(trips, lanes)| ((trips + lanes - 1) / lanes).clamp(1, most));
    b.int(blocks)
}

/// The first loop of each dimension.
#[derive(Default)]
struct Levels {
    blocks: BTreeMap<usize, Level>,
    threads: BTreeMap<usize, CanonicalLoop>,
}

impl Levels {
    /// Statement nesting is bounded by the parser.
    fn collect(&mut self, input: &Input<'_>, stmt: StmtId, around: &Taken) {
        let program = input.program;
        let mut inside = None;
        if let StmtKind::Annotated { directive, body } = program.stmts[stmt].kind
            && let DirectiveKind::LoopPartition(clauses) = &program.directives[directive].kind
            && let Ok(canonical) = recognize(input, body)
        {
            let entries = around.entries(program, clauses);
            let PartitionClauses { jam, vector, reductions, .. } = clauses;
            let jam =
                jam.and_then(|n| hir::const_eval::integer(program, n)).and_then(|n| i64::try_from(n).ok());
            if let Some(dim) = entries.block {
                self.blocks.entry(dim).or_insert_with(|| Level {
                    canonical: canonical.clone(),
                    jam: jam.unwrap_or(1).max(1),
                    thread: entries.thread,
                    directive,
                    reduces: !reductions.is_empty(),
                    reads_vectors: !vector.is_empty(),
                });
            }
            if let Some(dim) = entries.thread {
                self.threads.entry(dim).or_insert(canonical);
            }
            inside = Some(around.with(entries, directive));
        }
        for child in program.children(Node::Stmt(stmt)) {
            if let Node::Stmt(child) = child {
                self.collect(input, child, inside.as_ref().unwrap_or(around));
            }
        }
    }
}

fn is_shared_alloc(program: &Program, stmt: StmtId) -> bool {
    match program.stmts[stmt].kind {
        StmtKind::Directive(directive) => {
            matches!(program.directives[directive].kind, DirectiveKind::Shared(SharedAction::Alloc { .. }))
        }
        _ => false,
    }
}

/// How many loops are shared out over blocks.
fn shared_out(program: &Program, body: StmtId) -> usize {
    let is_shared_out = |stmt: &StmtId| match program.stmts[*stmt].kind {
        StmtKind::Annotated { directive, .. } => matches!(
            &program.directives[directive].kind,
            DirectiveKind::LoopPartition(clauses) if clauses.over_tblock.is_some()
        ),
        _ => false,
    };
    program.stmts_below(body).filter(is_shared_out).count()
}

fn is_barrier(program: &Program, stmt: StmtId) -> bool {
    match program.stmts[stmt].kind {
        StmtKind::Barrier => true,
        StmtKind::Directive(directive) => {
            matches!(program.directives[directive].kind, DirectiveKind::Barrier)
        }
        _ => false,
    }
}

/// Halves the sizes, the outermost first, until there are at most so many threads.
fn at_most(mut sizes: Vec<i64>, most: i64) -> Vec<i64> {
    while sizes.iter().product::<i64>() > most {
        let Some(outer) = sizes.iter_mut().find(|size| **size > 1) else { break };
        *outer /= 2;
    }
    sizes
}

/// Threads per dimension, outermost first.
fn preferred_sizes(gpu: Gpu, loops: &[CanonicalLoop], has_shared: bool) -> Vec<i64> {
    let shapes = if gpu == Gpu::Processor { THREADS_OF_PROCESSOR } else { THREADS };
    if let [only] = loops {
        let most = if has_shared { WITH_SHARED } else { shapes[1][0] };
        let warp = gpu.warp().max(gpu::WARP) as i64;
        let trips = only.trips.and_then(|trips| i64::try_from(trips).ok()).unwrap_or(most);
        return vec![((trips + warp - 1) / warp * warp).clamp(warp, most)];
    }
    match shapes.get(loops.len()) {
        Some(sizes) => sizes.to_vec(),
        // The innermost three share a block; there is one thread in the others.
        None => {
            let mut sizes = vec![1; loops.len()];
            let first = loops.len() - 3;
            sizes[first..].copy_from_slice(shapes[3]);
            sizes
        }
    }
}

/// Blocks that keep all of a device busy, by the number of dimensions, outermost first.
fn busy(gpu: Gpu, dimensions: usize) -> Vec<i64> {
    let all = BUSY * i64::from(gpu.limits().multiprocessors);
    match dimensions {
        0 | 1 => vec![all],
        2 => vec![all / 16, 16],
        _ => vec![(all / 96).max(1), 12, 8],
    }
}

/// The number of blocks that gives each thread one round of the loop; `None` where the launch does not know it.
fn blocks_for(
    b: &mut Builder<'_>,
    level: &Level,
    threads: &[ExprId],
    inside: &HashSet<VarId>,
) -> Option<ExprId> {
    let lanes = lanes(b, level, threads);
    let bounds = [level.canonical.first, level.canonical.bound];
    let is_known =
        bounds.iter().all(|bound| b.program.exprs_below(*bound).all(|e| is_fixed(b.program, e, inside)));
    let trips = level.canonical.trips.and_then(|trips| i64::try_from(trips).ok());
    match (trips, lanes) {
        (Some(trips), Some(lanes)) => Some(b.int(((trips + lanes - 1) / lanes).max(1))),
        (None, Some(lanes))
            if is_known && level.canonical.step.abs() == 1 && !may_be_huge(b.program, &level.canonical) =>
        {
            Some(symbolic(b, &level.canonical, lanes))
        }
        _ => None,
    }
}

/// The iterations that a block has at once.
fn lanes(b: &Builder<'_>, level: &Level, threads: &[ExprId]) -> Option<i64> {
    let size = match level.thread.and_then(|dim| threads.get(dim).copied()) {
        None => Some(1),
        Some(size) => hir::const_eval::integer(b.program, size).and_then(|size| i64::try_from(size).ok()),
    };
    size?.checked_mul(level.jam)
}

/// Is the distance between unsigned bounds huge where the loop does not run? `5u - 10u` is.
fn may_be_huge(program: &Program, canonical: &CanonicalLoop) -> bool {
    let is_signed = |expr: ExprId| {
        integer_format(program, program.exprs[expr].ty)
            .is_none_or(|format| format.signed || format.width < 32)
    };
    let nearest = if canonical.step > 0 { canonical.first } else { canonical.bound };
    let is_zero = hir::const_eval::integer(program, nearest) == Some(0);
    room::may_wrap(program, canonical)
        || !(is_zero || is_signed(canonical.first) && is_signed(canonical.bound))
}

/// `(n + 255) / 256`
fn symbolic(b: &mut Builder<'_>, canonical: &CanonicalLoop, lanes: i64) -> ExprId {
    let first = Duplicate::new(b).expr(canonical.first);
    let bound = Duplicate::new(b).expr(canonical.bound);
    let distance = if canonical.step > 0 { b.sub(bound, first) } else { b.sub(first, bound) };
    let one = b.int(1);
    let inclusive = matches!(canonical.op, BinaryOp::Le | BinaryOp::Ge);
    let trips = if inclusive { b.add(distance, one) } else { distance };
    let (rounding, divisor) = (b.int(lanes - 1), b.int(lanes));
    let rounded = b.add(trips, rounding);
    b.div(rounded, divisor)
}

/// Variables that the launch does not know the value of: the kernel's own, and
/// those that it changes.
fn not_known_outside(program: &Program, body: StmtId) -> HashSet<VarId> {
    let changed = program.exprs_below(body).filter_map(|expr| program.changed_variable(expr));
    program.declared_below(body).chain(changed).collect()
}

fn is_fixed(program: &Program, expr: ExprId, inside: &HashSet<VarId>) -> bool {
    match &program.exprs[expr].kind {
        ExprKind::Var(var) => !inside.contains(var),
        ExprKind::Int { .. }
        | ExprKind::Enumerator(_)
        | ExprKind::Unary { .. }
        | ExprKind::Binary { .. }
        | ExprKind::Conditional { .. }
        | ExprKind::Cast { .. } => true,
        _ => false,
    }
}

fn told(
    program: &Program,
    sources: &Sources,
    written: &KernelClauses,
    chosen: &KernelClauses,
    needed: u32,
    added: &[Added],
) -> Diagnostic {
    let list = |dims: &Option<Vec<ExprId>>| {
        let texts = dims.iter().flatten().map(|dim| {
            let style = Style { macros: Some(&|_| true), ..Style::default() };
            Printer::new(program, sources, style).expr_text(*dim)
        });
        texts.collect::<Vec<_>>().join(", ")
    };
    let mut text = String::new();
    // The number of a plane is a variable that nobody wrote.
    let is_written = |var: VarId| {
        let var = &program.vars[var];
        var.name.is_some_and(|name| *sources.map.text(var.span) == *sources.symbols.bytes(name))
    };
    let sizes = chosen.tblock.iter().flatten();
    let is_sayable = sizes.flat_map(|size| program.variables_below(*size)).all(is_written);
    if written.tblock.is_none() && is_sayable {
        text.push_str(&format!(" tblock({})", list(&chosen.tblock)));
    }
    if written.thread.is_none() {
        text.push_str(&format!(" thread({})", list(&chosen.thread)));
    }
    let name = sources.text(written.name);
    let on_loops = added.iter().map(|added| {
        let clause = format!("{}{}", added.behind.unwrap_or_default(), added.text);
        format!(", a loop with `{}`", clause.trim_start())
    });
    let how: String = on_loops.collect();
    let message = match text.trim_start() {
        "" => format!("the kernel `{name}` runs with as many blocks as each plane takes{how}"),
        text => format!("the kernel `{name}` runs with `{text}`{how}"),
    };
    let at = written.name_span.end();
    let remark = Diagnostic::new(&codes::GEOMETRY_CHOSEN, written.name_span, message);
    let threads = chosen.thread.iter().flatten().try_fold(1u64, |product, size| {
        let size = hir::const_eval::integer(program, *size).and_then(|size| u64::try_from(size).ok());
        product.checked_mul(size?)
    });
    let remark = match threads {
        Some(threads) => remark.note(format!(
            "a thread needs about {needed} registers: a multiprocessor has enough for {} such blocks at a time",
            gpu::occupancy(program.device.gpu, threads, needed, 0).blocks
        )),
        None => remark,
    };
    if text.is_empty() && added.is_empty() {
        return remark;
    }
    let mut remark = remark.help("write it into the directive to keep it, or to change it").fix(
        "write what is chosen into the directives",
        at,
        text,
        Safety::Safe,
    );
    if let Some(fix) = &mut remark.fix {
        fix.edits.extend(added.iter().filter_map(|added| added.edit(program, sources)));
    }
    remark
}
