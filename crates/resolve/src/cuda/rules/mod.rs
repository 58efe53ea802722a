//! What nvcc refuses in a program that is right in C: checked on the typed unit.
//!
//! ```c++
//! __global__ int k(int *a)             // a kernel returns nothing
//! {
//!     __shared__ int total = 0;        // shared memory begins with no value
//!     a[0] = rand() + host_counter;    // host functions and variables are the host's
//! ```
//! A program that runs here and is refused by nvcc teaches wrong CUDA. [`spaces`] knows who may
//! call and read what, [`jumps`] where C++ does not jump, [`shared_memory`] its limits, [`marks`] what
//! can be marked, and [`forms`] for which types functions are there.

mod forms;
mod jumps;
mod marks;
mod shared_memory;
mod spaces;

use std::collections::HashSet;

use diagnostics::codes::KERNEL_RETURNS;
use diagnostics::{Diagnostic, Sink};
use hir::{CudaSpecs, FunctionId, Program, Type};
use source::{Sources, Span};

/// Checks the functions that came to the program from `first` on.
pub(crate) fn check(program: &Program, first: usize, sources: &Sources, sink: &mut Sink) {
    let rules = Rules { program, sources };
    let mut found = Vec::new();
    for (id, function) in program.functions.iter().skip(first) {
        if function.builtin || rules.is_system(function.span) {
            continue;
        }
        found.extend(rules.kernel_result(id));
        spaces::check(&rules, id, &mut found);
        marks::check(&rules, id, &mut found);
        if !rules.is_hip(function.span) {
            forms::check(&rules, id, &mut found);
        }
        shared_memory::check(&rules, id, &mut found);
        jumps::check(&rules, id, &mut found);
    }
    // Instances of a template have the same text.
    let mut seen = HashSet::new();
    for diagnostic in found {
        if seen.insert((diagnostic.primary.span, diagnostic.code.id)) {
            sink.push(diagnostic);
        }
    }
}

pub(super) struct Rules<'a> {
    pub program: &'a Program,
    pub sources: &'a Sources,
}

impl Rules<'_> {
    fn kernel_result(&self, id: FunctionId) -> Option<Diagnostic> {
        let function = &self.program.functions[id];
        let result = self.program.function_type(id)?.result;
        let is_wrong = function.cuda.has(CudaSpecs::GLOBAL) && !self.is_void(result);
        is_wrong.then(|| {
            let name = self.sources.text(function.name);
            Diagnostic::new(&KERNEL_RETURNS, function.span, format!("the kernel `{name}` returns a value"))
                .label("nobody could take it")
                .help("declare it `__global__ void`, and store the result in device memory")
        })
    }

    fn is_void(&self, ty: Type) -> bool {
        self.program.types.is_void(ty) || self.program.types.is_error(ty)
    }

    /// Was it written by somebody else?
    pub fn is_system(&self, span: Span) -> bool {
        let map = &self.sources.map;
        map.is_of_system(span.lo)
    }

    /// Does it stand in a file of HIP's?
    pub fn is_hip(&self, span: Span) -> bool {
        let map = &self.sources.map;
        map.file_at(span.lo).is_some_and(|file| map.file(file).name.ends_with(".hip"))
    }
}
