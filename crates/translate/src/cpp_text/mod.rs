//! CUDA C++ as text that the machine's C++ compiler takes.
//!
//! ```text
//! k<T><<<grid, block>>>(a, n);     (::warploom::launching(grid, block), k<T>(a, n));
//! __global__ void k(int *a) { … }  __global__ void k(int *a) { ::warploom::kernel([=]() mutable -> void { … }); }
//! extern __shared__ float s[];     float *const s = (float *)warploom_dynamic_shared();
//! ```
//! Where the device is another process, a kernel hands its name and arguments over instead:
//! `__global__ void k(int *a) { ::warploom::launch(__PRETTY_FUNCTION__, a); }`.
//!
//! Nothing else changes: templates, overloads, lambdas and the library are the
//! compiler's business, and a header of ours says what `__shared__` and `threadIdx` are.
//! The text is read before preprocessing, so that headers and macros stay what they
//! are; a launch in the body of a macro is rewritten like any other. Lines keep their
//! numbers, so the compiler's messages lead to the user's file.

mod both;
mod clock;
mod functions;
mod inline;
mod kernels;
pub(crate) mod launches;
mod passes;
mod ptx;
mod shared;
mod symbols;
pub(crate) mod tokens;

use source::{Edit, FileId, Sources};

use self::tokens::Text;
use crate::cuda_host::Device;

/// What a file says beyond C++: the edits that make it C++. Variables of a device that is
/// elsewhere get numbers, by which the host tells of them: their places in `variables`.
pub fn edits(file: FileId, sources: &mut Sources, device: Device, variables: &mut Vec<String>) -> Vec<Edit> {
    let text = Text::new(file, sources);
    let mut edits = Vec::new();
    launches::rewrite(&text, &mut edits);
    launches::rewrite_untyped(&text, &mut edits);
    launches::rewrite_addresses(&text, &mut edits);
    shared::rewrite(&text, &mut edits);
    inline::rewrite(&text, &mut edits);
    ptx::rewrite(&text, device, &mut edits);
    clock::rewrite(&text, &mut edits);
    passes::rewrite(&text, device, &mut edits);
    match device {
        Device::Here => kernels::rewrite(&text, &mut edits),
        Device::Elsewhere => {
            symbols::rewrite(&text, variables, &mut edits);
            kernels::hand_over(&text, &mut edits);
        }
    }
    edits
}

/// Where a file chooses by `__CUDA_ARCH__` what one reading of it cannot have twice.
pub fn refused_choices(file: FileId, sources: &mut Sources) -> Vec<std::ops::Range<usize>> {
    passes::refused(&Text::new(file, sources))
}

/// `#include "x.h"` of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Include {
    /// The bytes of `"x.h"`, quotes included.
    pub range: std::ops::Range<usize>,
    /// `x.h`
    pub name: String,
    /// In quotes?
    pub quoted: bool,
}

/// The files that a file includes by name, whatever conditions stand around.
pub fn includes(file: FileId, sources: &mut Sources) -> Vec<Include> {
    Text::new(file, sources).includes()
}

#[cfg(test)]
mod cases;
