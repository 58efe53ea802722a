//! Functions that C++ overloads: which one a call means.
//!
//! ```c
//! atomicAdd(&histogram[i], 1u);      // unsigned int atomicAdd(unsigned int *, unsigned int)
//! max(a, 0.5f)                       // float max(float, float)
//! sqrt(x)                            // of a float, a float: unlike C
//! ```
//! C has no overloads, so each form in use becomes a function of its own, all
//! of one name. A call that fits no form is resolved as a call of the form in
//! the prelude, and reported as such.

use hir::{BuiltinType, CudaSpecs, ExprId, Function, FunctionId, FunctionType, Span, Symbol, Type, TypeKind};

use super::conversions::as_number;
use crate::resolver::Resolver;
use crate::scopes::Name;

/// Real functions of one to three reals, in `float` and in `double`.
pub(crate) const REAL_FUNCTIONS: &[(&str, usize)] = &[
    ("acos", 1),
    ("acosh", 1),
    ("asin", 1),
    ("asinh", 1),
    ("atan", 1),
    ("atan2", 2),
    ("atanh", 1),
    ("cbrt", 1),
    ("ceil", 1),
    ("copysign", 2),
    ("cos", 1),
    ("cosh", 1),
    ("cospi", 1),
    ("erf", 1),
    ("erfc", 1),
    ("exp", 1),
    ("exp10", 1),
    ("exp2", 1),
    ("expm1", 1),
    ("fabs", 1),
    ("fdim", 2),
    ("floor", 1),
    ("fma", 3),
    ("fmax", 2),
    ("fmin", 2),
    ("fmod", 2),
    ("hypot", 2),
    ("lgamma", 1),
    ("log", 1),
    ("log10", 1),
    ("log1p", 1),
    ("log2", 1),
    ("logb", 1),
    ("nearbyint", 1),
    ("nextafter", 2),
    ("pow", 2),
    ("rcbrt", 1),
    ("remainder", 2),
    ("rint", 1),
    ("round", 1),
    ("rsqrt", 1),
    ("sin", 1),
    ("sinh", 1),
    ("sinpi", 1),
    ("sqrt", 1),
    ("tan", 1),
    ("tanh", 1),
    ("tgamma", 1),
    ("trunc", 1),
];

/// How the types of a call follow from its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Family {
    /// `T f(T *, T, …)`
    Atomic,
    /// `T f(const T *)`
    Load,
    /// `T f(T, …)` for the common type of all arguments.
    Common,
    /// `float` for `float`s, `double` for anything else.
    Real,
    /// The argument at this place decides; it is the result too.
    ValueAt(usize),
    /// The argument at this place may have any type; the rest is fixed.
    AnyAt(usize),
    /// The argument at this place is the address of any pointer.
    AnyPointerAt(usize),
}

fn family(name: &str) -> Option<Family> {
    let is_real = |name: &str| REAL_FUNCTIONS.iter().any(|(known, _)| *known == name);
    Some(match name {
        _ if name.starts_with("atomic") => Family::Atomic,
        "__ldg" => Family::Load,
        "min" | "max" | "abs" => Family::Common,
        _ if is_real(name) => Family::Real,
        "__shfl_sync" | "__shfl_up_sync" | "__shfl_down_sync" | "__shfl_xor_sync" => Family::ValueAt(1),
        "__reduce_add_sync" | "__reduce_min_sync" | "__reduce_max_sync" => Family::ValueAt(1),
        "__shfl" | "__shfl_up" | "__shfl_down" | "__shfl_xor" => Family::ValueAt(0),
        "__match_any_sync" | "__match_all_sync" => Family::AnyAt(1),
        "cudaMemcpyToSymbol" | "cudaMemcpyToSymbolAsync" => Family::AnyAt(0),
        "cudaMemcpyFromSymbol" | "cudaMemcpyFromSymbolAsync" => Family::AnyAt(1),
        "cudaGetSymbolSize" | "cudaFuncGetAttributes" => Family::AnyAt(1),
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor" => Family::AnyAt(1),
        "cudaFuncSetAttribute" | "cudaFuncSetCacheConfig" => Family::AnyAt(0),
        "cudaMalloc" | "cudaMallocHost" | "cudaMallocManaged" | "cudaMallocPitch" => Family::AnyPointerAt(0),
        "cudaHostAlloc" | "cudaHostGetDevicePointer" | "cudaGetSymbolAddress" => Family::AnyPointerAt(0),
        _ => return None,
    })
}

/// Does CUDA have this function of its own for many types of numbers?
pub(super) fn has_forms(resolver: &Resolver<'_>, function: FunctionId) -> bool {
    let family = family(&resolver.sources.text(resolver.program.functions[function].name));
    matches!(family, Some(Family::Atomic | Family::Load | Family::Common | Family::Real | Family::ValueAt(_)))
}

/// The call, if the name is overloaded and the arguments fit a form of it.
pub(crate) fn overloaded_call(
    resolver: &mut Resolver<'_>,
    name: Symbol,
    args: &[ExprId],
    span: Span,
) -> Option<ExprId> {
    let family = family(&resolver.sources.text(name))?;
    // A function of the user's hides the one we know.
    let Some(Name::Function(known)) = resolver.scopes.name(name) else { return None };
    if !resolver.program.functions[known].builtin || args.iter().any(|&arg| resolver.is_error(arg)) {
        return None;
    }
    let base = resolver.program.function_type(known)?.clone();
    let mut args: Vec<ExprId> = match family {
        Family::Common | Family::Real => args.iter().map(|&arg| as_number(resolver, arg)).collect(),
        _ => args.to_vec(),
    };
    let ty = match family {
        Family::Atomic => atomic_form(resolver, &base, &args)?,
        Family::Load => {
            let target = resolver.program.types.pointee(resolver.ty(*args.first()?))?;
            let constant = target.unqualified().qualified(hir::Qualifiers::CONST);
            let pointer = resolver.program.types.pointer_to(constant);
            FunctionType { result: target.unqualified(), params: vec![pointer], ..base }
        }
        Family::Common => {
            let ty = common_type(resolver, &args)?;
            FunctionType { result: ty, params: vec![ty; base.params.len()], ..base }
        }
        Family::Real => {
            let all_float = args.iter().all(|&arg| builtin(resolver, arg) == Some(BuiltinType::Float));
            let ty = if all_float { Type::FLOAT } else { Type::DOUBLE };
            FunctionType { result: ty, params: vec![ty; base.params.len()], ..base }
        }
        Family::ValueAt(index) => {
            let ty = resolver.promoted_type(*args.get(index)?).unqualified();
            let params = with(&base.params, index, ty)?;
            FunctionType { result: ty, params, ..base }
        }
        Family::AnyAt(index) => {
            let ty = resolver.ty(*args.get(index)?).unqualified();
            let params = with(&base.params, index, ty)?;
            FunctionType { params, ..base }
        }
        Family::AnyPointerAt(index) => {
            let arg = args.get_mut(index)?;
            resolver.program.types.pointee(resolver.program.types.pointee(resolver.ty(*arg))?)?;
            *arg = resolver.convert(*arg, *base.params.get(index)?);
            base
        }
    };
    let function = form(resolver, known, ty);
    let callee =
        resolver.make(hir::ExprKind::Function(function), resolver.program.functions[function].ty, span);
    let callee = resolver.decay(callee);
    Some(resolver.call_with(callee, args, span))
}

fn atomic_form(resolver: &mut Resolver<'_>, base: &FunctionType, args: &[ExprId]) -> Option<FunctionType> {
    let target = resolver.program.types.pointee(resolver.ty(*args.first()?))?;
    let value = target.unqualified();
    if !resolver.program.types.is_arithmetic(value) {
        return None;
    }
    let mut params = vec![value; base.params.len()];
    // `volatile` stays: the pointer is passed as it is.
    *params.first_mut()? = resolver.program.types.pointer_to(target);
    Some(FunctionType { result: value, params, ..base.clone() })
}

/// The type all arguments are converted to, when they are numbers.
fn common_type(resolver: &mut Resolver<'_>, args: &[ExprId]) -> Option<Type> {
    let (&first, rest) = args.split_first()?;
    if !args.iter().all(|&arg| resolver.program.types.is_arithmetic(resolver.ty(arg))) {
        return None;
    }
    match rest.first() {
        Some(&second) => resolver.common_type(first, second),
        None => Some(resolver.promoted_type(first).unqualified()),
    }
}

fn builtin(resolver: &Resolver<'_>, expr: ExprId) -> Option<BuiltinType> {
    resolver.program.types.as_builtin(resolver.ty(expr))
}

/// The parameters with another type at one place.
fn with(params: &[Type], index: usize, ty: Type) -> Option<Vec<Type>> {
    let mut params = params.to_vec();
    *params.get_mut(index)? = ty;
    Some(params)
}

/// The form of `known` with these types; the one there is, or a new one.
fn form(resolver: &mut Resolver<'_>, known: FunctionId, ty: FunctionType) -> FunctionId {
    let ty = resolver.program.types.intern(TypeKind::Function(ty));
    let name = resolver.program.functions[known].name;
    let same = |function: &Function| function.builtin && function.name == name && function.ty == ty;
    if let Some((id, _)) = resolver.program.functions.iter().find(|(_, function)| same(function)) {
        return id;
    }
    let form = Function { ty, cuda: CudaSpecs::default(), ..resolver.program.functions[known].clone() };
    let id = resolver.program.functions.alloc(form);
    if let Some(defaults) = resolver.default_arguments.get(&known).cloned() {
        resolver.default_arguments.insert(id, defaults);
    }
    id
}
