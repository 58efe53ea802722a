//! `dim3(16, 16)`, `float(x)`, `vec3(1, 2, 3)` and `dim3 grid(n);`
//!
//! Of CUDA's types only `dim3` has a constructor; missing dimensions are 1. Those
//! of the user's structs are functions (see `methods`). For numbers, `T(x)` is
//! another way to write a cast; `T()` is zero, of structs without a constructor too.

use diagnostics::Diagnostic;
use diagnostics::codes::NO_CONSTRUCTOR;
use hir::{ExprId, ExprKind, Init, Qualifiers, Span, Type, Var, VarId, const_eval};
use syntax::ast;

use super::classes::is_derived;
use super::methods::{constructed, default_constructed, has_constructors};
use crate::conversions::Purpose;
use crate::resolver::Resolver;
use crate::type_text::type_text;

/// `T(args)`; the arguments are resolved and decayed.
pub(crate) fn construct(resolver: &mut Resolver<'_>, span: Span, ty: Type, args: Vec<ExprId>) -> ExprId {
    let is_copied = matches!(args[..], [value] if is_copy(resolver, ty, value));
    if !is_copied && let Some(made) = constructed(resolver, ty, &args, span) {
        return made;
    }
    match args[..] {
        _ if is_dim3(resolver, ty) && args.len() <= 3 => {
            let args = dimensions(resolver, args);
            resolver.make(ExprKind::Construct(args), ty, span)
        }
        [] if resolver.program.types.is_scalar(ty) => {
            let zero = resolver.make(ExprKind::Int { value: 0, text: None }, Type::INT, span);
            resolver.cast_value(zero, ty, span)
        }
        [] if resolver.program.types.as_record(ty).is_some() => {
            let init = Init::List { ty, entries: Vec::new(), span };
            resolver.make(ExprKind::CompoundLiteral { init: Box::new(init), is_static: false }, ty, span)
        }
        [value] if resolver.program.types.is_scalar(ty) => resolver.cast_value(value, ty, span),
        [value] if resolver.ast.has_classes && is_derived(resolver, resolver.ty(value), ty) => {
            resolver.assign_convert(value, ty, &Purpose::Init)
        }
        [value] if is_copy(resolver, ty, value) => value,
        _ => {
            let diagnostic = no_constructor(resolver, span, ty, args.len());
            resolver.report(diagnostic);
            resolver.error_expr(span)
        }
    }
}

/// `T name(args);`
pub(crate) fn construct_init(resolver: &mut Resolver<'_>, span: Span, ty: Type, args: Vec<ExprId>) -> Init {
    if is_dim3(resolver, ty) && args.len() <= 3 {
        return Init::Construct(dimensions(resolver, args));
    }
    match args[..] {
        [value] if resolver.program.types.is_scalar(ty) || is_copy(resolver, ty, value) => {
            Init::Expr(resolver.assign_convert(value, ty, &Purpose::Init))
        }
        _ => Init::Expr(construct(resolver, span, ty, args)),
    }
}

/// `dim3 g{4, 4}` and `dim3{4, 4}`: braces around values call the constructor.
pub(crate) fn is_constructor_list(resolver: &Resolver<'_>, ty: Type, list: &ast::InitializerList) -> bool {
    let is_value = |entry: &ast::InitializerEntry| {
        entry.designators.is_empty() && matches!(entry.value, ast::Initializer::Expr(_))
    };
    resolver.options.cuda
        && list.entries.iter().all(is_value)
        && (is_dim3(resolver, ty) && list.entries.len() <= 3 || has_constructors(resolver, ty))
}

/// The initialiser of such a variable.
pub(crate) fn constructor_list(resolver: &mut Resolver<'_>, ty: Type, list: &ast::InitializerList) -> Init {
    let args = values(resolver, list);
    construct_init(resolver, list.span, ty, args)
}

/// And the value of such an expression.
pub(crate) fn constructor_literal(
    resolver: &mut Resolver<'_>,
    ty: Type,
    list: &ast::InitializerList,
) -> ExprId {
    let args = values(resolver, list);
    construct(resolver, list.span, ty, args)
}

fn values(resolver: &mut Resolver<'_>, list: &ast::InitializerList) -> Vec<ExprId> {
    let mut values = Vec::new();
    for entry in &list.entries {
        if let ast::Initializer::Expr(value) = entry.value {
            values.push(resolver.rvalue(value));
        }
    }
    values
}

/// `const int n = 4;` is a constant in C++, for array lengths and the like.
pub(crate) fn note_constant(resolver: &mut Resolver<'_>, var: VarId) {
    let Var { ty, init, .. } = &resolver.program.vars[var];
    let is_constant = ty.quals.has(Qualifiers::CONST) && !ty.quals.has(Qualifiers::VOLATILE);
    let Some(Init::Expr(value)) = init else { return };
    if is_constant
        && resolver.program.types.is_integer(*ty)
        && let Some(value) = const_eval::integer(resolver.program, *value)
    {
        resolver.program.constants.insert(var, value);
    }
}

/// `T name;`: as a constructor without arguments makes it, a `dim3` (1, 1, 1).
pub(crate) fn default_init(resolver: &mut Resolver<'_>, var: VarId, span: Span) -> Option<Init> {
    if is_dim3(resolver, resolver.program.vars[var].ty) {
        return Some(Init::Construct(Vec::new()));
    }
    default_constructed(resolver, var, span)
}

/// Is it CUDA's `dim3`, and not a type of the user's that is called so?
pub(super) fn is_dim3(resolver: &Resolver<'_>, ty: Type) -> bool {
    resolver.program.types.as_record(ty).is_some_and(|record| {
        let record = &resolver.program.records[record];
        record.tag.is_some_and(|tag| resolver.sources.symbols.bytes(tag) == b"dim3")
            && resolver.in_system_header(record.span)
    })
}

fn dimensions(resolver: &mut Resolver<'_>, args: Vec<ExprId>) -> Vec<ExprId> {
    args.into_iter().map(|arg| resolver.assign_convert(arg, Type::UINT, &Purpose::Init)).collect()
}

fn is_copy(resolver: &Resolver<'_>, ty: Type, value: ExprId) -> bool {
    let types = &resolver.program.types;
    types.as_record(ty).is_some() && types.as_record(ty) == types.as_record(resolver.ty(value))
}

fn no_constructor(resolver: &Resolver<'_>, span: Span, ty: Type, args: usize) -> Diagnostic {
    let text = type_text(resolver.program, resolver.sources, ty);
    let is_dim3 = is_dim3(resolver, ty);
    let message = format!("`{text}` cannot be made of {args} {}", if args == 1 { "value" } else { "values" });
    let diagnostic = Diagnostic::new(&NO_CONSTRUCTOR, span, message);
    match is_dim3 {
        true => diagnostic.help("a `dim3` has at most three dimensions"),
        false => diagnostic.help("use braces, or `make_float4` and its like for vector types"),
    }
}
