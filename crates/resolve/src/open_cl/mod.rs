//! What OpenCL C adds to C, said in what CUDA C has.
//!
//! ```c
//! float4 v = a * 2.0f;  v.xy = w.zw;     // cl_mul_float4(a, cl_splat_float4(2.0f)), …
//! size_t i = get_global_id(0);           // blockIdx.x * blockDim.x + threadIdx.x
//! barrier(CLK_LOCAL_MEM_FENCE);          // __syncthreads()
//! ```
//! Everything after this crate sees a CUDA program: address spaces are its memory spaces, vectors are
//! structs, and what an operator or a function does with them is a function of its own. Such a
//! function is written as text when it is first needed ([`helper`]), in OpenCL C, so that one may
//! use another.

mod assignments;
mod functions;
mod halves;
mod images;
mod kernels;
mod library;
mod memory;
mod shapes;
mod shuffles;
mod vectors;
mod work_items;

use std::collections::HashMap;
use std::fmt::Write as _;

use diagnostics::Diagnostic;
use diagnostics::codes::INVALID_BUILTIN_CALL;
use hir::{CudaSpecs, ExprId, ExprKind, FunctionId, Item, RecordId, Span, Type, VarId};
use source::FileKind;
use syntax::Dialect;

use crate::cuda::{step_back, step_outside};
use crate::resolver::Resolver;
use crate::scopes::Name;

use shapes::{LANES, LENGTHS, Lane, Shape};

pub(crate) use assignments::assign;
pub(crate) use functions::builtin_call;
pub(crate) use kernels::{finish_kernel, param_space, variable_space};
pub(crate) use shapes::is_vector_type;
pub(crate) use vectors::{literal, operator, select_lanes, spread, swizzle};

/// What is known of OpenCL's own while a unit is resolved.
#[derive(Default)]
pub(crate) struct OpenCl {
    shapes: HashMap<RecordId, Shape>,
    types: HashMap<Shape, Type>,
    helpers: HashMap<String, FunctionId>,
    /// `threadIdx`, `blockIdx`, `blockDim`, `gridDim`, whatever the user calls so.
    words: Vec<VarId>,
    sites: usize,
    /// The struct that `half` is.
    half: Option<RecordId>,
}

/// The types of OpenCL C, as C: what a printed program needs before its first line.
pub fn types_in_c() -> String {
    let half = "typedef struct cl_half { unsigned short bits; } cl_half;\n";
    vector_types() + half + &images::types()
}

fn vector_types() -> String {
    let mut text = String::new();
    for lane in LANES {
        for lanes in LENGTHS {
            let shape = Shape { lane, lanes };
            let members: Vec<String> = (0..lanes).map(|at| shape.member(at)).collect();
            let align = lane.size() * lanes.next_power_of_two();
            let (lane, members, name) = (lane.in_c(), members.join(", "), shape.name());
            let _ = writeln!(
                text,
                "typedef struct __attribute__((aligned({align}))) {name} {{ {lane} {members}; }} {name};"
            );
        }
    }
    text
}

/// Declares OpenCL's types, after what CUDA files know.
pub(crate) fn declare_prelude(resolver: &mut Resolver<'_>) {
    let words = ["threadIdx", "blockIdx", "blockDim", "gridDim"].map(|word| {
        let symbol = resolver.sources.symbols.intern(word.as_bytes());
        match resolver.scopes.name(symbol) {
            Some(Name::Var(var)) => Some(var),
            _ => None,
        }
    });
    resolver.open_cl.words = words.into_iter().flatten().collect();
    resolve_text(resolver, types_in_c());
    let known = resolver.scopes.visible().filter_map(|(symbol, name)| match name {
        Name::Typedef(typedef) => Some((symbol, typedef)),
        _ => None,
    });
    let known: HashMap<_, _> = known.collect();
    let mut aliases: Vec<(String, Type)> = Vec::new();
    for lane in LANES {
        aliases.push((lane.name().to_owned(), lane.ty()));
        for lanes in LENGTHS {
            let shape = Shape { lane, lanes };
            let symbol = resolver.sources.symbols.intern(shape.name().as_bytes());
            let Some(&typedef) = known.get(&symbol) else { continue };
            let ty = resolver.program.types.intern(hir::TypeKind::Typedef(typedef));
            if let Some(record) = resolver.program.types.as_record(ty) {
                resolver.open_cl.shapes.insert(record, shape);
            }
            resolver.open_cl.types.insert(shape, ty);
            aliases.push((shape.word(), ty));
        }
    }
    for (word, name) in images::words().chain([("half", "cl_half".to_owned())]) {
        let symbol = resolver.sources.symbols.intern(name.as_bytes());
        let Some(&typedef) = known.get(&symbol) else { continue };
        let ty = resolver.program.types.intern(hir::TypeKind::Typedef(typedef));
        if word == "half" {
            resolver.open_cl.half = resolver.program.types.as_record(ty);
        }
        aliases.push((word.to_owned(), ty));
    }
    let word = Lane::Ulong.ty();
    aliases.extend(["intptr_t", "ptrdiff_t"].map(|name| (name.to_owned(), Type::LONG)));
    aliases.extend(["uintptr_t", "size_t"].map(|name| (name.to_owned(), word)));
    aliases.push(("event_t".to_owned(), Type::INT));
    aliases.push(("cl_mem_fence_flags".to_owned(), Lane::Uint.ty()));
    for (name, ty) in aliases {
        // Words of C are types already.
        if !matches!(name.as_str(), "char" | "short" | "int" | "long" | "float" | "double") {
            let symbol = resolver.sources.symbols.intern(name.as_bytes());
            resolver.scopes.declare(symbol, Name::Type(ty));
        }
    }
}

/// Variables that the user calls as CUDA calls its own get other names: on the processor the latter
/// are parameters.
pub(crate) fn rename_words(program: &mut hir::Program, sources: &mut source::Sources) {
    for word in ["threadIdx", "blockIdx", "blockDim", "gridDim"] {
        let (taken, new) = (word.as_bytes(), format!("{word}_"));
        let (taken, new) = (sources.symbols.intern(taken), sources.symbols.intern(new.as_bytes()));
        for var in program.vars.ids().collect::<Vec<_>>() {
            let var = &mut program.vars[var];
            if var.name == Some(taken) && var.storage != hir::VarStorage::Predefined {
                var.name = Some(new);
            }
        }
    }
}

/// Resolves text in OpenCL C at file level, whatever function is at hand.
fn resolve_text(resolver: &mut Resolver<'_>, text: String) -> Vec<Item> {
    let Some(file) =
        resolver.sources.map.add("<opencl>".to_owned(), text.into_bytes().into(), FileKind::System, None)
    else {
        return Vec::new();
    };
    let tokens = syntax::lexer::lex(file, syntax::lexer::Rules::default(), resolver.sources);
    let unit = syntax::parse::parse(&tokens, Dialect::OpenCl, resolver.sources, resolver.sink);
    let outer = step_outside(resolver);
    let (options, program) = (resolver.options, &mut *resolver.program);
    let mut inner = Resolver::new(&unit, options, program, resolver.sources, resolver.sink);
    let mut items = Vec::new();
    inner.scopes = std::mem::take(&mut resolver.scopes);
    inner.linked = std::mem::take(&mut resolver.linked);
    inner.builtins = std::mem::take(&mut resolver.builtins);
    inner.default_arguments = std::mem::take(&mut resolver.default_arguments);
    inner.overloads = std::mem::take(&mut resolver.overloads);
    inner.instances = std::mem::take(&mut resolver.instances);
    inner.open_cl = std::mem::take(&mut resolver.open_cl);
    inner.items(&unit.items, &mut items);
    let Resolver { scopes, linked, builtins, default_arguments, overloads, instances, open_cl, .. } = inner;
    resolver.scopes = scopes;
    resolver.linked = linked;
    resolver.builtins = builtins;
    resolver.default_arguments = default_arguments;
    resolver.overloads = overloads;
    resolver.instances = instances;
    resolver.open_cl = open_cl;
    step_back(resolver, outer);
    items
}

/// The function of this name, made from the text when it is first asked for. It is the host's as well:
/// it knows nothing of threads.
fn helper(resolver: &mut Resolver<'_>, name: &str, text: impl FnOnce() -> String) -> Option<FunctionId> {
    if let Some(&known) = resolver.open_cl.helpers.get(name) {
        return Some(known);
    }
    let function = define(resolver, text())?;
    resolver.program.functions[function].cuda = CudaSpecs::HOST.with(CudaSpecs::DEVICE);
    resolver.open_cl.helpers.insert(name.to_owned(), function);
    Some(function)
}

/// A function for this place alone: what it does to memory is done here, as far as a reader is
/// concerned.
fn helper_here(
    resolver: &mut Resolver<'_>,
    span: Span,
    text: impl FnOnce(&str) -> String,
) -> Option<FunctionId> {
    resolver.open_cl.sites += 1;
    let name = format!("cl_here_{}", resolver.open_cl.sites);
    let (exprs, stmts) = (resolver.program.exprs.len(), resolver.program.stmts.len());
    let function = define(resolver, text(&name))?;
    let exprs: Vec<ExprId> = resolver.program.exprs.ids().skip(exprs).collect();
    exprs.into_iter().for_each(|expr| resolver.program.exprs[expr].span = span);
    let stmts: Vec<hir::StmtId> = resolver.program.stmts.ids().skip(stmts).collect();
    stmts.into_iter().for_each(|stmt| resolver.program.stmts[stmt].span = span);
    Some(function)
}

fn define(resolver: &mut Resolver<'_>, text: String) -> Option<FunctionId> {
    let mut items = resolve_text(resolver, text);
    let function = items.iter().rev().find_map(|item| match item {
        Item::Function(function) => Some(*function),
        _ => None,
    })?;
    resolver.program.functions[function].is_static = true;
    resolver.instances.made.append(&mut items);
    Some(function)
}

fn call(resolver: &mut Resolver<'_>, function: FunctionId, args: Vec<ExprId>, span: Span) -> ExprId {
    let ty = resolver.program.functions[function].ty;
    let callee = resolver.make(ExprKind::Function(function), ty, span);
    let callee = resolver.decay(callee);
    resolver.call_with(callee, args, span)
}

/// A function that CUDA files know.
fn cuda_call(resolver: &mut Resolver<'_>, name: &str, args: Vec<ExprId>, span: Span) -> Option<ExprId> {
    let symbol = resolver.sources.symbols.intern(name.as_bytes());
    if let Some(call) = crate::cuda::overloaded_call(resolver, symbol, &args, span) {
        return Some(call);
    }
    match resolver.scopes.name(symbol) {
        Some(Name::Function(function)) => Some(call(resolver, function, args, span)),
        _ => None,
    }
}

/// A function of OpenCL's own with arguments that it does not take.
fn misused(resolver: &mut Resolver<'_>, message: &str, help: String, span: Span) -> ExprId {
    resolver.report(Diagnostic::new(&INVALID_BUILTIN_CALL, span, message).help(help));
    resolver.error_expr(span)
}

/// The shape of a value, if it is a vector.
fn shape_of(resolver: &Resolver<'_>, expr: ExprId) -> Option<Shape> {
    shape(resolver, resolver.ty(expr))
}

fn shape(resolver: &Resolver<'_>, ty: Type) -> Option<Shape> {
    let record = resolver.program.types.as_record(ty)?;
    resolver.open_cl.shapes.get(&record).copied()
}
