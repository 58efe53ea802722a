//! What the host of a simulated program calls: launchers in C that hand a
//! kernel's arguments to the device, and functions that fill its constants.

use std::collections::HashMap;
use std::fmt::Write as _;

use emit::Dialect;
use hir::FunctionId;
use kir::KernelId;
use lower::cuda::CudaKernel;

use crate::actions::Host;
use crate::cuda_host::{kernel_number, symbol_number};
use crate::split;

/// The C file beside the host's.
pub(crate) fn launchers(
    host: &Host<'_>,
    kernels: &HashMap<KernelId, CudaKernel>,
    functions: &[FunctionId],
) -> String {
    let mut text = String::from("#include \"cuda_runtime.h\"\n\n");
    text.push_str(&split::needed_types(host, kernels, functions, Dialect::C));
    for array in split::constants(host) {
        let Some(var) = host.kir.arrays[array].constant else { continue };
        let setter = split::constant_setter(host, array);
        let bytes = host.program.size_of(host.program.vars[var].ty).unwrap_or(0);
        let number = symbol_number(var);
        let _ = write!(text, "{setter}\n{{\n    return warploom_fill({number}, host, {bytes});\n}}\n\n");
    }
    for (id, _) in host.kir.kernels.iter() {
        text.push_str(&launcher(host, id, &kernels[&id]));
    }
    text
}

fn launcher(host: &Host<'_>, id: KernelId, kernel: &CudaKernel) -> String {
    let heading = split::launcher_heading(host, id, kernel.function, Dialect::C);
    let printer = host.printer(Dialect::C);
    let params = &host.program.functions[kernel.function].params;
    let names: Vec<String> = params.iter().map(|&param| printer.var_name(param)).collect();
    let list = |before: &str| -> String { names.iter().map(|name| format!("{before}{name}, ")).collect() };
    let (grid, block) = split::size_names(host, kernel.function);
    let (number, count, bytes) = (kernel_number(kernel.function), names.len(), kernel.dynamic_shared);
    format!(
        "{heading}\n{{\n    const void *const arguments[] = {{{}0}};\n    const size_t sizes[] = {{{}0}};\n    \
         return warploom_launch({number}, {grid}, {block}, {bytes}, {count}, arguments, sizes);\n}}\n\n",
        list("&"),
        list("sizeof "),
    )
}
