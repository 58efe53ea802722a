//! What CUDA C adds to C: predefined names, launches, constructors, overloads.
//!
//! `resolve` calls these in CUDA files only. What they can use:
//! `resolver.expr(ast) -> ExprId` (an lvalue stays one), `resolver.rvalue(ast)`
//! (decayed), `resolver.convert(expr, ty)` (implicit cast unless already that
//! type), `resolver.assign_convert(expr, ty, &Purpose)` (with the messages of an
//! assignment), `resolver.call_with(callee, args, span)`,
//! `resolver.make(kind, ty, span)`, `resolver.scopes.declare(symbol, Name)`.

use hir::{ExprId, ExprKind, Init, Span, Symbol, Type};
use syntax::ast;

use crate::resolver::Resolver;

/// Declares `dim3`, `threadIdx`, the vector types, the runtime API and the
/// intrinsics in the file scope.
pub(crate) fn declare_prelude(_resolver: &mut Resolver<'_>) {}

/// `callee<<<config>>>(args)`
pub(crate) fn launch(
    resolver: &mut Resolver<'_>,
    span: Span,
    callee: ast::ExprId,
    config: &[ast::ExprId],
    args: &[ast::ExprId],
) -> ExprId {
    let callee = resolver.rvalue(callee);
    let config = config.iter().map(|&e| resolver.rvalue(e)).collect();
    let args = args.iter().map(|&e| resolver.rvalue(e)).collect();
    resolver.make(ExprKind::Launch { callee, config, args }, Type::VOID, span)
}

/// `T(args)`
pub(crate) fn construct(resolver: &mut Resolver<'_>, span: Span, ty: Type, args: Vec<ExprId>) -> ExprId {
    resolver.make(ExprKind::Construct(args), ty, span)
}

/// `T x(args);`
pub(crate) fn construct_init(
    _resolver: &mut Resolver<'_>,
    _span: Span,
    _ty: Type,
    args: Vec<ExprId>,
) -> Init {
    Init::Construct(args)
}

/// A call of a function that is overloaded by its arguments' types; `None` if
/// the name is not.
pub(crate) fn overloaded_call(
    _resolver: &mut Resolver<'_>,
    _name: Symbol,
    _args: &[ExprId],
    _span: Span,
) -> Option<ExprId> {
    None
}
