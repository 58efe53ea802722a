//! CUDA C++ as text that the machine's C++ compiler takes.
//!
//! ```text
//! k<T><<<grid, block>>>(a, n);     (::warploom::launching(grid, block), k<T>(a, n));
//! __global__ void k(int *a) { … }  __global__ void k(int *a) { ::warploom::kernel([=]() mutable -> void { … }); }
//! extern __shared__ float s[];     float *const s = (float *)warploom_dynamic_shared();
//! ```
//! Where the device is another process, a kernel hands its name and arguments over instead:
//! `__global__ void k(int *a) { ::warploom::launch(WARPLOOM_UNIT, __PRETTY_FUNCTION__, a); }`.
//!
//! Nothing else changes: templates, overloads, lambdas and the library are the
//! compiler's business, and a header of ours says what `__shared__` and `threadIdx` are.
//! The text is read before preprocessing, so that headers and macros stay what they
//! are; a launch in the body of a macro is rewritten like any other. Lines keep their
//! numbers, so the compiler's messages lead to the user's file.

mod both;
mod chosen;
mod clock;
mod conditions;
mod functions;
mod host_only;
mod inline;
mod kernels;
pub(crate) mod launches;
mod macros;
mod passes;
mod ptx;
mod refused_choices;
mod shared;
mod symbols;
pub(crate) mod tokens;

use source::{Edit, FileId, Sources};

pub use self::macros::Macros;
pub use self::refused_choices::RefusedChoice;
use self::tokens::Text;
use crate::cuda_host::Device;

/// What is found out about a program while its files are rewritten.
#[derive(Default)]
pub struct Found {
    /// The variables of a device that is elsewhere: their places here are the numbers by which the host
    /// tells of them.
    pub variables: Vec<Variable>,
    /// Conditions with PTX behind them that an `#else` stands in for.
    pub passed_over: Vec<(FileId, std::ops::Range<usize>)>,
}

/// A variable of the device, by its name in a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Where it is declared.
    pub file: FileId,
    /// Where the name begins.
    pub at: usize,
    /// The name.
    pub name: String,
}

/// What a file says beyond C++: the edits that make it C++.
pub fn edits(
    file: FileId,
    sources: &mut Sources,
    device: Device,
    macros: &Macros,
    found: &mut Found,
) -> Vec<Edit> {
    let text = Text::new(file, sources);
    let mut edits = Vec::new();
    launches::rewrite(&text, &mut edits);
    launches::rewrite_untyped(&text, &mut edits);
    launches::rewrite_addresses(&text, macros, &mut edits);
    launches::rewrite_shapes(&text, macros, &mut edits);
    shared::rewrite(&text, macros, &mut edits);
    inline::rewrite(&text, macros, &mut edits);
    ptx::rewrite(&text, device, &mut edits);
    clock::rewrite(&text, macros, &mut edits);
    let mut passed_over = Vec::new();
    passes::rewrite(&text, device, macros, &mut edits, &mut passed_over);
    found.passed_over.extend(passed_over.into_iter().map(|at| (file, at)));
    match device {
        Device::Here => kernels::rewrite(&text, macros, &mut edits),
        Device::Elsewhere => {
            // The device's part is read by our own front end, which knows no PTX.
            let avoided = passes::avoided(&text).into_iter();
            found.passed_over.extend(avoided.map(|group| (file, group.at)));
            symbols::rewrite(&text, file, &mut found.variables, &mut edits);
            kernels::hand_over(&text, macros, &mut edits);
        }
    }
    edits
}

/// Where a file chooses by `__CUDA_ARCH__` what one reading of it cannot have twice.
pub fn refused_choices(
    file: FileId,
    sources: &mut Sources,
    macros: &Macros,
) -> Vec<(RefusedChoice, std::ops::Range<usize>)> {
    refused_choices::find(&Text::new(file, sources), macros)
}

/// What of the host stands in functions of the device, as it is to be named.
pub fn host_only(
    file: FileId,
    sources: &mut Sources,
    macros: &Macros,
) -> Vec<(String, std::ops::Range<usize>)> {
    host_only::find(&Text::new(file, sources), macros)
}

/// Conditions with `__CUDA_ARCH__` that are to be answered otherwise than for a GPU where nothing of PTX can
/// be run: the place of the word `if` or `elif`, and the answer.
pub fn answers_without_ptx(file: FileId, sources: &mut Sources) -> Vec<(usize, bool)> {
    passes::avoided(&Text::new(file, sources)).into_iter().flat_map(|group| group.answers).collect()
}

/// Where a file asks for `__CUDA_ARCH__`.
pub fn asked(file: FileId, sources: &mut Sources) -> Option<std::ops::Range<usize>> {
    let text = Text::new(file, sources);
    let word = text.words.iter().find(|word| word.text == conditions::NAME)?;
    Some(word.start..word.end)
}

/// Where a file chooses by `__CUDA_ARCH__`, so that host and device read different lines.
pub fn choice(file: FileId, sources: &mut Sources) -> Option<std::ops::Range<usize>> {
    let text = Text::new(file, sources);
    let groups = passes::groups(&text, &Macros::default());
    let mut chosen = groups.iter().filter(|groups| conditions::differs(&text, groups));
    chosen.next().map(|groups| passes::first_line(&text, groups))
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
