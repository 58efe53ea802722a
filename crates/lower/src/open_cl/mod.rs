//! Kernels that CUDA can say, made such that OpenCL C 1.2 can.
//!
//! The lowering is CUDA's ([`crate::cuda`]), told by [`Language::OpenCl`](crate::Language) what is
//! not there. What is left is a matter of functions and types:
//!
//! ```text
//! float *row = &a[i * n];                   __global float *row = &a[i * n];
//! block_sum(value)                          block_sum_float(value, parts)
//! __constant__ float c_weight[8];           a parameter, __constant float *c_weight
//! ```
//! [`spaces`] and [`inference`] find out where pointers lead; [`specialise`] makes a copy of each
//! function for the memories that its arguments are in; [`hidden`] passes what functions share with
//! the block or the device and cannot name there; [`library`] has C's functions; [`bit_fields`] words for what has less
//! than a byte, [`types`] what the types of the device cannot be; [`cuda_words`] what kernels of CUDA files say; [`packed`] their vectors of three.
//!
//! Invariant: the host's part of the program is not touched; kernels keep their parameters, to
//! which others may be added at the end.

mod bit_fields;
pub mod cuda_words;
mod hidden;
mod inference;
mod library;
pub mod packed;
mod spaces;
mod specialise;
mod types;

use std::collections::{HashMap, HashSet};

use hir::{Builder, FunctionId, Linkage, Span, VarId, VarStorage};

pub use hidden::HiddenArgument;

/// Why a program cannot be said in OpenCL C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Where.
    pub span: Span,
    /// What is the matter.
    pub message: String,
    /// What to write instead.
    pub help: &'static str,
    /// Is it about a pointer that may lead to two memories?
    pub is_clash: bool,
}

impl Refusal {
    fn new(span: Span, message: String, help: &'static str) -> Refusal {
        Refusal { span, message, help, is_clash: false }
    }
}

/// What is to be said.
pub struct Request<'a> {
    /// The kernels.
    pub kernels: Vec<FunctionId>,
    /// Their parameters that may lead into the middle of a buffer.
    pub by_address: HashSet<VarId>,
    /// The constants of directives, by the names that kernels use.
    pub constants: &'a HashMap<VarId, String>,
    /// The comments above functions of the lowering.
    pub comments: HashMap<FunctionId, String>,
}

/// A program of the device that OpenCL C can say.
#[derive(Debug, Default)]
pub struct Said {
    /// The functions that kernels call, callees first, with the comments above them.
    pub functions: Vec<(String, FunctionId)>,
    /// What each kernel gets after its own arguments.
    pub hidden: HashMap<FunctionId, Vec<HiddenArgument>>,
    /// Is `double` used?
    pub uses_double: bool,
    /// Are there atomic operations on 64 bits?
    pub uses_wide_atomics: bool,
}

/// A table of a function's own: nothing in a function of OpenCL C 1.2 is `static`, and of a constant nobody can tell.
fn without_static(b: &mut Builder<'_>, kernels: &[FunctionId]) -> Result<(), Refusal> {
    let reached = Linkage::new(b.program).reached(b.program, kernels.iter().copied(), |_| true);
    let program = &*b.program;
    let bodies = reached.iter().filter_map(|id| program.functions[*id].body);
    let declared = bodies.flat_map(|body| program.stmts_below(body)).flat_map(|stmt| program.declared(stmt));
    let is_static = |var: &VarId| program.vars[*var].storage == VarStorage::StaticLocal;
    let found: Vec<VarId> = declared.filter(is_static).collect();
    let is_table = |var: VarId| program.types.innermost_element(program.vars[var].ty).is_const();
    if let Some(var) = found.iter().find(|var| !is_table(**var)) {
        let help = "make it a `__device__` variable of the file";
        let message = String::from("OpenCL C has no variables that functions keep between calls");
        return Err(Refusal::new(program.vars[*var].span, message, help));
    }
    found.into_iter().for_each(|var| b.program.vars[var].storage = VarStorage::Local);
    Ok(())
}

/// Rewrites kernels and what they call; the kernels keep their ids.
pub fn legalize(b: &mut Builder<'_>, request: Request<'_>) -> Result<Said, Refusal> {
    let kernels = request.kernels.clone();
    without_static(b, &kernels)?;
    for &kernel in &kernels {
        types::refuse_arguments(b.program, kernel)?;
    }
    let mut specialiser = specialise::Specialiser::new(b, request);
    for &kernel in &kernels {
        specialiser.kernel(kernel)?;
    }
    let mut said = specialiser.finish()?;
    let functions: Vec<FunctionId> =
        said.functions.iter().map(|(_, function)| *function).chain(kernels).collect();
    bit_fields::unpack(b, &functions)?;
    for function in functions {
        types::refuse(b.program, function)?;
        said.uses_double |= types::uses_double(b.program, function);
        said.uses_wide_atomics |= types::calls(b, function, |name| name.starts_with("atom_"));
    }
    Ok(said)
}
