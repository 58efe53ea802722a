//! Kernel launches.
//!
//! ```c
//! add<<<blocks, threads, bytes, stream>>>(a, b, n);
//! ```
//! The arguments are those of an ordinary call. The first two numbers in the
//! brackets are each a `dim3`, or an integer that stands for one dimension; it
//! stays an integer in the tree.

use diagnostics::Diagnostic;
use diagnostics::codes::{KERNEL_CALLED, LAUNCH_CONFIGURATION, NOT_A_KERNEL};
use hir::{CudaSpecs, ExprId, ExprKind, Span, Type};
use syntax::ast;

use super::construct::is_dim3;
use super::overload_sets::overloaded_callee;
use super::templates::{called_template, instance_for};
use crate::conversions::Purpose;
use crate::resolver::Resolver;
use crate::scopes::Name;
use crate::type_text::type_text;

/// `callee<<<config>>>(args)`
pub(crate) fn launch(
    resolver: &mut Resolver<'_>,
    span: Span,
    callee: ast::ExprId,
    config: &[ast::ExprId],
    args: &[ast::ExprId],
) -> ExprId {
    let config: Vec<ExprId> =
        config.iter().enumerate().map(|(index, &expr)| configuration(resolver, index, expr)).collect();
    let args: Vec<ExprId> = args.iter().map(|&arg| resolver.rvalue(arg)).collect();
    let callee = match called_template(resolver, callee) {
        Some(used) => instance_for(resolver, used, &args),
        None => {
            let overloaded = resolver.plain_name(callee);
            let overloaded = overloaded.and_then(|(name, at)| overloaded_callee(resolver, name, at, &args));
            overloaded.unwrap_or_else(|| resolver.rvalue(callee))
        }
    };
    if let Some(function) = resolver.called_function(callee)
        && !resolver.program.functions[function].cuda.has(CudaSpecs::GLOBAL)
    {
        let declared = resolver.program.functions[function].span;
        let name = resolver.text(resolver.program.functions[function].name);
        resolver.report(not_a_kernel(resolver.span(callee), &name, declared));
        return resolver.error_expr(span);
    }
    let call = resolver.call_with(callee, args, span);
    if let ExprKind::Call { callee, args } = resolver.program.exprs[call].kind.clone() {
        resolver.program.exprs[call].kind = ExprKind::Launch { callee, config, args };
    }
    call
}

/// An ordinary call: of a kernel, it is a launch whose `<<<…>>>` is missing.
pub(crate) fn require_launch(resolver: &mut Resolver<'_>, callee: ExprId) {
    let Some(function) = resolver.called_function(callee) else { return };
    let function = &resolver.program.functions[function];
    if function.cuda.has(CudaSpecs::GLOBAL) {
        let diagnostic = kernel_called(resolver.span(callee), &resolver.text(function.name), function.span);
        resolver.report(diagnostic);
    }
}

fn configuration(resolver: &mut Resolver<'_>, index: usize, expr: ast::ExprId) -> ExprId {
    let value = resolver.rvalue(expr);
    if resolver.is_error(value) {
        return value;
    }
    let ty = resolver.ty(value);
    let is_integer = resolver.program.types.is_integer(ty);
    let is_floating = resolver.program.types.is_real_floating(ty);
    match index {
        0 | 1 if is_integer || is_dim3(resolver, ty) => value,
        // `dim3` takes a number, and cuts it off: `ceil(n / 256.0)`.
        0 | 1 if is_floating => resolver.convert(value, Type::UINT),
        2 if is_integer || is_floating => resolver.convert(value, Type::ULONG),
        3 => match stream_type(resolver) {
            Some(stream) => resolver.assign_convert(value, stream, &Purpose::Init),
            None => value,
        },
        _ => {
            let diagnostic = configuration_type(resolver, index, value);
            resolver.report(diagnostic);
            resolver.error_expr(resolver.span(value))
        }
    }
}

fn stream_type(resolver: &mut Resolver<'_>) -> Option<Type> {
    let name = resolver.sources.symbols.intern(b"cudaStream_t");
    match resolver.scopes.name(name) {
        Some(Name::Typedef(typedef)) => Some(resolver.program.typedefs[typedef].ty),
        _ => None,
    }
}

fn configuration_type(resolver: &Resolver<'_>, index: usize, value: ExprId) -> Diagnostic {
    let ty = type_text(resolver.program, resolver.sources, resolver.ty(value));
    let (what, wanted) = match index {
        0 => ("the grid", "a `dim3` or a number"),
        1 => ("the thread block", "a `dim3` or a number"),
        _ => ("the number of bytes of shared memory", "a number"),
    };
    Diagnostic::new(&LAUNCH_CONFIGURATION, resolver.span(value), format!("{what} of a launch is {wanted}"))
        .label(format!("this is of type `{ty}`"))
}

fn not_a_kernel(at: Span, name: &str, declared: Span) -> Diagnostic {
    Diagnostic::new(&NOT_A_KERNEL, at, format!("`{name}` is launched, but it is not a kernel"))
        .related(declared, "declared without `__global__`")
        .help("call it without `<<<…>>>`, or declare it `__global__`")
}

fn kernel_called(at: Span, name: &str, declared: Span) -> Diagnostic {
    Diagnostic::new(&KERNEL_CALLED, at, format!("the kernel `{name}` is called without `<<<…>>>`"))
        .related(declared, "declared `__global__`")
        .help(format!("write `{name}<<<blocks, threads>>>(…)`"))
}
