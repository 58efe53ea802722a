//! CUDA kernels as C functions that a processor runs.
//!
//! ```text
//! __global__ void scale(float *a)              void scale(const uint3 threadIdx, const uint3 blockIdx,
//! {                                                       const dim3 blockDim, const dim3 gridDim, float *a)
//!     __shared__ float row[64];                {
//!     …                                            static _Thread_local float row[64];
//! ```
//! What a thread knows of itself are parameters, handed on to the functions it
//! calls. A block runs on one thread of the processor at a time, so its shared
//! memory is that thread's. The launcher is a loop over the blocks, with a loop
//! over the threads in it; where they wait for each other they get stacks of
//! their own (`threads.c`).

use std::collections::HashSet;

use hir::{
    CudaSpecs, ExprId, ExprKind, FunctionId, Init, Item, Linkage, Program, StmtKind, Type, TypeKind, Var,
    VarId, VarStorage,
};
use source::Sources;

/// What a thread knows of itself, in the order of the parameters.
pub(crate) const BUILTINS: [&str; 4] = ["threadIdx", "blockIdx", "blockDim", "gridDim"];

/// Functions in which threads wait for each other, or end before the others: both need stacks of their own.
fn waits(name: &str) -> bool {
    matches!(name, "__assert_fail" | "__trap")
        || name.starts_with("__syncthreads")
        || name == "__syncwarp"
        || ["__shfl", "__match_", "__reduce_", "__ballot", "__any", "__all"]
            .iter()
            .any(|p| name.starts_with(p))
        || name == "__activemask"
}

/// Kernels whose threads wait for each other, in what they call too.
pub(crate) fn waiting_kernels(program: &Program, sources: &Sources) -> HashSet<FunctionId> {
    let linkage = Linkage::new(program);
    let kernels = program.functions.iter().filter(|(_, f)| f.cuda.has(CudaSpecs::GLOBAL) && f.body.is_some());
    kernels.map(|(id, _)| id).filter(|&kernel| reaches_a_wait(program, sources, &linkage, kernel)).collect()
}

fn reaches_a_wait(program: &Program, sources: &Sources, linkage: &Linkage, kernel: FunctionId) -> bool {
    linkage.reached(program, [kernel], |_| true).into_iter().any(|function| {
        let function = &program.functions[function];
        function.body.is_none() && waits(&sources.text(function.name))
    })
}

/// Puts functions of CUDA's library that a unit calls before its items: nvcc has its own, so no unit has them.
fn add_library(program: &mut Program) {
    let linkage = Linkage::new(program);
    let defined = |item: &Item| match item {
        Item::Function(function) => Some(*function),
        _ => None,
    };
    let of_units = |program: &Program, units: std::ops::Range<usize>| -> Vec<FunctionId> {
        program.units[units].iter().flat_map(|unit| &unit.items).filter_map(defined).collect()
    };
    let own: HashSet<FunctionId> = of_units(program, 0..program.units.len()).into_iter().collect();
    for unit in 0..program.units.len() {
        let is_library =
            |function: FunctionId| program.functions[function].body.is_some() && !own.contains(&function);
        let called = linkage.reached(program, of_units(program, unit..unit + 1), is_library);
        let called: Vec<Item> =
            called.into_iter().filter(|called| is_library(*called)).map(Item::Function).collect();
        program.units[unit].items.splice(0..0, called);
    }
}

/// Gives functions of the device the parameters, and shared variables a place.
pub(crate) fn prepare(program: &mut Program, sources: &mut Sources) {
    add_library(program);
    let builtins = builtin_variables(program, sources);
    let for_device = |f: &hir::Function| {
        !f.builtin
            && (f.cuda.has(CudaSpecs::GLOBAL)
                || f.cuda.has(CudaSpecs::DEVICE) && !f.cuda.has(CudaSpecs::HOST))
    };
    let device: HashSet<FunctionId> =
        program.functions.iter().filter(|(_, f)| for_device(f)).map(|(id, _)| id).collect();
    for &function in &device {
        take_builtins(program, function, &builtins);
    }
    for unit in &mut program.units {
        for item in &mut unit.items {
            if let Item::Prototype { function, ty } = item
                && device.contains(function)
            {
                *ty = program.functions[*function].ty;
            }
        }
    }
    for expr in program.exprs.ids() {
        hand_on(program, expr, &device, &builtins);
    }
    let vars: Vec<VarId> =
        program.vars.ids().filter(|&v| program.vars[v].cuda.has(CudaSpecs::SHARED)).collect();
    for var in vars {
        place_shared(program, sources, var);
    }
}

fn builtin_variables(program: &Program, sources: &Sources) -> Vec<VarId> {
    let named = |name: &str| {
        let name = sources.symbols.lookup(name.as_bytes())?;
        let is_it = |var: &Var| var.name == Some(name) && var.storage == VarStorage::Predefined;
        program.vars.iter().find(|(_, var)| is_it(var)).map(|(id, _)| id)
    };
    BUILTINS.iter().filter_map(|name| named(name)).collect()
}

fn take_builtins(program: &mut Program, function: FunctionId, builtins: &[VarId]) {
    let params: Vec<VarId> = builtins
        .iter()
        .map(|&builtin| {
            let known = program.vars[builtin].clone();
            let var = Var { storage: VarStorage::Param, owner: Some(function), ..known };
            program.vars.alloc(var)
        })
        .collect();
    if let Some(ty) = program.function_type(function).cloned() {
        let mut ty = ty;
        ty.params.splice(0..0, params.iter().map(|&param| program.vars[param].ty));
        program.functions[function].ty = program.types.intern(TypeKind::Function(ty));
    }
    program.functions[function].params.splice(0..0, params);
}

/// The parameters as the first arguments of a call of such a function.
fn hand_on(program: &mut Program, expr: ExprId, device: &HashSet<FunctionId>, builtins: &[VarId]) {
    let ExprKind::Call { callee, .. } = program.exprs[expr].kind else { return };
    if !program.called_function(callee).is_some_and(|called| device.contains(&called)) {
        return;
    }
    let span = program.exprs[expr].span;
    let read = |&var: &VarId, program: &mut Program| {
        let ty = program.vars[var].ty;
        program.exprs.alloc(hir::Expr { kind: ExprKind::Var(var), ty, span })
    };
    let first: Vec<ExprId> = builtins.iter().map(|var| read(var, program)).collect();
    if let ExprKind::Call { args, .. } = &mut program.exprs[expr].kind {
        args.splice(0..0, first);
    }
}

/// A block's variables are those of the processor's thread it runs on; an array
/// without a size is the room that the launch asked for.
fn place_shared(program: &mut Program, sources: &mut Sources, var: VarId) {
    let ty = program.vars[var].ty;
    if program.size_of(ty).is_some() {
        let declared = &mut program.vars[var];
        declared.thread_local = true;
        declared.storage =
            if declared.owner.is_some() { VarStorage::StaticLocal } else { VarStorage::Internal };
        return;
    }
    let Some(element) = program.types.element(ty) else { return };
    let pointer = program.types.pointer_to(element);
    let mut b = hir::Builder { program, sources, origin: hir::Span::BUILTIN };
    let room = b.call("warploom_dynamic_shared", Vec::new(), pointer);
    let declared = &mut program.vars[var];
    declared.ty = pointer;
    declared.storage = VarStorage::Local;
    declared.init = Some(Init::Expr(room));
    let stmts: Vec<_> = program.stmts.ids().collect();
    for stmt in stmts {
        let StmtKind::Decl(items) = &mut program.stmts[stmt].kind else { continue };
        for item in items {
            if let Item::Var { var: declared, with_init, is_extern, ty } = item
                && *declared == var
            {
                (*with_init, *is_extern, *ty) = (true, false, pointer);
            }
        }
    }
}

/// A launcher's body: the threads of a block are a loop.
pub(crate) fn independent_threads(kernel: &str, names: &[String]) -> String {
    let args: String = names.iter().map(|name| format!(", {name}")).collect();
    blocks(&format!(
        "        for (unsigned launch_z = 0; launch_z < launch_block.z; launch_z++)\n            \
         for (unsigned launch_y = 0; launch_y < launch_block.y; launch_y++)\n                \
         for (unsigned launch_x = 0; launch_x < launch_block.x; launch_x++)\n                    \
         {kernel}((uint3){{launch_x, launch_y, launch_z}}, launch_index, launch_block, launch_grid{args});\n"
    ))
}

/// What stands before a launcher, and its body, for threads that wait for each
/// other: each has a stack of its own, so its arguments go through memory.
pub(crate) fn waiting_threads(kernel: &str, declared: &[String], names: &[String]) -> (String, String) {
    let members: String = declared.iter().map(|declared| format!("    {declared};\n")).collect();
    let passed: String = names.iter().map(|name| format!(", at->{name}")).collect();
    let before = format!(
        "struct warploom_args_{kernel} {{\n    uint3 launch_index;\n    dim3 launch_block, launch_grid;\n{members}}};\n\n\
         static void warploom_thread_{kernel}(uint3 index, void *args)\n{{\n    \
         const struct warploom_args_{kernel} *at = args;\n    \
         {kernel}(index, at->launch_index, at->launch_block, at->launch_grid{passed});\n}}\n\n"
    );
    let args: String = names.iter().map(|name| format!(", {name}")).collect();
    let body = blocks(&format!(
        "        struct warploom_args_{kernel} thread_args = {{launch_index, launch_block, launch_grid{args}}};\n        \
         warploom_block_index = launch_index;\n        \
         warploom_run_block(launch_block, warploom_thread_{kernel}, &thread_args);\n"
    ));
    (before, body)
}

/// A loop over the blocks of a launch, over the processor's threads.
fn blocks(body: &str) -> String {
    format!(
        "    const cudaError_t launch_status = warploom_may_launch(launch_grid, launch_block, launch_bytes);\n    \
         if (launch_status != cudaSuccess)\n        return launch_status;\n    \
         const unsigned long long launch_rows = (unsigned long long)launch_grid.y * launch_grid.z;\n    \
         const unsigned long long launch_blocks = launch_rows * launch_grid.x;\n\
         #pragma omp parallel for schedule(dynamic)\n    \
         for (unsigned long long launch_at = 0; launch_at < launch_blocks; launch_at++) {{\n        \
         const unsigned long long launch_row = launch_at / launch_grid.x;\n        \
         const uint3 launch_index = {{launch_at % launch_grid.x, launch_row % launch_grid.y,\n            \
         launch_row / launch_grid.y}};\n{body}    }}\n    return warploom_launched();\n"
    )
}

/// Functions that CUDA has and C has not, without the underscores before them
/// that mark most.
const CUDAS_OWN: [&str; 10] =
    ["clock64", "cospi", "exp10", "max", "min", "rcbrt", "rsqrt", "sinpi", "umax", "umin"];

/// The name in C of a function that CUDA knows: `sqrtf` for `sqrt` of a
/// `float`, and what C has not is in `words.h`, behind `warploom_`.
pub(crate) fn c_name(program: &Program, sources: &Sources, function: FunctionId) -> Option<String> {
    let declared = &program.functions[function];
    let name = sources.text(declared.name);
    if !declared.builtin || name.starts_with("__builtin_") {
        return None;
    }
    let result = program.function_type(function)?.result;
    let is_float = result == Type::FLOAT;
    if let Some(marked) = name.strip_prefix("__") {
        return Some(format!("warploom_{marked}"));
    }
    // A fetch from a texture: `tex2D<unsigned char>`.
    if let Some((fetch, element)) = name.strip_suffix('>').and_then(|name| name.split_once('<')) {
        return Some(format!("warploom_{fetch}_{}", element.replace(' ', "_")));
    }
    let real = name.strip_suffix('f').filter(|_| is_float).unwrap_or(&name);
    let suffix = if is_float && !matches!(real, "min" | "max" | "abs") { "f" } else { "" };
    // The other forms of `abs`; this one is C's, and its headers declare it.
    let is_abs = name == "abs" && result != Type::INT;
    let is_own = CUDAS_OWN.contains(&real) || is_abs || name.starts_with("atomic");
    match is_own {
        true if name.starts_with("atomic") => Some(format!("warploom_{name}")),
        true => Some(format!("warploom_{real}{suffix}")),
        false => (is_float && hir::mathematics::is_function(&name)).then(|| format!("{name}f")),
    }
}
