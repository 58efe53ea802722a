//! Arrays of structs that go through shared memory word by word.
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
//! # Legal when
//! 1. every access to the array is to the thread's own struct, outside of loops, and one
//!    of them is made whatever the data, so that the struct is there;
//! 2. which struct that is, and who leaves early, can be computed by every other thread;
//! 3. the members are numbers of one type, so that words are members too.
//!
//! # Worth it when
//! members are written, each a part of a sector, and those that are accessed take at least twice the transactions of the words.

use std::fmt::Write;

use analyze::coalescing::Cost;
use analyze::{Access, Place};
use hir::{ExprId, StmtId, StmtKind, Type, TypeKind, VarId};

use crate::Applied;
use crate::always::always_evaluated;
use crate::exchange::no_warp_functions;
use crate::kernel::Kernel;
use crate::legality;
use crate::patch::{INDENT, Patch};
use crate::predict;
use crate::refusal::{Refusal, refuse, refuse_with};
use crate::weave::{Guard, condition_text, exit_condition, in_conjunction};

/// Shared memory that a block can have without being asked for at the launch.
const STATIC_SHARED: u64 = 48 * 1024;

/// An array of structs, one for each thread.
struct Structs<'a> {
    name: String,
    array: VarId,
    ty: Type,
    /// The type of all members, and how many they are.
    word: Type,
    words: u64,
    accesses: Vec<&'a Access>,
    stores: bool,
}

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
    let all = arrays(kernel)?;
    legality::is_plain(kernel)?;
    no_warp_functions(kernel)?;
    legality::grid_has_one_dimension(kernel)?;
    let Some([threads, 1, 1]) = kernel.found.block else {
        return refuse(span, "the number of threads of its blocks is not known");
    };
    let bytes: u64 = all.iter().filter_map(|one| padded_size(kernel, one)).map(|size| size * threads).sum();
    if bytes > STATIC_SHARED {
        return refuse(span, format!("its structs need more shared memory than {STATIC_SHARED} bytes"));
    }
    let (reason, predicted) = gain(kernel, &all)?;
    let frame = frame(kernel, &all)?;
    let body = kernel.range(kernel.program().stmts[kernel.found.body].span)?;
    let indent = format!("{}{INDENT}", kernel.indentation(body.end - 1));
    let tiles: String = all.iter().map(|one| format!("\n{indent}{}", tile(kernel, one, threads))).collect();
    patch.insert(body.start + 1, tiles);
    let copying = Copying { kernel, threads, guards: &frame.guards, indent: &indent };
    let mut before = "// The structs of the block come as words, side by side.\n".to_owned();
    for one in &all {
        before += &copying.text(one, true)?;
    }
    let _ = write!(before, "{indent}__syncthreads();\n{indent}");
    patch.insert(kernel.range(kernel.program().stmts[frame.first].span)?.start, before);
    for one in &all {
        for access in &one.accesses {
            let range = kernel.range(kernel.input.span(access.expr))?;
            patch.replace(range, format!("{}[threadIdx.x]{}", one.name, inner(one)));
        }
    }
    if all.iter().any(|one| one.stores) {
        put_back(&copying, &frame, &all, patch)?;
    }
    Ok(Applied { reason, predicted: Some(predicted), restricted: Vec::new() })
}

/// Is all that is strided a member of a thread's own struct?
pub(crate) fn are_all_that_is_strided(kernel: &Kernel<'_>) -> bool {
    let is_record = |access: &Access| {
        let ty = kernel.program().types.strip(kernel.program().exprs[access.expr].ty);
        matches!(kernel.program().types.kind(ty), TypeKind::Record(_))
    };
    kernel.strided().all(|(access, _)| access.loops.is_empty() && is_record(access))
}

/// The arrays of structs that strided accesses are to: all of them, and nothing else.
fn arrays<'a>(kernel: &Kernel<'a>) -> Result<Vec<Structs<'a>>, Refusal> {
    let mut all: Vec<Structs<'a>> = Vec::new();
    for (access, _) in kernel.strided() {
        if !all.iter().any(|one| one.array == access.place.var) {
            all.push(array(kernel, access)?);
        }
    }
    let span = kernel.program().functions[kernel.found.function].span;
    if all.is_empty() { refuse(span, "there are no structs") } else { Ok(all) }
}

fn array<'a>(kernel: &Kernel<'a>, strided: &Access) -> Result<Structs<'a>, Refusal> {
    let program = kernel.program();
    let (span, name) = (strided.span, kernel.input.name(strided.place.var));
    let ty = program.exprs[strided.expr].ty.unqualified();
    let Some((word, words)) = one_kind_of_member(kernel, ty) else {
        return refuse(span, format!("the elements of `{name}` are no structs of numbers of one type"));
    };
    let of_array = |access: &&'a Access| access.place.var == strided.place.var;
    let accesses: Vec<&Access> = kernel.costs.iter().map(|(access, _)| *access).filter(of_array).collect();
    for access in &accesses {
        if access.flat.is_none() || access.flat != strided.flat || access.expr == access.lvalue {
            return refuse(access.span, format!("`{name}` is accessed in another way here"));
        }
        if !access.loops.is_empty() {
            return refuse(access.span, format!("`{name}` is accessed in a loop"));
        }
        let others = kernel.costs.iter().map(|(other, _)| *other).filter(|other| !of_array(other));
        for other in others.filter(|other| access.mode.writes() || other.mode.writes()) {
            if legality::may_be_one(kernel, access, other) {
                let names = (name.as_str(), kernel.input.place_name(&Place::var(other.place.var)));
                return refuse(other.span, format!("`{}` and `{}` may be the same array", names.0, names.1));
            }
        }
    }
    if !is_own_element(kernel, strided) {
        return refuse(span, format!("a thread's struct of `{name}` is not next to its neighbour's"));
    }
    let stores = accesses.iter().any(|access| access.mode.writes());
    let name = kernel.fresh(&format!("{name}_tile"));
    Ok(Structs { name, array: strided.place.var, ty, word, words, accesses, stores })
}

/// Is it one struct further with each thread?
fn is_own_element(kernel: &Kernel<'_>, access: &Access) -> bool {
    let (Some(thread), Some(flat)) = (kernel.thread, &access.flat) else { return false };
    let symbols = kernel.symbols();
    flat.terms().iter().all(|(var, coefficient)| match symbols.factors(*var).contains(&thread) {
        true => *var == thread && *coefficient == 1,
        false => kernel.is_uniform_symbol(*var, 0),
    }) && flat.terms().iter().any(|(var, _)| *var == thread)
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

/// An odd number of words keeps the structs of neighbours in banks of their own.
fn is_padded(one: &Structs<'_>) -> bool {
    one.words.is_multiple_of(2)
}

fn padded_size(kernel: &Kernel<'_>, one: &Structs<'_>) -> Option<u64> {
    let word = kernel.program().size_of(one.word)?;
    Some((one.words + u64::from(is_padded(one))) * word)
}

fn tile(kernel: &Kernel<'_>, one: &Structs<'_>, threads: u64) -> String {
    let (ty, word) = (kernel.type_text(one.ty), kernel.type_text(one.word));
    match is_padded(one) {
        true => format!("__shared__ struct {{ {ty} of; {word} padding; }} {}[{threads}];", one.name),
        false => format!("__shared__ {ty} {}[{threads}];", one.name),
    }
}

/// What leads from an element of the tile to the struct.
fn inner(one: &Structs<'_>) -> &'static str {
    if is_padded(one) { ".of" } else { "" }
}

/// What it brings, and what is predicted.
fn gain(kernel: &Kernel<'_>, all: &[Structs<'_>]) -> Result<(String, (f64, f64, String)), Refusal> {
    let is_of = |one: &Structs<'_>, access: &Access| one.array == access.place.var;
    let ways = |access: &Access| if access.mode == analyze::AccessMode::Update { 2.0 } else { 1.0 };
    let price = |cost: &Cost| cost.transactions.unwrap_or(cost.fewest);
    let (mut now, mut then) = (0.0, 0.0);
    for one in all {
        let own = kernel.costs.iter().filter(|(access, _)| is_of(one, access));
        now += own.clone().map(|(access, cost)| ways(access) * price(cost)).sum::<f64>();
        let fewest = own.map(|(_, cost)| cost.fewest).fold(0.0, f64::max);
        then += fewest * one.words as f64 * if one.stores { 2.0 } else { 1.0 };
    }
    let span = all.first().and_then(|one| one.accesses.first()).map(|access| access.span);
    let span = span.unwrap_or(kernel.program().functions[kernel.found.function].span);
    if !all.iter().any(|one| one.stores) {
        return refuse(span, "structs that are only read come from the cache, one member after the other");
    }
    if then * 2.0 > now {
        let reason = "too few members are accessed: all of the structs would have to be carried";
        return refuse_with(span, reason, "an array for each member, or for each remainder, has no gaps");
    }
    let reason = format!(
        "structs go through shared memory as words: {now:.0} transactions of a warp before, {then:.0} after"
    );
    let is_other = |access: &Access| !all.iter().any(|one| is_of(one, access));
    let others = kernel.costs.iter().filter(|(access, _)| is_other(access));
    let other: f64 = others.map(|(access, cost)| ways(access) * price(cost)).sum();
    let words = all.iter().map(|one| one.words).max().unwrap_or(1);
    let (threads, size) = predict::threads_of_parts(words);
    // A transaction is 32 bytes, for 32 threads.
    let bytes = then + other;
    let before = predict::by_transactions(kernel.gpu, threads, bytes, now + other);
    let after = predict::through_shared(kernel.gpu, threads, bytes, then + other);
    Ok((reason, (before, after, size)))
}

/// The guards at the top, and where everything happens that has to do with the structs.
fn frame(kernel: &Kernel<'_>, all: &[Structs<'_>]) -> Result<Frame, Refusal> {
    let program = kernel.program();
    let body = kernel.found.body;
    let span = program.stmts[body].span;
    let StmtKind::Block(stmts) = &program.stmts[body].kind else { return refuse(span, "it has no body") };
    let touches = |stmt: &StmtId| {
        let is_below = |access: &&Access| program.stmts_below(*stmt).any(|below| below == access.stmt);
        all.iter().flat_map(|one| &one.accesses).any(is_below)
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
    for one in all {
        if !one.accesses.iter().any(|access| certain.contains(&access.expr)) {
            let name = kernel.input.name(one.array);
            return refuse(one.accesses[0].span, format!("`{name}` is accessed only under a condition"));
        }
    }
    let first = first.unwrap_or(used);
    let is_before =
        |below: StmtId| matches!(program.stmts[below].kind, StmtKind::Return(_)) && guard.is_none();
    if let Some(exit) = program.stmts_below(body).find(|below| is_before(*below)) {
        return refuse(program.stmts[exit].span, "threads leave here, and the barriers need all");
    }
    Ok(Frame { guards, first, guard, last })
}

/// Behind everything, the structs go back. Who would have left stays to help.
fn put_back(
    copying: &Copying<'_, '_>,
    frame: &Frame,
    all: &[Structs<'_>],
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
        let condition = condition_text(kernel, frame.guards[0], &|expr| kernel.spelled(expr, "threadIdx.x"))?;
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

/// Words about to be carried.
struct Copying<'k, 'a> {
    kernel: &'k Kernel<'a>,
    threads: u64,
    guards: &'k [Guard],
    indent: &'k str,
}

impl Copying<'_, '_> {
    /// The loop over the words of the block's structs.
    fn text(&self, one: &Structs<'_>, comes: bool) -> Result<String, Refusal> {
        let Copying { kernel, threads, indent, .. } = *self;
        let (element, row, word) = (kernel.fresh("e"), kernel.fresh("r"), kernel.fresh("w"));
        let (inner_indent, words) = (format!("{indent}{INDENT}"), one.words);
        let access: ExprId = one.accesses[0].expr;
        let mut found = Vec::new();
        for guard in self.guards {
            kernel.recomputed(guard.condition, false, &[], &mut found)?;
        }
        kernel.recomputed(access, true, &[], &mut found)?;
        let step = kernel.fresh("k");
        let mut out = format!(
            "#pragma unroll\n\
             {indent}for (unsigned {step} = 0; {step} < {words}; {step}++) {{\n\
             {inner_indent}const unsigned {element} = {step} * {threads} + threadIdx.x, {row} = {element} / {words}, {word} = {element} % {words};\n"
        );
        for (var, value) in found {
            let ty = kernel.type_text(kernel.program().vars[var].ty);
            let value = kernel.spelled(value, &row)?;
            let _ = writeln!(out, "{inner_indent}{ty} {} = {value};", kernel.input.name(var));
        }
        let mut conditions = Vec::new();
        for guard in self.guards {
            conditions
                .push(in_conjunction(&condition_text(kernel, *guard, &|expr| kernel.spelled(expr, &row))?));
        }
        let ty = kernel.type_text(one.word);
        let here = format!("(({ty} *)&{}[{row}]{})[{word}]", one.name, inner(one));
        let there = kernel.spelled(access, &row)?;
        let copied = match comes {
            true => format!("{here} = ((const {ty} *)&{there})[{word}];"),
            false => format!("(({ty} *)&{there})[{word}] = {here};"),
        };
        match conditions.is_empty() {
            true => out += &format!("{inner_indent}{copied}\n"),
            false => {
                let condition = conditions.join(" && ");
                let _ = writeln!(out, "{inner_indent}if ({condition})\n{inner_indent}{INDENT}{copied}");
            }
        }
        let _ = writeln!(out, "{indent}}}");
        Ok(out)
    }
}
