//! Functions of the user's that share a name: which one a call means.
//!
//! ```c++
//! __device__ float3 operator+(float3 a, float3 b) { … }    // operator_plus_float3_float3
//! __device__ float4 make_float4(float3 a, float w) { … }   // make_float4_float3_float
//! ```
//! The first function of a name keeps it; each further one, and every operator,
//! has the types of its parameters behind it, because C has one function to a
//! name. A call means the function whose parameters fit its arguments best, by
//! C++'s order: the type itself, a promotion, a conversion.

use diagnostics::Diagnostic;
use diagnostics::codes::NO_OVERLOAD;
use hir::{
    BuiltinType, CudaSpecs, ExprId, ExprKind, Function, FunctionId, Qualifiers, Span, Symbol, Type, TypeKind,
};

use super::classes::is_derived;
use super::conversions::is_converted;
use super::overloads::has_forms;
use crate::resolver::Resolver;
use crate::scopes::Name;
use crate::type_text::type_text;

/// The function that a declaration declares again, among those of its name;
/// `None` if it is another one.
pub(crate) fn declared_again(
    resolver: &Resolver<'_>,
    first: FunctionId,
    declared: &Function,
    written: Symbol,
) -> Option<FunctionId> {
    let is_c = |function: &Function| function.cuda.has(CudaSpecs::EXTERN_C);
    let known = &resolver.program.functions[first];
    if !resolver.options.cuda
        || is_c(declared)
        || (is_c(known) && !known.builtin)
        || (resolver.in_system_header(declared.span) && !declared.cuda.has(CudaSpecs::DEVICE))
    {
        return Some(first);
    }
    let all = set(resolver, written, first);
    all.into_iter()
        .find(|&function| same_parameters(resolver, resolver.program.functions[function].ty, declared.ty))
}

/// All functions of a name.
fn set(resolver: &Resolver<'_>, written: Symbol, first: FunctionId) -> Vec<FunctionId> {
    resolver.overloads.get(&written).cloned().unwrap_or_else(|| vec![first])
}

fn same_parameters(resolver: &Resolver<'_>, a: Type, b: Type) -> bool {
    let (TypeKind::Function(a), TypeKind::Function(b)) = (resolver.kind(a), resolver.kind(b)) else {
        return true;
    };
    a.variadic == b.variadic
        && a.params.len() == b.params.len()
        && a.params
            .iter()
            .zip(&b.params)
            .all(|(&a, &b)| resolver.compatible(a.unqualified(), b.unqualified()))
}

/// Adds a further function of a name.
pub(crate) fn add_overload(
    resolver: &mut Resolver<'_>,
    first: Option<FunctionId>,
    mut declared: Function,
    written: Symbol,
) -> FunctionId {
    declared.name = mangled(resolver, written, declared.ty);
    let function = resolver.program.functions.alloc(declared);
    let set = resolver.overloads.entry(written).or_default();
    if set.is_empty() {
        set.extend(first);
    }
    set.push(function);
    function
}

/// Is the name one that C cannot have?
pub(crate) fn is_operator(resolver: &Resolver<'_>, written: Symbol) -> bool {
    resolver.options.cuda && operator_word(&resolver.text(written)).is_some()
}

/// `make_float4_float3_float`: a name that C can have and a reader can tell.
fn mangled(resolver: &mut Resolver<'_>, written: Symbol, ty: Type) -> Symbol {
    let text = resolver.text(written);
    let mut name = match operator_word(&text) {
        Some(word) => format!("operator_{word}"),
        None => text,
    };
    let params = match resolver.kind(ty) {
        TypeKind::Function(ty) => ty.params.clone(),
        _ => Vec::new(),
    };
    for param in params {
        name.push('_');
        let text = type_text(resolver.program, resolver.sources, param.unqualified());
        let text = text.replace("struct ", "").replace("const ", "").replace(" *", "_pointer");
        name.extend(text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }));
    }
    free_name(resolver, name)
}

/// The name, or one like it that nothing has yet.
pub(super) fn free_name(resolver: &mut Resolver<'_>, name: String) -> Symbol {
    let mut name = name;
    let mut symbol = resolver.sources.symbols.intern(name.as_bytes());
    while resolver.scopes.name(symbol).is_some() || resolver.linked.contains_key(&symbol) {
        name.push('_');
        symbol = resolver.sources.symbols.intern(name.as_bytes());
    }
    resolver.linked.insert(symbol, Name::Error);
    symbol
}

fn operator_word(name: &str) -> Option<&'static str> {
    Some(match name.strip_prefix("operator")? {
        "+" => "plus",
        "-" => "minus",
        "*" => "times",
        "/" => "over",
        "%" => "rest",
        "==" => "equal",
        "!=" => "unequal",
        "<" => "less",
        ">" => "greater",
        "<=" => "at_most",
        ">=" => "at_least",
        "+=" => "add",
        "-=" => "subtract",
        "*=" => "multiply",
        "/=" => "divide",
        "%=" => "reduce",
        "=" => "assign",
        "[]" => "element",
        "()" => "call",
        "!" => "not",
        "~" => "complement",
        "&" => "and",
        "|" => "or",
        "^" => "xor",
        "<<" => "left",
        ">>" => "right",
        "&&" => "both",
        "||" => "either",
        "++" => "increment",
        "--" => "decrement",
        _ => return None,
    })
}

/// Of which functions one is to be chosen.
pub(super) struct Candidates<'s> {
    /// As it is written.
    pub(super) name: &'s str,
    /// The functions.
    pub(super) functions: &'s [FunctionId],
    /// Parameters that are no arguments of the call: the object.
    pub(super) skipped: usize,
}

/// The function that fits best; `None` if none fits, and with a report if
/// several do.
pub(super) fn best(
    resolver: &mut Resolver<'_>,
    candidates: &Candidates<'_>,
    args: &[ExprId],
    span: Span,
) -> Result<Option<FunctionId>, Reported> {
    let mut fitting: Vec<(FunctionId, Vec<u32>)> = Vec::new();
    for &function in candidates.functions {
        if let Some(ranks) = ranks(resolver, function, candidates.skipped, args) {
            fitting.push((function, ranks));
        }
    }
    // What needs a class to convert is never better than what does not.
    let by_class = |(_, ranks): &(FunctionId, Vec<u32>)| ranks.iter().any(|&rank| rank >= BY_CLASS);
    if !fitting.iter().all(by_class) {
        fitting.retain(|candidate| !by_class(candidate));
    }
    let is_better = |a: &[u32], b: &[u32]| a.iter().zip(b).all(|(a, b)| a <= b) && a != b;
    let is_best = |(function, ranks): &&(FunctionId, Vec<u32>)| {
        fitting.iter().all(|(other, others)| other == function || is_better(ranks, others))
    };
    if let Some((function, _)) = fitting.iter().find(is_best) {
        return Ok(Some(*function));
    }
    if fitting.is_empty() {
        return Ok(None);
    }
    let message = format!("several functions called `{}` fit this call equally well", candidates.name);
    let mut diagnostic = Diagnostic::new(&NO_OVERLOAD, span, message);
    for (function, _) in &fitting {
        let place = resolver.program.functions[*function].span;
        if !resolver.in_system_header(place) {
            diagnostic = diagnostic.related(place, "this one does");
        }
    }
    resolver.report(diagnostic.help("cast an argument to the type of a parameter"));
    Err(Reported)
}

pub(super) struct Reported;

/// Does a function take the arguments as they are?
pub(super) fn fits_exactly(
    resolver: &mut Resolver<'_>,
    functions: &[FunctionId],
    skipped: usize,
    args: &[ExprId],
) -> bool {
    functions.iter().any(|&function| {
        ranks(resolver, function, skipped, args)
            .is_some_and(|ranks| ranks.iter().all(|&rank| rank <= QUALIFIED))
    })
}

/// How well each argument fits; `None` if one does not.
fn ranks(
    resolver: &mut Resolver<'_>,
    function: FunctionId,
    skipped: usize,
    args: &[ExprId],
) -> Option<Vec<u32>> {
    let ty = resolver.program.function_type(function)?.clone();
    let params = ty.params.get(skipped..)?;
    let has_default = |index: usize| {
        let defaults = resolver.default_arguments.get(&function);
        defaults.is_some_and(|defaults| defaults.get(index + skipped).copied().flatten().is_some())
    };
    if args.len() > params.len() && !ty.variadic
        || (args.len()..params.len()).any(|index| !has_default(index))
    {
        return None;
    }
    // What CUDA has in many forms takes any numbers.
    if resolver.program.functions[function].builtin && has_forms(resolver, function) {
        let types = &resolver.program.types;
        let mut fits = args.iter().map(|&arg| resolver.ty(arg));
        let all = fits
            .all(|ty| types.is_arithmetic(ty) || types.pointee(ty).is_some_and(|to| types.is_arithmetic(to)));
        return all.then(|| vec![1; args.len()]);
    }
    let references = resolver.reference_params.get(&function).cloned().unwrap_or_default();
    let rank_of = |resolver: &mut Resolver<'_>, (index, &arg): (usize, &ExprId)| {
        let Some(&param) = params.get(index) else { return Some(CONVERTED + 1) };
        match references.get(index + skipped) {
            Some(true) => reference_rank(resolver, arg, param),
            _ => value_rank(resolver, arg, param),
        }
    };
    args.iter().enumerate().map(|arg| rank_of(resolver, arg)).collect()
}

const EXACT: u32 = 0;
/// The same, seen as a constant.
const QUALIFIED: u32 = 1;
const PROMOTED: u32 = 2;
pub(super) const CONVERTED: u32 = 3;
/// By what a class defines.
const BY_CLASS: u32 = 4;

fn reference_rank(resolver: &mut Resolver<'_>, arg: ExprId, param: Type) -> Option<u32> {
    let target = resolver.program.types.pointee(param)?;
    let is_const = target.quals.has(Qualifiers::CONST);
    let given = resolver.ty(arg);
    let is_same = resolver.compatible(given.unqualified(), target.unqualified());
    let has_place = resolver.is_lvalue(arg) && !given.quals.has(Qualifiers::CONST);
    if is_derived(resolver, given, target) {
        return (has_place || is_const).then_some(CONVERTED);
    }
    match (is_same, is_const) {
        (true, false) if has_place => Some(EXACT),
        (true, false) => resolver.ast.has_classes.then_some(BY_CLASS + 1),
        (true, true) => Some(if has_place { QUALIFIED } else { EXACT }),
        (false, true) => value_rank(resolver, arg, target.unqualified()),
        (false, false) => None,
    }
}

pub(super) fn value_rank(resolver: &mut Resolver<'_>, arg: ExprId, param: Type) -> Option<u32> {
    let arg = resolver.decay(arg);
    let (given, param) = (resolver.ty(arg).unqualified(), param.unqualified());
    if resolver.compatible(given, param) {
        return Some(EXACT);
    }
    if is_derived(resolver, given, param) {
        return Some(CONVERTED);
    }
    if is_converted(resolver, arg, param) {
        return Some(BY_CLASS);
    }
    let types = &resolver.program.types;
    if types.is_arithmetic(given) && types.is_arithmetic(param) {
        let is = |ty, builtin| types.as_builtin(ty) == Some(builtin);
        let promoted = resolver.promoted_type(arg);
        let is_promotion = resolver.compatible(promoted, param)
            || is(given, BuiltinType::Float) && is(param, BuiltinType::Double);
        return Some(if is_promotion { PROMOTED } else { CONVERTED });
    }
    let (Some(from), to) = (types.pointee(given), types.pointee(param)) else {
        return (types.is_pointer(param) && resolver.is_null_constant(arg)).then_some(CONVERTED);
    };
    let Some(to) = to else {
        return types.as_builtin(param).filter(|&b| b == BuiltinType::Bool).map(|_| CONVERTED);
    };
    let keeps = !from.quals.has(Qualifiers::CONST) || to.quals.has(Qualifiers::CONST);
    if resolver.compatible(from.unqualified(), to.unqualified()) {
        return keeps.then_some(QUALIFIED);
    }
    if is_derived(resolver, from, to) {
        return keeps.then_some(CONVERTED);
    }
    (keeps && resolver.program.types.is_void(to) || resolver.is_null_constant(arg)).then_some(CONVERTED)
}

/// `name(args)` where several functions have the name. The arguments are
/// resolved, not decayed; `None` if CUDA's own function is meant.
pub(crate) fn overload_call(
    resolver: &mut Resolver<'_>,
    name: Symbol,
    name_span: Span,
    args: &[ExprId],
    span: Span,
) -> Option<ExprId> {
    let functions = resolver.overloads.get(&name)?.clone();
    if args.iter().any(|&arg| resolver.is_error(arg)) {
        return Some(resolver.error_expr(span));
    }
    let text = resolver.text(name);
    let candidates = Candidates { name: &text, functions: &functions, skipped: 0 };
    let function = match best(resolver, &candidates, args, span) {
        Ok(Some(function)) => function,
        Ok(None) => {
            let diagnostic = none_fits(resolver, &candidates, args, span);
            resolver.report(diagnostic);
            return Some(resolver.error_expr(span));
        }
        Err(Reported) => return Some(resolver.error_expr(span)),
    };
    if resolver.program.functions[function].builtin {
        return None;
    }
    Some(call_of(resolver, function, name_span, args.to_vec(), span))
}

/// The overloaded kernel or function that a launch means.
pub(super) fn overloaded_callee(
    resolver: &mut Resolver<'_>,
    name: Symbol,
    name_span: Span,
    args: &[ExprId],
) -> Option<ExprId> {
    let functions = resolver.overloads.get(&name)?.clone();
    let text = resolver.text(name);
    let candidates = Candidates { name: &text, functions: &functions, skipped: 0 };
    let function = match best(resolver, &candidates, args, name_span) {
        Ok(Some(function)) => function,
        Ok(None) => *functions.first()?,
        Err(Reported) => return Some(resolver.error_expr(name_span)),
    };
    let ty = resolver.program.functions[function].ty;
    let callee = resolver.make(ExprKind::Function(function), ty, name_span);
    Some(resolver.decay(callee))
}

/// A call of a function with arguments that are not decayed yet.
pub(super) fn call_of(
    resolver: &mut Resolver<'_>,
    function: FunctionId,
    name_span: Span,
    args: Vec<ExprId>,
    span: Span,
) -> ExprId {
    let args = resolver.passed(function, args);
    let ty = resolver.program.functions[function].ty;
    let callee = resolver.make(ExprKind::Function(function), ty, name_span);
    let callee = resolver.decay(callee);
    resolver.plain_call(callee, args, span)
}

/// The types of arguments, for a message.
pub(super) fn given(resolver: &Resolver<'_>, args: &[ExprId]) -> String {
    let text = |&arg: &ExprId| type_text(resolver.program, resolver.sources, resolver.ty(arg));
    let types: Vec<String> = args.iter().map(|arg| format!("`{}`", text(arg))).collect();
    if types.is_empty() { "nothing".to_owned() } else { types.join(", ") }
}

pub(super) fn none_fits(
    resolver: &Resolver<'_>,
    candidates: &Candidates<'_>,
    args: &[ExprId],
    span: Span,
) -> Diagnostic {
    let message = format!("no function called `{}` takes {}", candidates.name, given(resolver, args));
    let mut diagnostic = Diagnostic::new(&NO_OVERLOAD, span, message);
    for &function in candidates.functions.iter().take(4) {
        let place = resolver.program.functions[function].span;
        if !resolver.in_system_header(place) {
            diagnostic = diagnostic.related(place, "this one does not");
        }
    }
    diagnostic
}
