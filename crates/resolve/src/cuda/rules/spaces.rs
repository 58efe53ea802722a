//! Who may call and read what: functions and variables belong to host or device.
//!
//! | in | calls | reads |
//! |---|---|---|
//! | `__global__`, `__device__` | functions of the device | variables of the device, constants |
//! | the host | functions of the host | variables of the host; those of the device by `cudaMemcpyFromSymbol` |
//! | `__host__ __device__` | both: which side calls it is not known here | both |

use diagnostics::Diagnostic;
use diagnostics::codes::{
    DEVICE_FUNCTION_ON_HOST, DEVICE_VARIABLE_ON_HOST, HOST_FUNCTION_ON_DEVICE, HOST_VARIABLE_ON_DEVICE,
};
use hir::{CudaSpecs, ExprId, ExprKind, Function, FunctionId, Var, VarId, VarStorage};

use super::Rules;

/// Functions of C's library that no kernel can call; others of its headers may be the
/// device's as well.
const OF_THE_HOST: [&str; 33] = [
    "abort",
    "atof",
    "atoi",
    "atol",
    "exit",
    "fclose",
    "fflush",
    "fgets",
    "fopen",
    "fprintf",
    "fputc",
    "fputs",
    "fread",
    "fscanf",
    "fwrite",
    "getchar",
    "getenv",
    "gettimeofday",
    "nanosleep",
    "perror",
    "putchar",
    "puts",
    "qsort",
    "rand",
    "scanf",
    "sleep",
    "snprintf",
    "sprintf",
    "srand",
    "strtol",
    "system",
    "time",
    "usleep",
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Space {
    Host,
    Device,
    Both,
}

fn space(specs: CudaSpecs) -> Space {
    match (specs.has(CudaSpecs::GLOBAL) || specs.has(CudaSpecs::DEVICE), specs.has(CudaSpecs::HOST)) {
        (true, true) => Space::Both,
        (true, false) => Space::Device,
        (false, _) => Space::Host,
    }
}

pub(super) fn check(rules: &Rules<'_>, id: FunctionId, found: &mut Vec<Diagnostic>) {
    let function = &rules.program.functions[id];
    let Some(body) = function.body else { return };
    let here = space(function.cuda);
    if here == Space::Both {
        return;
    }
    let by_name = if here == Space::Host { passed_by_name(rules, id) } else { Vec::new() };
    for expr in rules.program.exprs_below(body) {
        match rules.program.exprs[expr].kind {
            ExprKind::Call { callee, .. } => {
                if let Some(called) = rules.program.called_function(callee) {
                    found.extend(call(rules, function, here, called, expr));
                }
            }
            ExprKind::Var(var) if !by_name.contains(&expr) => {
                found.extend(read(rules, function, here, var, expr))
            }
            _ => {}
        }
    }
}

fn call(
    rules: &Rules<'_>,
    caller: &Function,
    here: Space,
    called: FunctionId,
    expr: ExprId,
) -> Option<Diagnostic> {
    let function = &rules.program.functions[called];
    let name = rules.sources.text(function.name);
    let span = rules.program.exprs[expr].span;
    let from = rules.sources.text(caller.name);
    let is_users = !function.builtin && !rules.is_system(function.span);
    match (here, space(function.cuda)) {
        (Space::Device, Space::Host) if is_users => Some(
            Diagnostic::new(&HOST_FUNCTION_ON_DEVICE, span, format!("`{name}` is a function of the host"))
                .label(format!("called in `{from}`, which runs on the device"))
                .related(function.span, "declared without `__device__`")
                .help(format!("declare `{name}` as `__host__ __device__`")),
        ),
        (Space::Device, Space::Host) if !function.builtin && OF_THE_HOST.contains(&&*name) => Some(
            Diagnostic::new(&HOST_FUNCTION_ON_DEVICE, span, format!("`{name}` is a function of the host"))
                .label(format!("called in `{from}`, which runs on the device"))
                .note(
                    "kernels have `printf`, `assert`, `malloc`, `free`, `memcpy`, `memset` and mathematics",
                ),
        ),
        (Space::Host, Space::Device) if is_users && !function.cuda.has(CudaSpecs::GLOBAL) => Some(
            Diagnostic::new(&DEVICE_FUNCTION_ON_HOST, span, format!("`{name}` is a function of the device"))
                .label(format!("called in `{from}`, which runs on the host"))
                .related(function.span, "declared `__device__`")
                .help(format!("declare `{name}` as `__host__ __device__`")),
        ),
        _ => None,
    }
}

fn read(rules: &Rules<'_>, reader: &Function, here: Space, id: VarId, expr: ExprId) -> Option<Diagnostic> {
    let var = &rules.program.vars[id];
    let name = rules.sources.text(var.name?);
    let span = rules.program.exprs[expr].span;
    let from = rules.sources.text(reader.name);
    if rules.is_system(var.span) || var.cuda.has(CudaSpecs::MANAGED) {
        return None;
    }
    let is_of_file = matches!(var.storage, VarStorage::Global | VarStorage::Internal | VarStorage::Extern);
    match here {
        Space::Device if is_of_file && !is_on_device(var) && !is_constant(rules, var) => Some(
            Diagnostic::new(&HOST_VARIABLE_ON_DEVICE, span, format!("`{name}` is a variable of the host"))
                .label(format!("used in `{from}`, which runs on the device"))
                .related(var.span, "declared without `__device__`")
                .help("pass its value to the kernel, or declare it `__device__` or `__constant__`"),
        ),
        Space::Host if is_of_file && is_on_device(var) && !var.cuda.has(CudaSpecs::SHARED) => Some(
            Diagnostic::new(&DEVICE_VARIABLE_ON_HOST, span, format!("`{name}` is a variable of the device"))
                .label(format!("used in `{from}`, which runs on the host and has another of that name"))
                .help("copy it with `cudaMemcpyFromSymbol` and `cudaMemcpyToSymbol`"),
        ),
        _ => None,
    }
}

fn is_on_device(var: &Var) -> bool {
    [CudaSpecs::DEVICE, CudaSpecs::CONSTANT, CudaSpecs::SHARED].iter().any(|&spec| var.cuda.has(spec))
}

/// Values that are known when the program is compiled are known on the device.
fn is_constant(rules: &Rules<'_>, var: &Var) -> bool {
    rules.program.types.innermost_element(var.ty).is_const()
}

/// Variables of the device as arguments of the runtime: the name is meant, or the address.
fn passed_by_name(rules: &Rules<'_>, id: FunctionId) -> Vec<ExprId> {
    let program = rules.program;
    let Some(body) = program.functions[id].body else { return Vec::new() };
    let mut named = Vec::new();
    for expr in program.exprs_below(body) {
        match &program.exprs[expr].kind {
            ExprKind::Call { callee, args } => {
                let called = program.called_function(*callee).map(|called| program.functions[called].name);
                if called.is_some_and(|name| rules.sources.text(name).contains("Symbol")) {
                    named.extend(args.iter().flat_map(|&arg| program.exprs_below(arg)));
                }
            }
            ExprKind::AddrOf(operand) => named.extend(program.exprs_below(*operand)),
            _ => {}
        }
    }
    named
}
