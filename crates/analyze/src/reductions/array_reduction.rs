//! `reduction(+: hist[*])`: arrays whose elements the threads update together.
//!
//! ```c
//! #pragma hicuda loop_partition over_tblock over_thread reduction(+: hist[*])
//! for (i = 0; i < n; i++) hist[data[i]]++;
//! ```
//! Which element an iteration updates is not known, so threads meet in it. They
//! seldom do in copies of their own: [`place`] decides how many copies of the
//! array a block keeps in shared memory. Where the order of combination is no
//! matter, neighbouring threads have copies beside each other, in different
//! banks, and update them by atomic operations; sums of floating-point numbers,
//! whose order is fixed unless the clause says `fast`, need a copy for every
//! thread, unless each thread has elements of its own:
//!
//! ```c
//! #pragma hicuda loop_partition over_tblock reduction(+: y[*])
//! for (i = 0; i < n; i++)
//!     #pragma hicuda loop_partition over_thread
//!     for (j = 0; j < m; j++) y[j] += a[i][j];     // one copy for the block
//! ```
//!
//! Invariant: inside a loop that reduces an array, every mention of the array is
//! the target of an [`hir::update`], a statement by itself.

use diagnostics::{Diagnostic, Sink, codes};
use hir::update::{self, Update, UpdateValue};
use hir::{ExprId, Node, Reduction, ReductionOp, Section, Span, StmtId, StmtKind, VarId, const_eval};
use kir::{Extent, neutral};

use crate::arrivals::last_index;
use crate::{
    CanonicalLoop, DeviceCopy, Facts, Input, KernelFacts, LastIndex, ReductionFacts, SectionRange,
    size_formula,
};

/// Copies beside each other: one for each lane of a warp, so that its lanes use
/// different banks.
const MOST_COPIES: u64 = 32;
/// Shared memory spent on copies that are only there for speed.
const BYTES_FOR_SPEED: u64 = 32 * 1024;
/// Shared memory that every block has without asking.
const BYTES_OF_BLOCK: u64 = gpu::STATIC_SHARED;
/// And what it may ask for on any device of the last years.
const BYTES_AT_MOST: u64 = 96 * 1024;

/// How the threads of a block update an array that they reduce.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArrayCopies {
    /// By atomic operations on the device copy itself.
    InPlace,
    /// In shared memory: so many copies of the extents, by atomic operations.
    PerLane(Vec<u64>, u64),
    /// In shared memory: a copy for each of so many threads, or one if no two of them update the same element.
    PerThread(Vec<u64>, u64),
}

/// The array of a clause, if it is one.
pub fn reduced_array(
    input: &Input<'_>,
    section: &Section,
    locals: &[VarId],
    sink: &mut Sink,
) -> Option<VarId> {
    let complaint = match section.var {
        None => not_a_name(section),
        Some(var) if locals.contains(&var) => of_the_kernel(input, var, section.span),
        Some(var) => return Some(var),
    };
    sink.push(complaint);
    None
}

/// The type of the elements of an array or of what a pointer points to.
pub fn element_type(input: &Input<'_>, var: VarId) -> hir::Type {
    let types = &input.program.types;
    let mut ty = input.program.vars[var].ty;
    while let Some(inner) = types.pointee(ty).or_else(|| types.element(ty)) {
        ty = inner;
    }
    ty
}

/// Mentions of the array that are part of updates by the clause's operation, and the
/// target of an update by another one.
pub fn updates(
    input: &Input<'_>,
    body: StmtId,
    var: VarId,
    clause: &Reduction,
) -> (Vec<ExprId>, Option<Span>) {
    let program = input.program;
    let (mut allowed, mut other) = (Vec::new(), None);
    for stmt in program.stmts_below(body) {
        if !matches!(program.stmts[stmt].kind, StmtKind::Expr(_) | StmtKind::If { .. }) {
            continue;
        }
        let Some(found) = update_of(input, stmt, var) else { continue };
        if found.op != clause.op {
            other.get_or_insert(input.span(found.target));
            continue;
        }
        allowed.extend(program.exprs_below(Node::Stmt(stmt)).filter(|e| program.is_variable(*e, var)));
    }
    (allowed, other)
}

/// The update of one element of the array that a statement is.
fn update_of(input: &Input<'_>, stmt: StmtId, var: VarId) -> Option<Update> {
    let found = update::of_stmt(&input.about(), stmt).filter(|found| found.value != UpdateValue::Several)?;
    let types = &input.program.types;
    let ty = input.program.exprs[found.target].ty;
    let is_element = types.is_integer(ty) || types.is_real_floating(ty);
    (is_element && is_element_of(input, found.target, var)).then_some(found)
}

/// Is it the array with subscripts in which the array does not occur?
fn is_element_of(input: &Input<'_>, target: ExprId, var: VarId) -> bool {
    let (array, subscripts) = input.program.element(target);
    let is_array = input.program.is_variable(array, var) && !subscripts.is_empty();
    is_array && !subscripts.iter().any(|subscript| input.program.mentions(*subscript, var))
}

/// Decides where the arrays that a kernel reduces are updated.
pub fn place(input: &Input<'_>, kernel: &mut KernelFacts, facts: &Facts, sink: &mut Sink) {
    let ends = kernel.shared.iter().map(|shared| {
        let elements: u64 = shared.dims.iter().map(|dim| dim.extent).product();
        shared.offset + elements * input.program.size_of(shared.element).unwrap_or(1)
    });
    let mut taken: u64 = ends.max().unwrap_or(0);
    for at in 0..kernel.reductions.len() {
        if kernel.reductions[at].array.is_none() {
            continue;
        }
        let of_array = kernel
            .arrays
            .iter()
            .find(|used| used.place.path.is_empty() && used.place.var == kernel.reductions[at].var);
        let Some(copy) = of_array.and_then(|used| used.copy).map(|id| &facts.copies[id.0]) else { continue };
        if !is_all_of(input, &kernel.reductions[at].part, copy) {
            sink.push(part_of_array(kernel.reductions[at].span));
            continue;
        }
        if let Some(complaint) = repeated(input, kernel, &kernel.reductions[at]) {
            sink.push(complaint);
        }
        match copies(input, kernel, &kernel.reductions[at], copy, taken) {
            Ok(placed) => {
                taken += bytes(input, &placed, copy);
                if placed == ArrayCopies::InPlace {
                    sink.push(in_place(input, &kernel.reductions[at]));
                }
                kernel.reductions[at].array = Some(placed);
            }
            Err(complaint) => sink.push(*complaint),
        }
    }
}

/// Does the clause name all that the device holds?
fn is_all_of(input: &Input<'_>, part: &[SectionRange], copy: &DeviceCopy) -> bool {
    let formula = |extent: Extent| size_formula::of_extent(input.program, extent);
    let is_same = |part: &SectionRange, dim: &SectionRange, host: Option<Extent>| {
        let host = host.and_then(formula);
        let last = |range: &SectionRange| last_index(range, host.as_ref(), &formula);
        let starts = formula(part.lo).zip(formula(dim.lo)).is_some_and(|(a, b)| a == b);
        part.hi == LastIndex::EndOfArray || starts && last(part).is_some() && last(part) == last(dim)
    };
    let mut dims = part.iter().zip(&copy.dims).zip(&copy.host_extents);
    dims.all(|((part, dim), host)| is_same(part, dim, *host))
}

fn bytes(input: &Input<'_>, placed: &ArrayCopies, copy: &DeviceCopy) -> u64 {
    let size = input.program.size_of(copy.element).unwrap_or(1);
    match placed {
        ArrayCopies::InPlace => 0,
        ArrayCopies::PerLane(extents, copies) | ArrayCopies::PerThread(extents, copies) => {
            extents.iter().product::<u64>() * copies * size
        }
    }
}

fn copies(
    input: &Input<'_>,
    kernel: &KernelFacts,
    reduction: &ReductionFacts,
    copy: &DeviceCopy,
    taken: u64,
) -> Result<ArrayCopies, Box<Diagnostic>> {
    let extents = constant_extents(input, kernel, reduction, copy);
    let size = input.program.size_of(copy.element).unwrap_or(1);
    let elements = extents.as_ref().and_then(|all| {
        all.iter().try_fold(1u64, |product, extent| product.checked_mul(*extent)).filter(|n| *n > 0)
    });
    let one_copy = elements.and_then(|elements| elements.checked_mul(size));
    // What `&&` leaves of 5 depends on whether there was an update: no copy can tell.
    if matches!(reduction.op, ReductionOp::And | ReductionOp::Or) {
        return Ok(ArrayCopies::InPlace);
    }
    if !has_fixed_order(input, reduction, copy) {
        let free = BYTES_OF_BLOCK.saturating_sub(taken);
        return Ok(match (extents, one_copy) {
            (Some(extents), Some(bytes)) if bytes <= free => {
                let fits = BYTES_FOR_SPEED.min(free) / bytes;
                ArrayCopies::PerLane(extents, largest_power(fits.clamp(1, MOST_COPIES)))
            }
            _ => ArrayCopies::InPlace,
        });
    }
    let threads = match each_has_its_own(input, kernel, reduction) {
        true => Some(1),
        false => kernel.thread_sizes.iter().try_fold(1u64, |product, size| product.checked_mul((*size)?)),
    };
    let all = one_copy.zip(threads).and_then(|(bytes, threads)| bytes.checked_mul(threads));
    match (extents, threads) {
        (Some(extents), Some(threads))
            if all.is_some_and(|all| all <= BYTES_AT_MOST.saturating_sub(taken)) =>
        {
            Ok(ArrayCopies::PerThread(extents, threads))
        }
        _ => Err(Box::new(no_room(input, reduction, all))),
    }
}

/// Is every element updated by one thread of a block only? So it is where the updates stand in loops that the
/// threads share out in the same way, and the index of the loop is a subscript.
fn each_has_its_own(input: &Input<'_>, kernel: &KernelFacts, reduction: &ReductionFacts) -> bool {
    let program = input.program;
    // Threads that differ in another dimension would meet in an element.
    if kernel.thread_sizes.iter().filter(|size| **size != Some(1)).count() > 1 {
        return false;
    }
    let mut shares = Vec::new();
    for access in kernel.accesses.iter().filter(|access| access.place.var == reduction.var) {
        let around = access.loops.iter().filter_map(|stmt| kernel.partitions.get(stmt));
        let mut of_threads = around.filter(|partition| partition.over_thread.is_some());
        let (Some(share), None) = (of_threads.next(), of_threads.next()) else { return false };
        let CanonicalLoop { index, first, step, .. } = share.canonical;
        let subscripts = program.element(access.lvalue).1;
        let Some(place) = subscripts
            .iter()
            .position(|subscript| program.is_variable(program.without_casts(*subscript), index))
        else {
            return false;
        };
        // Blocks that have parts of the loop begin their shares elsewhere.
        let Some(first) = const_eval::integer(program, first).filter(|_| share.over_block.is_none()) else {
            return false;
        };
        shares.push((place, first, step, share.jam, share.run));
    }
    shares.windows(2).all(|pair| pair[0] == pair[1])
}

/// Would another order of combination give another result?
fn has_fixed_order(input: &Input<'_>, reduction: &ReductionFacts, copy: &DeviceCopy) -> bool {
    let rounds = matches!(reduction.op, ReductionOp::Add | ReductionOp::Mul);
    rounds && !reduction.fast && input.program.types.is_real_floating(copy.element)
}

/// The extents of a copy of the whole array, as many as its updates have subscripts.
fn constant_extents(
    input: &Input<'_>,
    kernel: &KernelFacts,
    reduction: &ReductionFacts,
    copy: &DeviceCopy,
) -> Option<Vec<u64>> {
    let is_whole = |dim: &SectionRange| dim.hi == LastIndex::EndOfArray;
    let begins = copy.dims.iter().all(|dim| dim.lo == Extent::Constant(0));
    if !begins || !copy.dims.iter().skip(1).all(is_whole) {
        return None;
    }
    let extents: Option<Vec<u64>> = copy.dims.iter().map(|dim| dim.extent).collect();
    let accesses = kernel.accesses.iter().filter(|access| access.place.var == reduction.var);
    let mut written = accesses.map(|access| input.program.element(access.lvalue).1.len());
    let first = written.next()?;
    match extents {
        _ if written.any(|other| other != first) => None,
        Some(extents) if extents.len() == first => Some(extents),
        Some(extents) if first == 1 => Some(vec![extents.iter().product()]),
        _ => None,
    }
}

fn largest_power(most: u64) -> u64 {
    1 << most.ilog2()
}

/// Several threads that run the same iterations would count them several times.
fn repeated(input: &Input<'_>, kernel: &KernelFacts, reduction: &ReductionFacts) -> Option<Diagnostic> {
    neutral(reduction.op)?;
    for access in kernel.accesses.iter().filter(|access| access.place.var == reduction.var) {
        let around = || access.loops.iter().filter_map(|stmt| kernel.partitions.get(stmt));
        let is_free = |sizes: &[Option<u64>], taken: Vec<usize>| {
            sizes.iter().enumerate().any(|(dim, size)| *size != Some(1) && !taken.contains(&dim))
        };
        let blocks = around().filter_map(|partition| partition.over_block.map(|(_, dim)| dim));
        if is_free(&kernel.block_sizes, blocks.collect()) {
            return Some(counted_twice(input, reduction, access.span, "blocks"));
        }
        let threads = around().filter_map(|partition| partition.over_thread);
        if is_free(&kernel.thread_sizes, threads.collect()) {
            return Some(counted_twice(input, reduction, access.span, "threads of a block"));
        }
    }
    None
}

fn not_a_name(section: &Section) -> Diagnostic {
    Diagnostic::new(&codes::NOT_REDUCIBLE, section.span, "only a variable or a whole array can be reduced")
        .label("this is a member of a struct")
        .help("reduce into an array of its own and copy it afterwards")
}

fn part_of_array(span: Span) -> Diagnostic {
    Diagnostic::new(&codes::NOT_REDUCIBLE, span, "an array is reduced as a whole")
        .label("this is not all that the device holds of it")
        .help("write `[*]` for every dimension, or the section of its `alloc`")
}

fn of_the_kernel(input: &Input<'_>, var: VarId, span: Span) -> Diagnostic {
    let name = input.name(var);
    Diagnostic::new(&codes::NOT_REDUCIBLE, span, format!("`{name}` cannot be reduced: it is an array of the kernel"))
        .related(input.program.vars[var].span, "declared inside the kernel")
        .help(format!("update `{name}` in shared memory under `#pragma hicuda atomic`, or reduce an array with a device copy"))
}

fn no_room(input: &Input<'_>, reduction: &ReductionFacts, bytes: Option<u64>) -> Diagnostic {
    let name = input.name(reduction.var);
    let label = match bytes {
        Some(bytes) => format!(
            "a copy for each thread needs {bytes} bytes of shared memory, and a block has {BYTES_AT_MOST}"
        ),
        None => String::from("how much memory a copy for each thread needs is not known when compiling"),
    };
    Diagnostic::new(
        &codes::NO_ROOM_FOR_COPIES,
        reduction.span,
        format!("there is no room to add up `{name}` in a fixed order"),
    )
    .label(label)
    .note("the order of floating-point additions is fixed, so that every run gives the same digits")
    .help("write `reduction(fast, …)` if it may vary, or use fewer threads in a block")
}

fn counted_twice(input: &Input<'_>, reduction: &ReductionFacts, update: Span, what: &str) -> Diagnostic {
    let name = input.name(reduction.var);
    Diagnostic::new(
        &codes::UPDATES_REPEATED,
        update,
        format!("several {what} would make this update of `{name}` for the same iteration"),
    )
    .label("a dimension of the grid is not shared out here")
    .related(reduction.span, "reduced here")
    .help("share the loops around the update out over every dimension of `tblock` and `thread`, or give the dimension size 1")
}

fn in_place(input: &Input<'_>, reduction: &ReductionFacts) -> Diagnostic {
    let name = input.name(reduction.var);
    Diagnostic::new(
        &codes::ARRAY_REDUCED_IN_PLACE,
        reduction.span,
        format!("every update of `{name}` is an atomic operation on device memory"),
    )
    .label("its size is not a constant or too large for shared memory, or it is reduced by `&&` or `||`")
    .help("that is right, but slow if many threads meet in few elements")
}

#[cfg(test)]
#[path = "array_reduction_tests.rs"]
mod array_reduction_tests;
