//! Kernels, and where the variables of an OpenCL file live.
//!
//! ```c
//! __kernel void k(__global float *a, __local float *t)
//! // __global__ void k(float *a, unsigned long t_at)
//! // { extern __shared__ char cl_local[]; float *t = (float *)(cl_local + t_at); … }
//! ```
//! The host says how much local memory an argument has; where it begins is what the kernel is given.

use diagnostics::Diagnostic;
use diagnostics::codes::INVALID_DECLARATION;
use hir::{
    ArrayLen, BinaryOp, CastKind, CudaSpecs, ExprKind, FunctionId, Init, Item, Span, StmtId, StmtKind, Type,
    TypeKind, Var, VarId, VarStorage,
};

use super::images::is_sampler;
use super::shapes::Lane;
use crate::resolver::Resolver;

/// Where a variable lives. What is said of a pointer is said of what it points to.
pub(crate) fn variable_space(
    resolver: &mut Resolver<'_>,
    specs: CudaSpecs,
    ty: Type,
    span: Span,
) -> CudaSpecs {
    if resolver.program.types.is_pointer(ty) {
        return CudaSpecs::default();
    }
    let at_file_level = resolver.function.is_none();
    // One is a constant however it is declared.
    let specs = if is_sampler(resolver, ty) { specs.with(CudaSpecs::CONSTANT) } else { specs };
    if specs.has(CudaSpecs::CONSTANT) {
        // In a function it is as good as a variable of every thread.
        return if at_file_level { specs } else { CudaSpecs::default() };
    }
    if at_file_level && !resolver.in_system_header(span) && !specs.has(CudaSpecs::SHARED) {
        let message = "a variable outside of all functions must be `__constant` in OpenCL C";
        let help = "write `__constant` before it, or make it a macro";
        resolver.report(Diagnostic::new(&INVALID_DECLARATION, span, message).help(help));
    }
    if at_file_level && specs.has(CudaSpecs::SHARED) {
        let message = "`__local` variables are declared in kernels";
        resolver
            .report(Diagnostic::new(&INVALID_DECLARATION, span, message).help("declare it in the kernel"));
    }
    specs
}

/// What a parameter's address space is kept as: that it is local.
pub(crate) fn param_space(resolver: &Resolver<'_>, specs: CudaSpecs, ty: Type) -> CudaSpecs {
    match resolver.program.types.is_pointer(ty) && specs.has(CudaSpecs::SHARED) {
        true => CudaSpecs::SHARED,
        false => CudaSpecs::default(),
    }
}

/// After a function was read: it is the device's, and local parameters of kernels become variables.
pub(crate) fn finish_kernel(resolver: &mut Resolver<'_>, function: FunctionId) {
    if !resolver.program.functions[function].cuda.has(CudaSpecs::GLOBAL) {
        let specs = resolver.program.functions[function].cuda;
        resolver.program.functions[function].cuda = specs.with(CudaSpecs::DEVICE);
        for param in resolver.program.functions[function].params.clone() {
            resolver.program.vars[param].cuda = CudaSpecs::default();
        }
        return;
    }
    let params = resolver.program.functions[function].params.clone();
    let is_local = |param: &VarId| resolver.program.vars[*param].cuda.has(CudaSpecs::SHARED);
    if !params.iter().any(is_local) {
        return;
    }
    let Some(body) = resolver.program.functions[function].body else { return };
    let span = resolver.program.functions[function].span;
    let unknown = TypeKind::Array(Type::CHAR, ArrayLen::Unknown);
    let bytes = resolver.program.types.intern(unknown);
    let name = resolver.sources.symbols.intern(b"cl_local");
    let room = resolver.program.vars.alloc(Var {
        storage: VarStorage::Extern,
        cuda: CudaSpecs::SHARED,
        owner: Some(function),
        ..Var::new(Some(name), bytes, span)
    });
    let mut first = vec![declaration(resolver, room, bytes, span)];
    let mut new_params = Vec::new();
    for param in params {
        if !resolver.program.vars[param].cuda.has(CudaSpecs::SHARED) {
            new_params.push(param);
            continue;
        }
        let declared = resolver.program.vars[param].clone();
        let name = declared.name.map(|name| resolver.text(name)).unwrap_or_default();
        let name = resolver.sources.symbols.intern(format!("{name}_at").as_bytes());
        let at = resolver.program.vars.alloc(Var {
            storage: VarStorage::Param,
            owner: Some(function),
            ..Var::new(Some(name), Lane::Ulong.ty(), declared.span)
        });
        new_params.push(at);
        resolver.program.local_offsets.insert(at);
        let span = declared.span;
        let base = resolver.make(ExprKind::Var(room), bytes, span);
        let base = resolver.decay(base);
        let offset = resolver.make(ExprKind::Var(at), Lane::Ulong.ty(), span);
        let moved = resolver.binary(BinaryOp::Add, base, offset, span);
        let ty = declared.ty.unqualified();
        let kind = CastKind::Pointer;
        let pointer = resolver.make(ExprKind::Cast { kind, implicit: false, operand: moved }, ty, span);
        let var = &mut resolver.program.vars[param];
        var.storage = VarStorage::Local;
        var.cuda = CudaSpecs::default();
        var.init = Some(Init::Expr(pointer));
        let ty = var.ty;
        first.push(declaration(resolver, param, ty, span));
    }
    let types = new_params.iter().map(|&param| resolver.program.vars[param].ty).collect();
    if let TypeKind::Function(mut ty) = resolver.kind(resolver.program.functions[function].ty).clone() {
        ty.params = types;
        resolver.program.functions[function].ty = resolver.program.types.intern(TypeKind::Function(ty));
    }
    resolver.program.functions[function].params = new_params;
    if let StmtKind::Block(stmts) = &mut resolver.program.stmts[body].kind {
        stmts.splice(0..0, first);
    }
}

fn declaration(resolver: &mut Resolver<'_>, var: VarId, ty: Type, span: Span) -> StmtId {
    let with_init = resolver.program.vars[var].init.is_some();
    let item = Item::Var { var, with_init, is_extern: !with_init, ty };
    resolver.program.stmts.alloc(hir::Stmt { kind: StmtKind::Decl(vec![item]), span })
}
