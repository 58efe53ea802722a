//! Who may call and read what: functions and variables belong to host or device.
//!
//! | in | calls | reads |
//! |---|---|---|
//! | `__global__`, `__device__` | functions of the device | variables of the device, constants |
//! | the host | functions of the host | variables of the host; those of the device by `cudaMemcpyFromSymbol` |
//! | `__host__ __device__` | what both have | both |

use std::collections::HashSet;

use diagnostics::Diagnostic;
use diagnostics::codes::{
    DEVICE_FUNCTION_ON_HOST, DEVICE_VARIABLE_ON_HOST, HOST_FUNCTION_ON_DEVICE, HOST_VARIABLE_ON_DEVICE,
};
use hir::{
    CastKind, CudaSpecs, ExprId, ExprKind, Function, FunctionId, Init, StmtId, Var, VarId, VarStorage,
};

use super::Rules;

/// Functions of C's library that no kernel can call; others of its headers may be the
/// device's as well.
const OF_THE_HOST: [&str; 60] = [
    "abort",
    "atof",
    "atoi",
    "atol",
    "calloc",
    "cudaDeviceReset",
    "cudaEventElapsedTime",
    "cudaEventRecord",
    "cudaEventSynchronize",
    "cudaFreeHost",
    "cudaHostAlloc",
    "cudaMallocHost",
    "cudaMallocManaged",
    "cudaMemcpy",
    "cudaMemcpyFromSymbol",
    "cudaMemcpyToSymbol",
    "cudaMemset",
    "cudaSetDevice",
    "cudaStreamSynchronize",
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
    "memchr",
    "memmove",
    "nanosleep",
    "perror",
    "putchar",
    "puts",
    "qsort",
    "rand",
    "realloc",
    "scanf",
    "sleep",
    "snprintf",
    "sprintf",
    "srand",
    "strcat",
    "strchr",
    "strcmp",
    "strcpy",
    "strlen",
    "strncmp",
    "strncpy",
    "strstr",
    "strtod",
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
    // Of functions of both, the device's part is read apart from the host's, or what is a template's
    // depends on the side that calls it.
    let is_instance = rules.program.template_instances.contains(&id);
    if here == Space::Both && (rules.program.host_is_unread || is_instance) {
        return;
    }
    let answered = if here == Space::Device { answered_by_compiler(rules, body) } else { HashSet::new() };
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
            ExprKind::Function(named) if here == Space::Device && !answered.contains(&expr) => {
                found.extend(named_host_function(rules, function, named, expr));
            }
            _ if here == Space::Device && !answered.contains(&expr) => {
                found.extend(constant_in_memory(rules, function, expr))
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
    let also = if here == Space::Both { ", too" } else { "" };
    match (here, space(function.cuda)) {
        (Space::Device, Space::Host) if is_users => Some(
            Diagnostic::new(&HOST_FUNCTION_ON_DEVICE, span, format!("`{name}` is a function of the host"))
                .label(format!("called in `{from}`, which runs on the device"))
                .related(function.span, "declared without `__device__`")
                .help(format!("declare `{name}` as `__host__ __device__`")),
        ),
        (Space::Device, Space::Host) if !is_users && OF_THE_HOST.contains(&&*name) => Some(
            Diagnostic::new(&HOST_FUNCTION_ON_DEVICE, span, format!("`{name}` is a function of the host"))
                .label(format!("called in `{from}`, which runs on the device"))
                .note(
                    "kernels have `printf`, `assert`, `malloc`, `free`, `memcpy`, `memset` and mathematics",
                ),
        ),
        // `std::vector` and `std::cout`, which are read as functions of ours.
        (Space::Device, Space::Host)
            if name.starts_with("__print_") || rules.is_system(function.span) && function.body.is_some() =>
        {
            Some(
                Diagnostic::new(&HOST_FUNCTION_ON_DEVICE, span, "this is a function of the host's library")
                    .label(format!("called in `{from}`, which runs on the device"))
                    .note("kernels have `printf`, and none of the classes of C++'s library"),
            )
        }
        (Space::Host | Space::Both, _) if function.builtin && is_of_device(&name) => Some(
            Diagnostic::new(&DEVICE_FUNCTION_ON_HOST, span, format!("`{name}` is a function of the device"))
                .label(format!("called in `{from}`, which runs on the host{also}")),
        ),
        (Space::Host | Space::Both, Space::Device) if is_users && !function.cuda.has(CudaSpecs::GLOBAL) => {
            Some(
                Diagnostic::new(
                    &DEVICE_FUNCTION_ON_HOST,
                    span,
                    format!("`{name}` is a function of the device"),
                )
                .label(format!("called in `{from}`, which runs on the host{also}"))
                .related(function.span, "declared `__device__`")
                .help(format!("declare `{name}` as `__host__ __device__`")),
            )
        }
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

/// Is it one of CUDA's own functions that only kernels can call?
fn is_of_device(name: &str) -> bool {
    const BEGINNINGS: [&str; 16] = [
        "__activemask",
        "__all",
        "__any",
        "__ballot",
        "__brev",
        "__clz",
        "__ffs",
        "__ldg",
        "__match_",
        "__popc",
        "__reduce_",
        "__shfl",
        "__syncthreads",
        "__syncwarp",
        "__threadfence",
        "atomic",
    ];
    BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}

/// Values that are known when the program is compiled are known on the device; of objects with more than one
/// value, see [`constant_in_memory`].
fn is_constant(rules: &Rules<'_>, var: &Var) -> bool {
    let types = &rules.program.types;
    if !types.innermost_element(var.ty).is_const() {
        return false;
    }
    // Where all is read, static initialisers are constants.
    let is_known = types.is_arithmetic(var.ty) && (var.init.is_some() || rules.program.host_is_unread);
    is_known || !types.is_arithmetic(var.ty) && !types.is_pointer(var.ty)
}

/// Constants of the host have values on the device, and no memory: neither an address nor elements that the
/// run chooses.
fn constant_in_memory(rules: &Rules<'_>, reader: &Function, expr: ExprId) -> Option<Diagnostic> {
    let program = rules.program;
    let (place, label) = match program.exprs[expr].kind {
        ExprKind::AddrOf(place) => (place, "its address is taken"),
        ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => (operand, "read from memory"),
        _ => return None,
    };
    let ExprKind::Var(id) = program.exprs[place].kind else { return None };
    let var = &program.vars[id];
    let is_of_file = matches!(var.storage, VarStorage::Global | VarStorage::Internal | VarStorage::Extern);
    let is_const = program.types.innermost_element(var.ty).is_const();
    if !is_of_file || !is_const || is_on_device(var) || rules.is_system(var.span) {
        return None;
    }
    let name = rules.sources.text(var.name?);
    let from = rules.sources.text(reader.name);
    let message = format!("`{name}` is a constant of the host, and has no memory on the device");
    Some(
        Diagnostic::new(&HOST_VARIABLE_ON_DEVICE, program.exprs[expr].span, message)
            .label(format!("{label} in `{from}`, which runs on the device"))
            .related(var.span, "declared without `__device__`")
            .help("declare it `__device__` or `__constant__`"),
    )
}

/// What is asked when the program is compiled, and not when it runs: names that are called, operands of
/// `sizeof`, first values of constants.
fn answered_by_compiler(rules: &Rules<'_>, body: StmtId) -> HashSet<ExprId> {
    let program = rules.program;
    let root = |expr: ExprId| match program.exprs[expr].kind {
        ExprKind::Call { callee, .. } | ExprKind::Launch { callee, .. } => Some(callee),
        ExprKind::Measure { operand, .. } => operand,
        _ => None,
    };
    let first_value = |var: VarId| match program.vars[var].init {
        Some(Init::Expr(value)) if program.vars[var].ty.is_const() => Some(value),
        _ => None,
    };
    let roots = program.exprs_below(body).filter_map(root);
    let roots = roots.chain(program.declared_below(body).filter_map(first_value));
    roots.flat_map(|root| program.exprs_below(root)).collect()
}

fn named_host_function(
    rules: &Rules<'_>,
    reader: &Function,
    named: FunctionId,
    expr: ExprId,
) -> Option<Diagnostic> {
    let function = &rules.program.functions[named];
    let is_users = !function.builtin && !rules.is_system(function.span);
    let name = rules.sources.text(function.name);
    (is_users && space(function.cuda) == Space::Host).then(|| {
        let message = format!("`{name}` is a function of the host");
        Diagnostic::new(&HOST_FUNCTION_ON_DEVICE, rules.program.exprs[expr].span, message)
            .label(format!(
                "its address is taken in `{}`, which runs on the device",
                rules.sources.text(reader.name)
            ))
            .related(function.span, "declared without `__device__`")
            .help(format!("declare `{name}` as `__host__ __device__`"))
    })
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
