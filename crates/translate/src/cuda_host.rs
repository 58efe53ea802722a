//! The host part of a CUDA file, in C.
//!
//! ```text
//! scale<<<n / 256, 256>>>(d, n);     warploom_launch_scale((dim3){n / 256, 1, 1}, (dim3){256, 1, 1}, 0, 0, d, n);
//! dim3 grid(4, 4);                   dim3 grid = {4, 4, 1};
//! __constant__ float table[4];       float table[4];          and its number is told to the device
//! ```
//! The typed program has made everything else explicit already: default
//! arguments, conversions between pointers, which overload is meant. Kernels
//! become small functions that hand their arguments to the device; functions
//! for the device alone are left out.

use std::collections::HashSet;

use emit::{Dialect, Printer, Style};
use hir::{
    CudaSpecs, ExprId, ExprKind, Function, FunctionId, Init, InitEntry, Item, Program, Type, TypeKind, VarId,
};
use source::Sources;

use crate::on_processor;
use crate::open_cl_kernels::{self, Described};
use crate::simulated::launch;

/// Where the kernels of a CUDA file run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// On a device in another process; launchers hand it their arguments.
    Elsewhere,
    /// On this processor, as C functions.
    Here,
}

/// The C text of all units, to be compiled behind `cuda_runtime.h`. It comes
/// last: making it C changes the program.
pub fn host_parts(
    program: &mut Program,
    sources: &mut Sources,
    device: Device,
    units: &[usize],
) -> Vec<String> {
    let is_open_cl = |unit: &usize| program.units.get(*unit).is_some_and(|unit| unit.open_cl);
    let open_cl: Vec<Option<Vec<Described>>> = units
        .iter()
        .map(|unit| is_open_cl(unit).then(|| open_cl_kernels::describe(program, sources, *unit)))
        .collect();
    let dim3 = dim3_type(program, sources);
    fold_constants(program);
    for expr in program.exprs.ids() {
        rewrite(program, sources, dim3, expr);
    }
    for var in program.vars.ids() {
        if let Some(Init::Construct(args)) =
            program.vars[var].init.take_if(|i| matches!(i, Init::Construct(_)))
        {
            let ty = program.vars[var].ty;
            program.vars[var].init = Some(members(program, ty, args));
        }
    }
    let waiting = on_processor::waiting_kernels(program, sources);
    let places = Places::of(program, device, waiting);
    if device == Device::Here {
        on_processor::prepare(program, sources);
    }
    // In C, a function that is only `inline` may be nowhere.
    let functions: Vec<FunctionId> = program.functions.ids().collect();
    for id in functions {
        let function = &mut program.functions[id];
        function.is_static |= function.is_inline && !function.is_extern && !function.builtin;
    }
    // Where things live means nothing to C.
    program.functions.ids().for_each(|id| program.functions[id].cuda = CudaSpecs::default());
    program.vars.ids().for_each(|id| program.vars[id].cuda = CudaSpecs::default());
    let units = units.iter().zip(open_cl);
    units.map(|(&unit, kernels)| print(program, sources, &places, unit, kernels.as_deref())).collect()
}

/// What C++ takes for a constant (`const int n = 4;`) is none in C: its value is
/// written wherever it is not its address that is wanted.
fn fold_constants(program: &mut Program) {
    let addressed: HashSet<ExprId> = program
        .exprs
        .iter()
        .filter_map(|(_, expr)| match expr.kind {
            ExprKind::AddrOf(operand) => Some(operand),
            _ => None,
        })
        .collect();
    for expr in program.exprs.ids() {
        if let ExprKind::Var(var) = program.exprs[expr].kind
            && let Some(&value) = program.constants.get(&var)
            && !addressed.contains(&expr)
        {
            let ty = program.exprs[expr].ty.unqualified();
            program.exprs[expr].ty = ty;
            program.exprs[expr].kind = ExprKind::Int { value, text: None };
        }
    }
}

/// Kernels are known to the device by this number.
pub fn kernel_number(kernel: FunctionId) -> usize {
    kernel.index()
}

/// And its variables by this one.
pub fn symbol_number(var: VarId) -> usize {
    var.index()
}

/// Is it a variable that lives on the device?
pub fn is_device_variable(program: &Program, var: VarId) -> bool {
    let declared = &program.vars[var];
    lives_on_device(declared.cuda) && declared.owner.is_none()
}

fn lives_on_device(specs: CudaSpecs) -> bool {
    specs.has(CudaSpecs::CONSTANT) || specs.has(CudaSpecs::DEVICE)
}

fn dim3_type(program: &Program, sources: &Sources) -> Option<Type> {
    let name = sources.symbols.lookup(b"dim3")?;
    let (_, typedef) = program.typedefs.iter().find(|(_, typedef)| typedef.name == name)?;
    Some(typedef.ty)
}

fn rewrite(program: &mut Program, sources: &mut Sources, dim3: Option<Type>, expr: ExprId) {
    match program.exprs[expr].kind.clone() {
        ExprKind::Launch { callee, config, args } => {
            let Some(kernel) = program.called_function(callee) else { return };
            let mut all = Vec::new();
            for at in 0..2 {
                all.extend(config.get(at).map(|&size| as_dim3(program, dim3, size)));
            }
            let span = program.exprs[expr].span;
            let zero = ExprKind::Int { value: 0, text: None };
            for at in 2..4 {
                let value = config.get(at).copied();
                all.push(value.unwrap_or_else(|| {
                    program.exprs.alloc(hir::Expr { kind: zero.clone(), ty: Type::INT, span })
                }));
            }
            all.extend(args);
            let callee = launcher(program, sources, kernel, callee);
            program.exprs[expr].kind = ExprKind::Call { callee, args: all };
        }
        ExprKind::Construct(args) if program.types.as_record(program.exprs[expr].ty).is_some() => {
            let ty = program.exprs[expr].ty;
            let init = Box::new(members(program, ty, args));
            program.exprs[expr].kind = ExprKind::CompoundLiteral { init, is_static: false };
        }
        _ => {}
    }
}

/// `warploom_launch_k`, called where `k` was launched.
fn launcher(program: &mut Program, sources: &mut Sources, kernel: FunctionId, callee: ExprId) -> ExprId {
    let name = launcher_name(program, sources, kernel);
    let name = sources.symbols.intern(name.as_bytes());
    let cuda = CudaSpecs::default();
    let function = Function { name, body: None, cuda, ..program.functions[kernel].clone() };
    let function = program.functions.alloc(function);
    let mut expr = program.exprs[callee].clone();
    expr.kind = ExprKind::Function(function);
    program.exprs.alloc(expr)
}

fn launcher_name(program: &Program, sources: &Sources, kernel: FunctionId) -> String {
    format!("warploom_launch_{}", sources.text(program.functions[kernel].name))
}

/// A size of a launch: a `dim3`, or a number of one dimension.
fn as_dim3(program: &mut Program, dim3: Option<Type>, size: ExprId) -> ExprId {
    let (ty, span) = (program.exprs[size].ty, program.exprs[size].span);
    let Some(dim3) = dim3.filter(|_| program.types.is_integer(ty)) else { return size };
    let init = Box::new(members(program, dim3, vec![size]));
    let kind = ExprKind::CompoundLiteral { init, is_static: false };
    program.exprs.alloc(hir::Expr { kind, ty: dim3, span })
}

/// Arguments of a constructor as an initialiser; `dim3` has one where nothing
/// is said.
fn members(program: &mut Program, ty: Type, args: Vec<ExprId>) -> Init {
    let fields = match program.types.stripped(ty) {
        TypeKind::Record(record) => program.records[*record].fields.as_ref().map_or(0, Vec::len),
        _ => args.len(),
    };
    let mut args = args;
    let span = args.first().map_or(hir::Span::BUILTIN, |&first| program.exprs[first].span);
    while args.len() < fields {
        let one = ExprKind::Int { value: 1, text: None };
        args.push(program.exprs.alloc(hir::Expr { kind: one, ty: Type::INT, span }));
    }
    let entry = |(index, value): (usize, ExprId)| InitEntry {
        index: index as u64,
        last: index as u64,
        value: Init::Expr(value),
    };
    Init::List { ty, entries: args.into_iter().enumerate().map(entry).collect(), span }
}

/// Where functions and variables live, kept from before the program is C.
struct Places {
    device: Device,
    functions: Vec<CudaSpecs>,
    variables: Vec<CudaSpecs>,
    /// Kernels whose threads wait for each other.
    waiting: HashSet<FunctionId>,
}

impl Places {
    fn of(program: &Program, device: Device, waiting: HashSet<FunctionId>) -> Places {
        let functions = program.functions.iter().map(|(_, function)| function.cuda).collect();
        let variables = program.vars.iter().map(|(_, var)| var.cuda).collect();
        Places { device, functions, variables, waiting }
    }

    fn function(&self, function: FunctionId) -> CudaSpecs {
        self.functions.get(function.index()).copied().unwrap_or_default()
    }

    fn variable(&self, var: VarId) -> CudaSpecs {
        self.variables.get(var.index()).copied().unwrap_or_default()
    }

    fn is_on_device(&self, program: &Program, var: VarId) -> bool {
        lives_on_device(self.variable(var)) && program.vars[var].owner.is_none()
    }
}

fn print(
    program: &Program,
    sources: &Sources,
    places: &Places,
    unit: usize,
    open_cl: Option<&[Described]>,
) -> String {
    let Some(unit) = program.units.get(unit) else { return String::new() };
    let mut style = Style { dialect: Dialect::C, ..Style::default() };
    let functions = program.functions.ids();
    style.names.functions =
        functions.filter_map(|id| Some((id, on_processor::c_name(program, sources, id)?))).collect();
    let mut printer = Printer::new(program, sources, style);
    for item in &unit.items {
        match *item {
            Item::Function(function) | Item::Prototype { function, .. } => {
                let specs = places.function(function);
                let for_host = specs.has(CudaSpecs::HOST) || !specs.has(CudaSpecs::DEVICE);
                if specs.has(CudaSpecs::GLOBAL) {
                    kernel(&mut printer, program, sources, places, item, function);
                } else if for_host || places.device == Device::Here {
                    printer.item(item);
                }
            }
            Item::Var { var, .. }
                if places.variable(var).has(CudaSpecs::SHARED) && places.device == Device::Elsewhere => {}
            _ => printer.item(item),
        }
    }
    let symbols: Vec<VarId> = unit
        .items
        .iter()
        .filter_map(|item| match *item {
            Item::Var { var, .. } if places.is_on_device(program, var) => Some(var),
            _ => None,
        })
        .collect();
    let Some(kernels) = open_cl else {
        registration(&mut printer, &symbols);
        return printer.finish();
    };
    let pointers = |kernel: &Described| {
        let params = program.functions[kernel.function].params.get(on_processor::BUILTINS.len()..);
        let types = params.unwrap_or_default().iter().map(|&param| program.vars[param].ty.unqualified());
        types.map(|ty| printer.declaration(ty, "(*)").replace("(*)", "*")).collect()
    };
    let starters = open_cl_kernels::starters(kernels, pointers);
    printer.finish() + &starters
}

/// The kernel as the host sees it: a function with its address, and the one
/// that launches it.
fn kernel(
    printer: &mut Printer<'_>,
    program: &Program,
    sources: &Sources,
    places: &Places,
    item: &Item,
    kernel: FunctionId,
) {
    let Some(ty) = program.function_type(kernel).cloned() else { return };
    let params = &program.functions[kernel].params;
    let name = printer.function_name(kernel);
    let launcher = Launcher::new(printer, program, places, kernel, launcher_name(program, sources, kernel));
    let is_definition = matches!(item, Item::Function(_));
    if !is_definition {
        printer.item(item);
        printer.writer().line(&format!("{};", launcher.heading()));
        return;
    }
    match places.device {
        Device::Here => printer.item(item),
        Device::Elsewhere => {
            let heading = printer.function_heading(&ty, &name, params);
            ["", &heading, "{", "}"].iter().for_each(|line| printer.writer().line(line));
        }
    }
    let out = printer.writer();
    launcher.text(&name, places, kernel).lines().for_each(|line| out.line(line));
}

/// The function that launches are calls of.
struct Launcher {
    name: String,
    /// `float *a`, `int n`
    declared: Vec<String>,
    /// `a`, `n`
    names: Vec<String>,
}

impl Launcher {
    fn new(
        printer: &mut Printer<'_>,
        program: &Program,
        places: &Places,
        kernel: FunctionId,
        name: String,
    ) -> Launcher {
        let skipped = if places.device == Device::Here { on_processor::BUILTINS.len() } else { 0 };
        let params = program.functions[kernel].params.get(skipped..).unwrap_or_default();
        let names: Vec<String> = params.iter().map(|&param| printer.var_name(param)).collect();
        let declare = |(&param, name): (&VarId, &String)| {
            printer.declaration(program.vars[param].ty.unqualified(), name)
        };
        let declared = params.iter().zip(&names).map(declare).collect();
        Launcher { name, declared, names }
    }

    fn heading(&self) -> String {
        let mut params =
            "dim3 launch_grid, dim3 launch_block, size_t launch_bytes, cudaStream_t launch_stream".to_owned();
        for declared in &self.declared {
            params.push_str(&format!(", {declared}"));
        }
        format!("cudaError_t {}({params})", self.name)
    }

    fn text(&self, kernel_name: &str, places: &Places, kernel: FunctionId) -> String {
        let (before, body) = match places.device {
            Device::Elsewhere => {
                let sizes = ["launch_grid", "launch_block", "launch_bytes"];
                (String::new(), launch(kernel, &sizes, &self.names))
            }
            Device::Here if places.waiting.contains(&kernel) => {
                on_processor::waiting_threads(kernel_name, &self.declared, &self.names)
            }
            Device::Here => (String::new(), on_processor::independent_threads(kernel_name, &self.names)),
        };
        format!("\n{before}{}\n{{\n    (void)launch_stream;\n{body}}}\n\n", self.heading())
    }
}

/// Variables of the device, told to it before the program begins.
fn registration(printer: &mut Printer<'_>, symbols: &[VarId]) {
    if symbols.is_empty() {
        return;
    }
    let calls: Vec<String> = symbols
        .iter()
        .map(|&var| {
            let name = printer.var_name(var);
            format!("    warploom_symbol(&{name}, {}, sizeof {name});", symbol_number(var))
        })
        .collect();
    let out = printer.writer();
    out.line("");
    out.line("__attribute__((constructor)) static void warploom_symbols(void)");
    out.line("{");
    calls.iter().for_each(|call| out.line(call));
    out.line("}");
}
