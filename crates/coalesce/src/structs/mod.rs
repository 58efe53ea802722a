//! Arrays of structs, or of numbers side by side, that go through shared memory word by word.
//!
//! # Before
//! ```c
//! int i = blockIdx.x * blockDim.x + threadIdx.x;
//! if (i < n)
//!     p[i].x += dt * p[i].vx;                    // neighbours are a struct apart
//! ```
//! # After
//! ```c
//! __shared__ struct particle p_tile[256];
//! int i = blockIdx.x * blockDim.x + threadIdx.x;
//! // The block's structs come as words, side by side.
//! #pragma unroll
//! for (unsigned k = 0; k < 3; k++) {
//!     const unsigned e = k * 256 + threadIdx.x, r = e / 3, w = e % 3;
//!     int i = blockIdx.x * blockDim.x + r;
//!     if (i < n)
//!         ((float *)&p_tile[r])[w] = ((const float *)&p[i])[w];
//! }
//! __syncthreads();
//! if (i < n)
//!     p_tile[threadIdx.x].x += dt * p_tile[threadIdx.x].vx;
//! __syncthreads();
//! …                                              // and back the same way
//! ```
//! Numbers side by side, `a[6 * i]` to `a[6 * i + 5]`, are carried in the same way, also
//! where a short loop goes through them.
//!
//! # Legal when
//! 1. every access to the array is to the thread's own part, and one of them is made
//!    whatever the data, so that the part is there; of numbers, one to each;
//! 2. which part that is, and who leaves early, can be computed by every other thread;
//! 3. the members are numbers of one type, so that words are members too.
//!
//! # Worth it when
//! parts are large: what is written of small ones becomes whole sectors on the way to
//! memory, and what is read of them stays in the cache.

pub(crate) mod carried;

use std::collections::BTreeSet;
use std::fmt::Write;

use affine::{LinearExpr, Var};
use analyze::coalescing::{Cost, Pattern};
use analyze::{Access, AccessMode, Place, SymbolKind};
use gpu::STATIC_SHARED;
use gpu::transactions::sectors_of_warp;
use hir::{ExprId, StmtId, StmtKind, Type, TypeKind};

use crate::Applied;
use crate::always::always_evaluated;
use crate::exchange::no_warp_functions;
use crate::kernel::Kernel;
use crate::layout::INDENT;
use crate::legality;
use crate::patch::Patch;
use crate::predict::{self, Parts};
use crate::refusal::{Refusal, refuse, refuse_with};
use crate::staged_body::{Guard, condition, exit_condition};
use crate::structs::carried::{Carried, Copying};
use crate::vectors::group::{Group, Lane, is_in_part, is_record, lanes, parts};
use crate::vectors::region::{covers_struct, precedes};
use crate::vectors::{iterations, price, stores, ways};

/// Where tiles come and go.
struct Frame {
    guards: Vec<Guard>,
    /// The statement before which they come.
    first: StmtId,
    /// The guard that leaves, or is around everything.
    guard: Option<StmtId>,
    last: StmtId,
}

/// Carries the structs of a block as words; returns why.
pub(crate) fn structs(kernel: &Kernel<'_>, patch: &mut Patch) -> Result<Applied, Refusal> {
    let span = kernel.program().functions[kernel.found.function].span;
    let mut all = arrays(kernel)?;
    legality::is_plain(kernel)?;
    no_warp_functions(kernel)?;
    legality::grid_has_one_dimension(kernel)?;
    let Some([threads, 1, 1]) = kernel.found.block else {
        return refuse(span, "the number of threads of its blocks is not known");
    };
    let bytes: u64 = all.iter().filter_map(|one| one.padded_size(kernel)).map(|size| size * threads).sum();
    if bytes > STATIC_SHARED {
        return refuse(span, format!("its parts need more shared memory than {STATIC_SHARED} bytes"));
    }
    let frame = frame(kernel, &mut all)?;
    let (reason, predicted) = gain(kernel, &all)?;
    let body = kernel.range(kernel.program().stmts[kernel.found.body].span)?;
    let indent = format!("{}{INDENT}", kernel.indentation(body.end - 1));
    let tiles: String = all.iter().map(|one| format!("\n{indent}{}", one.tile(kernel, threads))).collect();
    patch.insert(body.start + 1, tiles);
    let copying = Copying { kernel, threads, guards: &frame.guards, indent: &indent };
    if all.iter().any(|one| one.loads) {
        let what = if all.iter().all(|one| one.is_struct) { "structs" } else { "parts" };
        let mut before = format!("// The {what} of the block come as words, side by side.\n");
        for one in all.iter().filter(|one| one.loads) {
            before += &copying.text(one, true)?;
        }
        let _ = write!(before, "{indent}__syncthreads();\n{indent}");
        patch.insert(kernel.range(kernel.program().stmts[frame.first].span)?.start, before);
    }
    for one in &all {
        for (access, lane) in &one.accesses {
            let range = kernel.range(kernel.input.span(access.expr))?;
            patch.replace(range, one.in_tile(kernel, *lane));
        }
    }
    if all.iter().any(|one| one.stores) {
        put_back(&copying, &frame, &all, patch)?;
    }
    Ok(Applied { reason, predicted: Some(predicted), restricted: Vec::new(), crossing: None })
}

/// Is all that is strided a thread's own struct, or numbers side by side, and nothing in
/// rows that would be long enough to go along?
pub(crate) fn are_all_that_is_strided(kernel: &Kernel<'_>) -> bool {
    const LONG: u128 = 64;
    kernel.strided().all(|(access, cost)| {
        let ty = kernel.program().exprs[access.expr].ty;
        let is_short = match cost.pattern {
            Pattern::Strided(Some(step)) => step.unsigned_abs() * u128::from(cost.size) <= LONG,
            _ => false,
        };
        match is_record(kernel, ty) {
            true => is_short || access.flat.as_ref().is_some_and(|flat| !mentions_loop(kernel, flat)),
            false => is_short && is_in_part(kernel, access, cost),
        }
    })
}

/// The arrays that strided accesses are to: all of them, and nothing else.
fn arrays<'a>(kernel: &Kernel<'a>) -> Result<Vec<Carried<'a>>, Refusal> {
    let mut all: Vec<Carried<'a>> = Vec::new();
    for (access, cost) in kernel.strided() {
        if !all.iter().any(|one| one.array == access.place.var) {
            all.push(array(kernel, access, cost)?);
        }
    }
    let span = kernel.program().functions[kernel.found.function].span;
    if all.is_empty() { refuse(span, "there are no structs") } else { Ok(all) }
}

fn array<'a>(kernel: &Kernel<'a>, strided: &'a Access, cost: &Cost) -> Result<Carried<'a>, Refusal> {
    const MOST: u64 = 96;
    let program = kernel.program();
    let (span, name) = (strided.span, kernel.input.name(strided.place.var));
    let ty = program.exprs[strided.expr].ty.unqualified();
    let is_struct = is_record(kernel, ty);
    let lanes = lanes(kernel, strided, cost);
    let (word, words) = match (is_struct, one_kind_of_member(kernel, ty), lanes) {
        (true, Some(members), Some(1)) => members,
        (false, _, Some(lanes @ 2..=MOST)) if is_word(kernel, ty) => (ty, lanes),
        (true, None, _) => {
            return refuse(span, format!("the elements of `{name}` are no structs of numbers of one type"));
        }
        _ => return refuse(span, format!("a thread has no small part of `{name}`")),
    };
    let mut found = parts(kernel, strided, if is_struct { 1 } else { words })?;
    let (Some(part), None) = (found.pop(), found.pop()) else {
        return refuse(span, format!("a thread accesses several parts of `{name}`"));
    };
    let of_array = |access: &&'a Access| access.place.var == strided.place.var;
    let all = kernel.costs.iter().map(|(access, _)| *access);
    if let Some(other) =
        all.clone().filter(of_array).find(|a| !part.accesses.iter().any(|(own, _)| own.lvalue == a.lvalue))
    {
        return refuse(other.span, format!("`{name}` is accessed in another way here"));
    }
    for (access, _) in &part.accesses {
        if is_struct && access.expr == access.lvalue {
            return refuse(access.span, format!("`{name}` is accessed in another way here"));
        }
        let others = all.clone().filter(|other| !of_array(other));
        for other in others.filter(|other| access.mode.writes() || other.mode.writes()) {
            // What is read before anything else is written may as well be read at once.
            let shares_loop = access.loops.iter().any(|stmt| other.loops.contains(stmt));
            let is_first = !part.is_written() && !shares_loop && precedes(program, access, other);
            if legality::may_be_one(kernel, access, other) && !is_first {
                let names = (name.as_str(), kernel.input.place_name(&Place::var(other.place.var)));
                return refuse(other.span, format!("`{}` and `{}` may be the same array", names.0, names.1));
            }
        }
    }
    if mentions_loop(kernel, &part.base) {
        return refuse(
            span,
            format!("which part of `{name}` a thread has changes from iteration to iteration"),
        );
    }
    if !is_own_part(kernel, &part) {
        return refuse(span, format!("a thread's part of `{name}` is not next to its neighbour's"));
    }
    let stores = part.is_written();
    let name = kernel.fresh(&format!("{name}_tile"));
    let array = strided.place.var;
    Ok(Carried { name, array, ty, word, words, accesses: part.accesses, stores, loads: true, is_struct })
}

fn mentions_loop(kernel: &Kernel<'_>, formula: &LinearExpr) -> bool {
    let symbols = kernel.symbols();
    let is_index = |var: Var| matches!(symbols.kind(var), Some(SymbolKind::LoopIndex { .. }));
    formula.vars().any(|var| symbols.factors(var).into_iter().any(is_index))
}

/// Is it one part further with each thread?
fn is_own_part(kernel: &Kernel<'_>, part: &Group<'_>) -> bool {
    let Some(thread) = kernel.thread else { return false };
    let symbols = kernel.symbols();
    let terms = part.base.terms();
    terms.iter().all(|(var, coefficient)| match symbols.factors(*var).contains(&thread) {
        true => *var == thread && *coefficient == i128::from(part.lanes),
        false => kernel.is_uniform_symbol(*var, 0),
    }) && terms.iter().any(|(var, _)| *var == thread)
}

fn is_word(kernel: &Kernel<'_>, ty: Type) -> bool {
    let program = kernel.program();
    program.types.is_arithmetic(ty) && matches!(program.size_of(ty), Some(4 | 8))
}

/// The type of all members of a struct, however nested, and their number.
fn one_kind_of_member(kernel: &Kernel<'_>, ty: Type) -> Option<(Type, u64)> {
    let program = kernel.program();
    let TypeKind::Record(record) = *program.types.kind(program.types.strip(ty)) else { return None };
    let mut word: Option<Type> = None;
    let mut pending: Vec<Type> = Vec::new();
    pending.extend(program.records[record].fields.as_ref()?.iter().map(|field| field.ty));
    while let Some(member) = pending.pop() {
        match program.types.kind(program.types.strip(member)) {
            TypeKind::Array(element, _) => pending.push(*element),
            _ if !program.types.is_scalar(member) || program.types.is_pointer(member) => return None,
            _ if word.is_some_and(|word| program.types.strip(word).id != program.types.strip(member).id) => {
                return None;
            }
            _ => word = Some(member.unqualified()),
        }
    }
    let word = word?;
    let (size, all) = (program.size_of(word)?, program.size_of(ty)?);
    let has_bits = program.records[record].fields.as_ref()?.iter().any(|field| field.bits.is_some());
    (matches!(size, 4 | 8) && all > size && all.is_multiple_of(size) && !has_bits).then(|| (word, all / size))
}

/// What it brings, and what is predicted.
fn gain(kernel: &Kernel<'_>, all: &[Carried<'_>]) -> Result<(String, (f64, f64, String)), Refusal> {
    let (mut now, mut then, mut other) = (0.0, 0.0, 0.0);
    for (access, cost) in &kernel.costs {
        let own = all.iter().flat_map(|one| &one.accesses).find(|(own, _)| own.lvalue == access.lvalue);
        match own {
            Some((_, lane)) => now += ways(access) * iterations(*lane) * price(cost),
            None => other += ways(access) * price(cost),
        }
    }
    let size = |one: &Carried<'_>| kernel.program().size_of(one.word).unwrap_or(4) * one.words;
    for one in all {
        let times = f64::from(u8::from(one.loads)) + f64::from(u8::from(one.stores));
        then += times * sectors_of_warp(size(one));
    }
    let what = if all.iter().all(|one| one.is_struct) { "structs go" } else { "parts of threads go" };
    let reason = format!(
        "{what} through shared memory as words: {now:.0} transactions of a warp before, {then:.0} after"
    );
    let largest = all.iter().map(size).max().unwrap_or(0);
    let (threads, of) = Parts::threads(largest / 4);
    let stores = all.iter().map(|one| stores(kernel, &one.accesses)).sum();
    // A sector is as many bytes as a warp has threads.
    let parts = Parts { threads, bytes: then + other, largest, transactions: now + other, stores };
    let (before, after) = (parts.one_by_one(kernel.gpu), parts.carried(kernel.gpu, then + other));
    if after >= before {
        let span = all.first().and_then(|one| one.accesses.first()).map(|(access, _)| access.span);
        let span = span.unwrap_or(kernel.program().functions[kernel.found.function].span);
        return match all.iter().any(|one| one.stores) {
            false => refuse(
                span,
                format!("what is read of {largest} bytes comes from the cache, one after the other"),
            ),
            true => {
                let reason = match largest <= predict::MERGED as u64 {
                    true => format!(
                        "what is written of {largest} bytes becomes whole sectors on its way to memory"
                    ),
                    false => format!(
                        "too little is written of {largest} bytes: all of them would have to be carried"
                    ),
                };
                refuse_with(span, reason, "an array for each member, or for each remainder, has no gaps")
            }
        };
    }
    Ok((reason, (before, after, of)))
}

/// The guards at the top, and where everything happens that has to do with the structs.
fn frame(kernel: &Kernel<'_>, all: &mut [Carried<'_>]) -> Result<Frame, Refusal> {
    let program = kernel.program();
    let body = kernel.found.body;
    let span = program.stmts[body].span;
    let StmtKind::Block(stmts) = &program.stmts[body].kind else { return refuse(span, "it has no body") };
    let touches = |stmt: &StmtId| {
        let below: Vec<StmtId> = program.stmts_below(*stmt).collect();
        all.iter().flat_map(|one| &one.accesses).any(|(access, _)| below.contains(&access.stmt))
    };
    let Some(first_use) = stmts.iter().position(touches) else { return refuse(span, "nothing is accessed") };
    let (mut guards, mut first, mut guard) = (Vec::new(), None, None);
    for stmt in &stmts[..first_use] {
        match exit_condition(kernel, *stmt) {
            Some(condition) => {
                guards.push(Guard { condition, holds: false });
                first = first.or(Some(*stmt));
                guard = Some(*stmt);
            }
            None if matches!(program.stmts[*stmt].kind, StmtKind::Decl(_)) => {}
            None if first.is_none() => first = Some(*stmt),
            None => {}
        }
    }
    let used = stmts[first_use];
    let last = stmts[stmts.len() - 1];
    let (region, guard) = match program.stmts[used].kind {
        StmtKind::If { cond, then, otherwise: None } if used == last && guard.is_none() => {
            guards.push(Guard { condition: cond, holds: true });
            (then, None)
        }
        _ => (body, guard),
    };
    let certain = always_evaluated(program, region);
    for one in all.iter_mut() {
        one.loads = is_there(kernel, one, &certain)?;
    }
    let first = first.unwrap_or(used);
    let is_before =
        |below: StmtId| matches!(program.stmts[below].kind, StmtKind::Return(_)) && guard.is_none();
    if let Some(exit) = program.stmts_below(body).find(|below| is_before(*below)) {
        return refuse(program.stmts[exit].span, "threads leave here, and the barriers need all");
    }
    Ok(Frame { guards, first, guard, last })
}

/// Is all of a thread's part there, and written if any of it is? Must it be loaded?
fn is_there(kernel: &Kernel<'_>, one: &Carried<'_>, certain: &BTreeSet<ExprId>) -> Result<bool, Refusal> {
    let program = kernel.program();
    let (name, span) = (kernel.input.name(one.array), one.accesses[0].0.span);
    let is_certain = |(access, lane): &&(&Access, Lane)| match lane
        .along()
        .and_then(|stmt| kernel.found.region.loops.get(&stmt))
    {
        None => certain.contains(&access.lvalue),
        Some(canonical) => {
            let in_body = always_evaluated(program, canonical.body);
            certain.contains(&canonical.first) && in_body.contains(&access.lvalue)
        }
    };
    let reached: Vec<&(&Access, Lane)> = one.accesses.iter().filter(is_certain).collect();
    let lanes = |of: &[&(&Access, Lane)]| -> usize {
        of.iter().flat_map(|(_, lane)| lane.range()).collect::<BTreeSet<u64>>().len()
    };
    if reached.is_empty() {
        return refuse(span, format!("`{name}` is accessed only under a condition"));
    }
    if !one.is_struct && lanes(&reached) < one.words as usize {
        let reason = format!("a thread does not access all {} elements of its part of `{name}`", one.words);
        return refuse(span, reason);
    }
    let written: Vec<_> = reached.into_iter().filter(|(a, _)| a.mode == AccessMode::Write).collect();
    let is_updated = one.accesses.iter().filter(is_certain).any(|(access, _)| access.mode.writes());
    if one.stores && !is_updated {
        return refuse(span, format!("`{name}` is written only under a condition"));
    }
    let is_all = match one.is_struct {
        true => covers_struct(program, &written, program.size_of(one.ty).unwrap_or(0)),
        false => lanes(&written) == one.words as usize,
    };
    Ok(!is_all || one.accesses.iter().any(|(access, _)| access.mode.reads()))
}

/// Behind everything, the structs go back. Who would have left stays to help.
fn put_back(
    copying: &Copying<'_, '_>,
    frame: &Frame,
    all: &[Carried<'_>],
    patch: &mut Patch,
) -> Result<(), Refusal> {
    let (kernel, indent) = (copying.kernel, copying.indent);
    let program = kernel.program();
    let end = kernel.statement_end(kernel.range(program.stmts[frame.last].span)?.end);
    let mut after = String::new();
    if let Some(guard) = frame.guard {
        let mut returns = program
            .stmts_below(kernel.found.body)
            .filter(|below| matches!(program.stmts[*below].kind, StmtKind::Return(_)));
        if let (Some(_), Some(second)) = (returns.next(), returns.next()) {
            return refuse(program.stmts[second].span, "threads leave here, and the barriers need all");
        }
        let whole = kernel.range(program.stmts[guard].span)?;
        let condition =
            condition(kernel, frame.guards[0], &|expr| kernel.spelled(expr, "threadIdx.x"))?.whole();
        patch.replace(whole.start..kernel.statement_end(whole.end), format!("if ({condition}) {{"));
        patch.shift(kernel.text(), whole.end..end, 1);
        let _ = write!(after, "\n{indent}}}");
    }
    let _ = write!(after, "\n{indent}__syncthreads();\n");
    let back: Result<Vec<String>, Refusal> =
        all.iter().filter(|one| one.stores).map(|one| copying.text(one, false)).collect();
    after += back?.concat().trim_end();
    patch.insert(end, after);
    Ok(())
}
