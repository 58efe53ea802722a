//! Kernels of a CUDA file in the words of the lowering, from where [`super::legalize`] goes on.
//!
//! ```text
//! threadIdx.x                     the thread's index, which the printer spells
//! atomicAdd(&bins[i], 1)          atomic_add(&bins[i], 1)
//! atomicAdd(&sum, 0.5f)           atomic_sum_float(&sum, 0.5f)      by compare-and-swap
//! __expf(x), __ldg(&a[i])         native_exp(x), a[i]
//! warpSize                        32
//! float3                          packed_float3, a struct
//! ```

use std::collections::HashSet;

use hir::{
    Axis, Builder, BuiltinType, CudaSpecs, Expr, ExprId, ExprKind, FunctionId, GridQuery, Linkage, Node,
    ReductionOp, StmtId, StmtKind, Type, TypeKind, VarId, VarStorage,
};

use super::{Refusal, packed};
use crate::Language;
use crate::cuda::Helpers;
use crate::cuda::combining::Helper;

/// Rewrites the kernels and all that they call, in place; returns the functions that were added.
pub fn prepare(b: &mut Builder<'_>, kernels: &[FunctionId]) -> Result<Helpers, Refusal> {
    let mut helpers = Helpers::new(Language::OpenCl, b.sources);
    packed::rename(b);
    for &kernel in kernels {
        // The host finds it by its name.
        let kernel = &mut b.program.functions[kernel];
        (kernel.is_static, kernel.is_inline) = (false, false);
    }
    let reached = Linkage::new(b.program).reached(b.program, kernels.iter().copied(), |_| true);
    for function in reached {
        refuse_parameters(b, function, kernels)?;
        let Some(body) = b.program.functions[function].body else { continue };
        hoist_shared(b, body);
        let alone: HashSet<ExprId> = (b.program.nodes(body))
            .filter_map(|node| match node {
                Node::Stmt(stmt) => Some(stmt),
                Node::Expr(_) => None,
            })
            .filter_map(|stmt| match b.program.stmts[stmt].kind {
                StmtKind::Expr(expr) => Some(expr),
                _ => None,
            })
            .collect();
        let exprs: Vec<ExprId> = b.program.exprs_below(body).collect();
        for expr in exprs {
            word(b, &mut helpers, expr, alone.contains(&expr))?;
        }
    }
    Ok(helpers)
}

/// Shared memory is declared in the outermost block of a kernel.
fn hoist_shared(b: &mut Builder<'_>, body: StmtId) {
    let StmtKind::Block(mut stmts) = b.program.stmts[body].kind.clone() else { return };
    let is_shared = |stmt: &StmtId| {
        let mut declared = b.program.declared(*stmt);
        declared.any(|var| b.program.vars[var].cuda.has(CudaSpecs::SHARED))
    };
    let nested: Vec<StmtId> =
        b.program.stmts_below(body).filter(|stmt| !stmts.contains(stmt)).filter(is_shared).collect();
    for stmt in nested {
        let kind = std::mem::replace(&mut b.program.stmts[stmt].kind, StmtKind::Block(Vec::new()));
        let moved = b.stmt(kind);
        stmts.insert(0, moved);
    }
    b.program.stmts[body].kind = StmtKind::Block(stmts);
}

/// A buffer has no address that could stand in another one, or in a struct.
fn refuse_parameters(b: &Builder<'_>, function: FunctionId, kernels: &[FunctionId]) -> Result<(), Refusal> {
    let types = &b.program.types;
    let has_pointer = |ty: Type| {
        types.is_pointer(ty)
            || types.as_record(ty).is_some_and(|record| {
                let mut fields = b.program.records[record].fields.iter().flatten();
                fields.any(|field| types.is_pointer(field.ty))
            })
    };
    for &param in b.program.functions[function].params.iter().filter(|_| kernels.contains(&function)) {
        let ty = b.program.vars[param].ty;
        let target = match types.stripped(ty) {
            TypeKind::Pointer(target) => *target,
            _ if types.as_record(ty).is_some() => ty,
            _ => continue,
        };
        if has_pointer(target) {
            let message =
                String::from("a kernel of OpenCL 1.2 cannot be given pointers in memory or in a struct");
            let help = "pass each pointer as an argument of its own";
            return Err(Refusal::new(b.program.vars[param].span, message, help));
        }
    }
    Ok(())
}

fn word(b: &mut Builder<'_>, helpers: &mut Helpers, expr: ExprId, is_alone: bool) -> Result<(), Refusal> {
    let Expr { kind, ty, span } = b.program.exprs[expr].clone();
    b.origin = span;
    let replaced = match kind {
        ExprKind::Member { base, field, .. } => index(b, base, field),
        // As in CUDA: what depends on more of warps than their size is refused by its functions.
        ExprKind::Var(var) if is_predefined(b, var) && b.name_of(var) == "warpSize" => Some(b.int(32)),
        ExprKind::Call { callee, ref args } => {
            let called = b.program.called_function(callee);
            let Some(called) = called.filter(|called| b.program.functions[*called].builtin) else {
                return Ok(());
            };
            let name = b.sources.text(b.program.functions[called].name).into_owned();
            match name.strip_prefix("atomic") {
                Some(_) => Some(atomic(b, helpers, (expr, &name, args), is_alone)?),
                None => function(b, &name, args, ty),
            }
        }
        _ => None,
    };
    if let Some(replaced) = replaced {
        b.program.exprs[expr].kind = b.program.exprs[replaced].kind.clone();
    }
    Ok(())
}

fn is_predefined(b: &Builder<'_>, var: VarId) -> bool {
    b.program.vars[var].storage == VarStorage::Predefined
}

/// `threadIdx.x`
fn index(b: &mut Builder<'_>, base: ExprId, field: u32) -> Option<ExprId> {
    let var = b.program.variable_of(base)?;
    if !is_predefined(b, var) {
        return None;
    }
    let query = match b.name_of(var).as_str() {
        "threadIdx" => GridQuery::ThreadIndex,
        "blockIdx" => GridQuery::BlockIndex,
        "blockDim" => GridQuery::BlockSize,
        "gridDim" => GridQuery::GridSize,
        _ => return None,
    };
    let axis = match field {
        0 => Axis::X,
        1 => Axis::Y,
        _ => Axis::Z,
    };
    Some(b.grid(query, axis))
}

/// Functions that OpenCL C has no word for; the port brings them along, by another name.
pub const FROM_CUDA: [&str; 22] = [
    "__ffs",
    "__ffsll",
    "__brev",
    "__brevll",
    "__byte_perm",
    "__funnelshift_l",
    "__funnelshift_r",
    "__sad",
    "__usad",
    "__saturatef",
    "rcbrtf",
    "rcbrt",
    "__fadd_rn",
    "__fsub_rn",
    "__fmul_rn",
    "__fdiv_rn",
    "__frcp_rn",
    "__dadd_rn",
    "__dsub_rn",
    "__dmul_rn",
    "__ddiv_rn",
    "__drcp_rn",
];

/// The name that such a function has there.
pub fn library_name(name: &str) -> String {
    format!("cuda_{}", name.trim_start_matches('_'))
}

/// `__float2int_rn(x)` is `convert_int_sat(rint(x))`: CUDA's conversions stop at the ends of a type, too. With a
/// direction, `convert_int_sat_rte(x)`, PoCL 3.1 does not come back from numbers beyond them.
fn conversion(b: &mut Builder<'_>, name: &str, args: &[ExprId], ty: Type) -> Option<ExprId> {
    let (from, rest) = name.strip_prefix("__")?.split_once('2')?;
    let (to, direction) = rest.rsplit_once('_')?;
    let number = |name| match name {
        "float" | "double" | "int" | "uint" => Some(name),
        "ll" => Some("long"),
        "ull" => Some("ulong"),
        _ => None,
    };
    let (whole, mode) = match direction {
        "rn" => (Some("rint"), "rte"),
        "rz" => (None, "rtz"),
        "ru" => (Some("ceil"), "rtp"),
        "rd" => (Some("floor"), "rtn"),
        _ => return None,
    };
    let (to, &[arg]) = (number(to)?, args) else { return None };
    number(from)?;
    if matches!(to, "float" | "double") {
        return Some(b.call(&format!("convert_{to}_{mode}"), vec![arg], ty));
    }
    let of = b.program.exprs[arg].ty.unqualified();
    let arg = match whole {
        Some(whole) => b.call(whole, vec![arg], of),
        None => arg,
    };
    Some(b.call(&format!("convert_{to}_sat"), vec![arg], ty))
}

/// `*sine = sincos(x, cosine)`
pub(super) fn sine_and_cosine(b: &mut Builder<'_>, args: &[ExprId]) -> Option<ExprId> {
    let &[x, sine, cosine] = args else { return None };
    let ty = b.program.types.pointee(b.program.exprs[sine].ty)?.unqualified();
    let rhs = b.call("sincos", vec![x, cosine], ty);
    let place = match b.program.exprs[sine].kind {
        ExprKind::AddrOf(place) => place,
        _ => b.expr(ExprKind::Deref(sine), ty),
    };
    Some(b.expr(ExprKind::Assign { lhs: place, rhs }, ty))
}

/// Functions of the device other than atomic ones.
fn function(b: &mut Builder<'_>, name: &str, args: &[ExprId], ty: Type) -> Option<ExprId> {
    let fences = "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE";
    let renamed = match name {
        "__syncthreads" | "__threadfence_block" | "__threadfence" => {
            let text = if name == "__threadfence" { "CLK_GLOBAL_MEM_FENCE" } else { fences };
            let text = Some(b.symbol(text));
            let flags = b.expr(ExprKind::Int { value: 3, text }, Type::INT);
            let function = if name == "__syncthreads" { "barrier" } else { "mem_fence_of" };
            return Some(b.call(function, vec![flags], ty));
        }
        "__ldg" => {
            let target = b.program.types.pointee(b.program.exprs[*args.first()?].ty)?;
            return Some(b.expr(ExprKind::Deref(args[0]), target.unqualified()));
        }
        "__float_as_int" => "as_int",
        "__float_as_uint" => "as_uint",
        "__int_as_float" | "__uint_as_float" => "as_float",
        "__double_as_longlong" => "as_long",
        "__longlong_as_double" => "as_double",
        "__mul24" | "__umul24" => "mul24",
        "__mulhi" | "__umulhi" | "__mul64hi" | "__umul64hi" => "mul_hi",
        "__fmaf_rn" | "__fma_rn" => "fma",
        "umin" => "min",
        "umax" => "max",
        "__fsqrt_rn" => "sqrtf",
        "__dsqrt_rn" => "sqrt",
        "__frsqrt_rn" => "rsqrtf",
        "sincos" | "sincosf" | "__sincosf" => return sine_and_cosine(b, args),
        _ if FROM_CUDA.contains(&name) => return Some(b.call(&library_name(name), args.to_vec(), ty)),
        _ => {
            let known = [
                "__expf",
                "__exp10f",
                "__logf",
                "__log2f",
                "__log10f",
                "__sinf",
                "__cosf",
                "__tanf",
                "__powf",
                "__fdividef",
            ];
            let known = known.into_iter().find(|known| *known == name);
            if let Some(known) = known {
                Language::OpenCl.fast_function(known)
            } else {
                return conversion(b, name, args, ty).or_else(|| vector(b, name, args, ty));
            }
        }
    };
    Some(b.call(renamed, args.to_vec(), ty))
}

/// `make_float4(x, y, z, w)` is `(float4)(x, y, z, w)`.
fn vector(b: &mut Builder<'_>, name: &str, args: &[ExprId], ty: Type) -> Option<ExprId> {
    let made = name.strip_prefix("make_")?;
    let function = if packed::is_packed(made) { packed::maker(made) } else { format!("({made})") };
    Some(b.call(&function, args.to_vec(), ty))
}

/// An atomic operation, by the type of what it changes.
fn atomic(
    b: &mut Builder<'_>,
    helpers: &mut Helpers,
    (call, name, args): (ExprId, &str, &[ExprId]),
    is_alone: bool,
) -> Result<ExprId, Refusal> {
    use BuiltinType as B;
    let Expr { ty, span, .. } = b.program.exprs[call];
    let refused = |what: &str| {
        let message = format!("`{name}` of `{what}` is not translated to OpenCL");
        Refusal::new(
            span,
            message,
            "write it with `atomicCAS` or `atomicAdd` of an `int`, or use `--target cuda`",
        )
    };
    let of = b.program.types.as_builtin(ty).ok_or_else(|| refused("this type"))?;
    let name = name.trim_end_matches("_block");
    let is_word = matches!(of, B::Int | B::UInt);
    let is_wide = matches!(of, B::LongLong | B::ULongLong | B::Long | B::ULong);
    let direct = match name {
        "atomicAdd" if is_word => Some("atomic_add"),
        "atomicSub" if is_word => Some("atomic_sub"),
        "atomicMin" if is_word => Some("atomic_min"),
        "atomicMax" if is_word => Some("atomic_max"),
        "atomicAnd" if is_word => Some("atomic_and"),
        "atomicOr" if is_word => Some("atomic_or"),
        "atomicXor" if is_word => Some("atomic_xor"),
        "atomicExch" if is_word || of == B::Float => Some("atomic_xchg"),
        "atomicCAS" if is_word => Some("atomic_cmpxchg"),
        "atomicAdd" if is_wide => Some("atom_add"),
        "atomicSub" if is_wide => Some("atom_sub"),
        "atomicExch" if is_wide => Some("atom_xchg"),
        "atomicCAS" if is_wide => Some("atom_cmpxchg"),
        _ => None,
    };
    if let Some(direct) = direct {
        return Ok(b.call(direct, args.to_vec(), ty));
    }
    if matches!(name, "atomicInc" | "atomicDec") && is_word {
        let helper = Helper::AtomicWrap { is_up: name == "atomicInc" };
        return Ok(helpers.call(b, helper, Type::UINT, args.to_vec()));
    }
    let op = match name {
        "atomicAdd" => ReductionOp::Add,
        "atomicMin" => ReductionOp::Min,
        "atomicMax" => ReductionOp::Max,
        "atomicAnd" => ReductionOp::BitAnd,
        "atomicOr" => ReductionOp::BitOr,
        "atomicXor" => ReductionOp::BitXor,
        _ => return Err(refused(of.text())),
    };
    let helper = if is_alone { Helper::Atomic(op) } else { Helper::AtomicFetch(op) };
    Ok(helpers.call(b, helper, Type::builtin(of), args.to_vec()))
}
