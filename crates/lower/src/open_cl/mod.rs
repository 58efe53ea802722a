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
//! the block or the device and cannot name there; [`library`] has C's functions; [`types`] what the
//! types of the device cannot be; [`cuda_words`] what kernels of CUDA files say; [`packed`] their vectors of three.
//!
//! Invariant: the host's part of the program is not touched; kernels keep their parameters, to
//! which others may be added at the end.

pub mod cuda_words;
mod hidden;
mod inference;
mod library;
pub mod packed;
mod spaces;
mod specialise;
mod types;

use std::collections::{HashMap, HashSet};

use hir::{Builder, FunctionId, Span, VarId};

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

/// Rewrites kernels and what they call; the kernels keep their ids.
pub fn legalize(b: &mut Builder<'_>, request: Request<'_>) -> Result<Said, Refusal> {
    let kernels = request.kernels.clone();
    for &kernel in &kernels {
        types::refuse_arguments(b.program, kernel)?;
    }
    let mut specialiser = specialise::Specialiser::new(b, request);
    for &kernel in &kernels {
        specialiser.kernel(kernel)?;
    }
    let mut said = specialiser.finish()?;
    let functions = said.functions.iter().map(|(_, function)| *function);
    for function in functions.chain(kernels).collect::<Vec<_>>() {
        types::refuse(b.program, function)?;
        said.uses_double |= types::uses_double(b.program, function);
        said.uses_wide_atomics |= types::calls(b, function, |name| name.starts_with("atom_"));
    }
    Ok(said)
}
