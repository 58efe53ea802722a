//! Kernels of CUDA files: what they access, and with how many threads.
//!
//! ```c
//! __global__ void scale(float *a, int n)
//! {
//!     int i = blockIdx.x * blockDim.x + threadIdx.x;
//!     if (i < n)
//!         a[i] = 2 * a[i];
//! }
//! scale<<<blocks, 256>>>(a, n);              // thread blocks of 256
//! ```
//! The body is walked like a region between `kernel` and `kernel_end`, with
//! `threadIdx.x` and its relatives as unknowns that do not change. The launches
//! in the program tell the size of a thread block, where they are constant and
//! agree.
//!
//! Assumed: the numbers of a launch's threads fit into 32 bits, so that unsigned
//! arithmetic with them does not wrap around.

use std::collections::{BTreeMap, BTreeSet};

use hir::{
    Axis, CudaSpecs, DirectiveKind, ExprId, ExprKind, FunctionId, GridQuery, Init, Program, StmtId, StmtKind,
    VarId, VarStorage, const_eval,
};
use source::Sources;

use crate::array_shape::ArrayShape;
use crate::index_expr::Values;
use crate::region::{self, Region, Surroundings};
use crate::{Input, Place};

/// A kernel of a CUDA file, walked.
pub struct CudaKernel {
    /// The function.
    pub function: FunctionId,
    /// Its body.
    pub body: StmtId,
    /// What was found in it.
    pub region: Region,
    /// The size of its thread blocks, if all launches agree on it.
    pub block: Option<[u64; 3]>,
    /// Its launches.
    pub launches: Vec<ExprId>,
}

/// The kernels that a program defines in its CUDA files.
pub fn cuda_kernels(program: &Program) -> Vec<FunctionId> {
    let is_kernel = |f: &hir::Function| f.cuda.has(CudaSpecs::GLOBAL) && f.body.is_some();
    program.functions.iter().filter(|(_, function)| is_kernel(function)).map(|(id, _)| id).collect()
}

/// Walks a kernel.
pub fn read(input: &Input<'_>, function: FunctionId) -> Option<CudaKernel> {
    let program = input.program;
    let body = program.functions[function].body?;
    let mut shapes = BTreeMap::new();
    let mentioned = program.exprs_below(body).filter_map(|expr| match program.exprs[expr].kind {
        ExprKind::Var(var) => Some(var),
        _ => None,
    });
    for var in program.functions[function].params.iter().copied().chain(mentioned) {
        let place = Place::var(var);
        if let Some(shape) = ArrayShape::declared(program, &place).filter(|shape| shape.rank() > 0) {
            shapes.insert(place, shape);
        }
    }
    let named = BTreeSet::new();
    let around = Surroundings {
        named: &named,
        shapes,
        captured: BTreeSet::new(),
        computed: Default::default(),
        assumed: Vec::new(),
        loops: Vec::new(),
        names_are_apart: false,
    };
    let known = Values { unsigned_is_exact: true, ..Values::default() };
    let region = region::walk_with(input, body, around, known);
    let launches = launches(input, function);
    let annotated = annotated_threads(program, body).map(|threads| [threads, 1, 1]);
    let said = annotated.or_else(|| program.required_block(input.sources, function)).map(Some);
    let mut blocks: Vec<Option<[u64; 3]>> =
        launches.iter().map(|launch| block_of(program, *launch)).chain(said).collect();
    blocks.dedup();
    let block = if let [Some(block)] = blocks[..] { Some(block) } else { None };
    Some(CudaKernel { function, body, region, block, launches })
}

/// Does the array lie in device memory, or may it?
pub fn is_global_memory(program: &Program, place: &Place) -> bool {
    let var = &program.vars[place.var];
    match var.storage {
        VarStorage::Param => true,
        VarStorage::Local | VarStorage::StaticLocal => {
            !var.cuda.has(CudaSpecs::SHARED) && program.types.is_pointer(var.ty)
        }
        VarStorage::Global | VarStorage::Internal | VarStorage::Extern => {
            !var.cuda.has(CudaSpecs::CONSTANT) && !var.cuda.has(CudaSpecs::SHARED)
        }
        VarStorage::Predefined => false,
    }
}

/// Does the array lie in the memory that a block shares?
pub fn is_shared_memory(program: &Program, place: &Place) -> bool {
    program.vars[place.var].cuda.has(CudaSpecs::SHARED)
}

/// Which grid variable a place is: `threadIdx.x`.
pub fn grid_variable(program: &Program, sources: &Sources, place: &Place) -> Option<(GridQuery, Axis)> {
    let var = &program.vars[place.var];
    let [step] = place.path.as_slice() else { return None };
    if var.storage != VarStorage::Predefined {
        return None;
    }
    let query = match sources.symbols.bytes(var.name?) {
        b"threadIdx" => GridQuery::ThreadIndex,
        b"blockIdx" => GridQuery::BlockIndex,
        b"blockDim" => GridQuery::BlockSize,
        b"gridDim" => GridQuery::GridSize,
        _ => return None,
    };
    let axis = [Axis::X, Axis::Y, Axis::Z].get(step.field as usize).copied()?;
    Some((query, axis))
}

/// Every launch of a kernel, in whatever file.
fn launches(input: &Input<'_>, kernel: FunctionId) -> Vec<ExprId> {
    let program = input.program;
    let is_launch = |expr: &hir::Expr| match &expr.kind {
        ExprKind::Launch { callee, .. } => {
            program.called_function(*callee).is_some_and(|called| input.definition(called) == kernel)
        }
        _ => false,
    };
    program.exprs.iter().filter(|(_, expr)| is_launch(expr)).map(|(id, _)| id).collect()
}

/// The threads that a CUDA-lite annotation names.
fn annotated_threads(program: &Program, body: StmtId) -> Option<u64> {
    program.stmts_below(body).find_map(|stmt| {
        let StmtKind::Directive(directive) = program.stmts[stmt].kind else { return None };
        match program.directives[directive].kind {
            DirectiveKind::CudaLite(hir::CudaLite::Kernel(threads, _)) => constant(program, threads),
            _ => None,
        }
    })
}

fn block_of(program: &Program, launch: ExprId) -> Option<[u64; 3]> {
    let ExprKind::Launch { config, .. } = &program.exprs[launch].kind else { return None };
    dimensions(program, *config.get(1)?)
}

/// The constant value of a `dim3`, or of a number that stands for one.
fn dimensions(program: &Program, expr: ExprId) -> Option<[u64; 3]> {
    if let Some(number) = constant(program, expr) {
        return Some([number, 1, 1]);
    }
    let args = match &program.exprs[expr].kind {
        ExprKind::Construct(args) => args.clone(),
        ExprKind::Var(var) => match (&program.vars[*var].init, is_assigned(program, *var)) {
            (Some(Init::Construct(args)), false) => args.clone(),
            (Some(Init::Expr(value)), false) => return dimensions(program, *value),
            _ => return None,
        },
        ExprKind::Cast { operand, .. } => return dimensions(program, *operand),
        _ => return None,
    };
    let mut sizes = [1; 3];
    for (size, arg) in sizes.iter_mut().zip(args) {
        *size = constant(program, arg)?;
    }
    Some(sizes)
}

/// A constant, also one that a variable keeps from its declaration on.
fn constant(program: &Program, expr: ExprId) -> Option<u64> {
    let value = const_eval::integer(program, expr).or_else(|| match &program.exprs[expr].kind {
        ExprKind::Var(var) if !is_assigned(program, *var) => match &program.vars[*var].init {
            Some(Init::Expr(value)) => const_eval::integer(program, *value),
            _ => None,
        },
        ExprKind::Cast { operand, .. } => constant(program, *operand).map(i128::from),
        _ => None,
    })?;
    u64::try_from(value).ok().filter(|value| (1..=1 << 31).contains(value))
}

/// Is the variable, or a member of it, changed after its declaration?
fn is_assigned(program: &Program, var: VarId) -> bool {
    let changes =
        |expr: ExprId| program.assigned_or_addressed(expr).is_some_and(|at| program.mentions(at, var));
    program.exprs.iter().any(|(expr, _)| changes(expr))
}
