//! What CUDA C adds to C: predefined names, launches, constructors, overloads.
//!
//! `resolve` calls, in CUDA files only:
//! - [`declare_prelude`] before the unit, at file scope;
//! - `launch(resolver, span, callee: ast::ExprId, config: &[ast::ExprId], args: &[ast::ExprId]) -> ExprId`
//!   for `ast::ExprKind::Launch`;
//! - `construct(resolver, span, ty: Type, args: Vec<ExprId>) -> ExprId` for `T(args)`, arguments
//!   resolved and decayed;
//! - `construct_init(resolver, span, ty: Type, args: Vec<ExprId>) -> Init` for `dim3 g(x, y);`
//! - `overloaded_call(resolver, name: Symbol, args: &[ExprId], span) -> Option<ExprId>` for a call
//!   of a name that is overloaded by the types of its arguments (`atomicAdd`, `min`, `sqrt`, …);
//!   `None` when it is not.
//!
//! What they can use: `resolver.expr(ast) -> ExprId` (an lvalue stays one), `resolver.rvalue(ast)`
//! (decayed), `resolver.convert(expr, ty) -> ExprId` (implicit cast unless already that type),
//! `resolver.assign_convert(expr, ty, context)` (with the messages of an assignment),
//! `resolver.call_with(callee, args, span)`, `resolver.make(kind, ty, span)`.

use crate::resolver::Resolver;

/// Declares `dim3`, `threadIdx`, the vector types, the runtime API and the
/// intrinsics in the file scope.
pub(crate) fn declare_prelude(_resolver: &mut Resolver<'_>) {}
