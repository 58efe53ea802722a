//! Whether a launch can hand over everything that a kernel is given by value.
//!
//! ```c
//! struct table { float at[10000]; } t;        // 40 KB: more than a launch takes along
//! o[i] = t.at[i];                             // E0604: bring it to the device as an array
//! ```

use diagnostics::{Diagnostic, codes};
use hir::ExprId;
use kir::ParamValue;

use crate::kernel::KernelOutline;

/// Bytes of a device address.
const ADDRESS: u64 = 8;

impl KernelOutline<'_, '_> {
    /// Refuses a kernel whose arguments are too large for a launch. What is left may use a little more on its own:
    /// numbers of blocks, a counter.
    pub(crate) fn check_bytes_of_arguments(&mut self) {
        let program = &*self.o.b.program;
        let bytes = |value: ExprId| program.size_of(program.exprs[value].ty).unwrap_or(ADDRESS);
        let of_param = |value: &ParamValue| match value {
            ParamValue::Array { .. } => ADDRESS,
            ParamValue::Scalar(value) => bytes(*value).next_multiple_of(ADDRESS),
        };
        let all: u64 = self.params.iter().map(|param| of_param(&param.value)).sum();
        let Some(largest) = self.params.iter().max_by_key(|param| of_param(&param.value)) else { return };
        if all <= gpu::ARGUMENT_BYTES {
            return;
        }
        let var = &program.vars[largest.var];
        let name = var.name.map(|name| self.o.b.sources.text(name).into_owned()).unwrap_or_default();
        let error = Diagnostic::new(
            &codes::ARGUMENTS_TOO_LARGE,
            self.o.b.origin,
            format!("the values that this kernel is given take {all} bytes, but a launch takes {} at most", gpu::ARGUMENT_BYTES),
        )
        .label(format!("`{name}` alone has {}", of_param(&largest.value)))
        .help(format!("bring arrays in `{name}` to the device by `global alloc … copyin`, or keep it in an array of one element"));
        self.o.sink.push(error);
    }
}
