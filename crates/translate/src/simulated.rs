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
use crate::{constants, own_types, split};

/// The C file beside the host's.
pub(crate) fn launchers(
    host: &Host<'_>,
    kernels: &HashMap<KernelId, CudaKernel>,
    functions: &[FunctionId],
) -> String {
    let mut text = own_types::beside(host.program, host.sources, "#include \"cuda_runtime.h\"\n\n");
    text.push_str(&split::needed_types(host, kernels, functions, Dialect::C));
    for constant in constants::all(host) {
        let setter = constants::setter(host, constant);
        let bytes = host.program.size_of(host.program.vars[constant.var].ty).unwrap_or(0);
        let number = symbol_number(constant.var);
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
    let own = split::launch_names(host, params);
    let sizes = [own.grid, own.block, kernel.dynamic_shared.to_string()];
    let body = launch(kernel.function, &sizes.each_ref().map(String::as_str), &names);
    format!("{heading}\n{{\n{body}}}\n\n")
}

/// The body of a launcher: hands grid, block, bytes of shared memory and the
/// arguments to the device.
pub(crate) fn launch(kernel: FunctionId, [grid, block, bytes]: &[&str; 3], args: &[String]) -> String {
    let list = |before: &str| -> String { args.iter().map(|name| format!("{before}{name}, ")).collect() };
    let free = |wanted| split::free_name(wanted, |name| args.iter().any(|arg| arg == name));
    let (arguments, sizes) = (free("arguments"), free("sizes"));
    let (number, count) = (kernel_number(kernel), args.len());
    format!(
        "    const void *const {arguments}[] = {{{0}0}};\n    const size_t {sizes}[] = {{{1}0}};\n    \
         return warploom_launch({number}, {grid}, {block}, {bytes}, {count}, {arguments}, {sizes});\n",
        list("&"),
        list("sizeof "),
    )
}
