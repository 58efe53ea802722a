//! Functions that touch memory or wait: barriers, atomics, loads of vectors, copies by the group,
//! results through pointers. What they do is reported where they are called.

use hir::{CudaSpecs, ExprId, ExprKind, Span, Type};

use super::functions::spelled;
use super::halves::half_call;
use super::shapes::{Lane, Shape};
use super::{call, cuda_call, helper_here, shape_of};
use crate::resolver::Resolver;

/// The call, if it is of such a function.
pub(super) fn memory_call(
    resolver: &mut Resolver<'_>,
    name: &str,
    args: &[ExprId],
    span: Span,
) -> Option<ExprId> {
    if matches!(name, "barrier" | "work_group_barrier" | "wait_group_events") {
        return cuda_call(resolver, "__syncthreads", Vec::new(), span);
    }
    if matches!(name, "mem_fence" | "read_mem_fence" | "write_mem_fence" | "prefetch") {
        let fence = if name == "prefetch" { "__threadfence_block" } else { "__threadfence" };
        return cuda_call(resolver, fence, Vec::new(), span);
    }
    if let Some(operation) = name.strip_prefix("atomic_").or_else(|| name.strip_prefix("atom_")) {
        return atomic(resolver, operation, args, span);
    }
    half_call(resolver, name, args, span)
        .or_else(|| load(resolver, name, args, span))
        .or_else(|| store(resolver, name, args, span))
        .or_else(|| group_copy(resolver, name, args, span))
        .or_else(|| through_pointer(resolver, name, args, span))
}

fn atomic(resolver: &mut Resolver<'_>, operation: &str, args: &[ExprId], span: Span) -> Option<ExprId> {
    let (name, wanted) = match operation {
        "add" => ("atomicAdd", 2),
        "sub" => ("atomicSub", 2),
        "xchg" => ("atomicExch", 2),
        "min" => ("atomicMin", 2),
        "max" => ("atomicMax", 2),
        "and" => ("atomicAnd", 2),
        "or" => ("atomicOr", 2),
        "xor" => ("atomicXor", 2),
        "cmpxchg" => ("atomicCAS", 3),
        "inc" => ("atomicAdd", 1),
        "dec" => ("atomicSub", 1),
        _ => return None,
    };
    if args.len() != wanted {
        return None;
    }
    let mut args = args.to_vec();
    if wanted == 1 {
        args.push(resolver.make(ExprKind::Int { value: 1, text: None }, Type::INT, span));
    }
    cuda_call(resolver, name, args, span)
}

/// The lane of `vloadN` and `vstoreN`, by the pointer.
fn pointed(resolver: &Resolver<'_>, pointer: ExprId, name: &str, verb: &str) -> Option<Shape> {
    let lanes: usize = name.strip_prefix(verb)?.parse().ok()?;
    let target = resolver.program.types.pointee(resolver.ty(pointer))?;
    let shape = Shape { lane: Lane::of(resolver, target)?, lanes };
    resolver.open_cl.types.contains_key(&shape).then_some(shape)
}

fn load(resolver: &mut Resolver<'_>, name: &str, args: &[ExprId], span: Span) -> Option<ExprId> {
    let &[_, pointer] = args else { return None };
    let shape = pointed(resolver, pointer, name, "vload")?;
    let function = helper_here(resolver, span, |here| {
        let (ty, lane, lanes) = (shape.name(), shape.lane.name(), shape.lanes);
        let body: String =
            (0..lanes).map(|at| format!("r.{} = p[{lanes} * i + {at}]; ", shape.member(at))).collect();
        format!(
            "static inline {ty} {here}(size_t i, const volatile {lane} *p) {{ {ty} r; {body}return r; }}\n"
        )
    })?;
    Some(call(resolver, function, args.to_vec(), span))
}

fn store(resolver: &mut Resolver<'_>, name: &str, args: &[ExprId], span: Span) -> Option<ExprId> {
    let &[_, _, pointer] = args else { return None };
    let shape = pointed(resolver, pointer, name, "vstore")?;
    let function = helper_here(resolver, span, |here| {
        let (ty, lane, lanes) = (shape.name(), shape.lane.name(), shape.lanes);
        let body: String =
            (0..lanes).map(|at| format!("p[{lanes} * i + {at}] = v.{}; ", shape.member(at))).collect();
        format!("static inline void {here}({ty} v, size_t i, volatile {lane} *p) {{ {body}}}\n")
    })?;
    Some(call(resolver, function, args.to_vec(), span))
}

/// `async_work_group_copy`: all threads of the group copy, and are waited for.
fn group_copy(resolver: &mut Resolver<'_>, name: &str, args: &[ExprId], span: Span) -> Option<ExprId> {
    let is_strided = name == "async_work_group_strided_copy";
    if !(is_strided && args.len() == 5 || name == "async_work_group_copy" && args.len() == 4) {
        return None;
    }
    let target = resolver.program.types.pointee(resolver.ty(args[0]))?;
    let ty = spelled(resolver, target)?;
    let stride = if is_strided { ", size_t stride" } else { "" };
    let from = if is_strided { "from[i * stride]" } else { "from[i]" };
    let function = helper_here(resolver, span, |here| {
        format!(
            "static inline event_t {here}({ty} *to, const {ty} *from, size_t n{stride}, event_t e) {{ \
             size_t all = get_local_size(0) * get_local_size(1) * get_local_size(2); \
             size_t at = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0); \
             for (size_t i = at; i < n; i += all) to[i] = {from}; return e; }}\n"
        )
    })?;
    resolver.program.functions[function].cuda = CudaSpecs::DEVICE;
    Some(call(resolver, function, args.to_vec(), span))
}

/// Functions with a second result: `sincos`, `fract`, `modf`.
fn through_pointer(resolver: &mut Resolver<'_>, name: &str, args: &[ExprId], span: Span) -> Option<ExprId> {
    let name = name.strip_prefix("native_").unwrap_or(name);
    let &[value, pointer] = args else { return None };
    let (body, second) = match name {
        "sincos" => ("*p = cos(a); return sin(a);", None),
        "fract" => ("*p = floor(a); return fmin(a - *p, one);", None),
        "modf" => ("*p = trunc(a); return a - *p;", None),
        "frexp" => (
            "if (a == 0 || a - a != 0) { *p = 0; return a; } int e = (int)logb(a) + 1; *p = e; return a * exp2((T)-e);",
            Some(Lane::Int),
        ),
        _ => return None,
    };
    resolver.program.types.pointee(resolver.ty(pointer))?;
    let whole = shape_of(resolver, value);
    let lane = match whole {
        Some(shape) => shape.lane,
        None => Lane::of(resolver, resolver.ty(value))
            .map(|lane| if lane.is_real() { lane } else { Lane::Float })?,
    };
    let second = second.unwrap_or(lane);
    let word = lane.name();
    let one = if lane == Lane::Float { "0x1.fffffep-1f" } else { "0x1.fffffffffffffp-1" };
    let body = body.replace("(T)", &format!("({word})")).replace("one", one);
    let function = helper_here(resolver, span, |here| match whole {
        None => format!("static inline {word} {here}({word} a, {} *p) {{ {body} }}\n", second.name()),
        Some(shape) => {
            let (ty, pointed) = (shape.name(), shape.with(second).name());
            let lane = |at| {
                let m = shape.member(at);
                format!("r.{m} = {name}(a.{m}, &second); p->{m} = second; ")
            };
            let lanes: String = (0..shape.lanes).map(lane).collect();
            let second = second.name();
            format!(
                "static inline {ty} {here}({ty} a, {pointed} *p) {{ {ty} r; {second} second; {lanes}return r; }}\n"
            )
        }
    })?;
    Some(call(resolver, function, args.to_vec(), span))
}
