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

use emit::{Dialect, Printer, Style};
use hir::{
    CudaSpecs, ExprId, ExprKind, Function, FunctionId, Init, InitEntry, Item, Program, Type, TypeKind, VarId,
};
use source::Sources;

use crate::simulated::launch;

/// The C text of a unit, to be compiled behind `cuda_runtime.h`.
pub fn host_part(program: &mut Program, sources: &mut Sources, unit: usize) -> String {
    let dim3 = dim3_type(program, sources);
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
    print(program, sources, unit)
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
    let on_device = declared.cuda.has(CudaSpecs::CONSTANT) || declared.cuda.has(CudaSpecs::DEVICE);
    on_device && declared.owner.is_none()
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
    let function = Function { name, body: None, ..program.functions[kernel].clone() };
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
    let Some(&first) = args.first() else {
        return Init::List { ty, entries: Vec::new(), span: hir::Span::BUILTIN };
    };
    let span = program.exprs[first].span;
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

fn print(program: &mut Program, sources: &Sources, unit: usize) -> String {
    let Some(items) = program.units.get(unit).map(|unit| unit.items.clone()) else { return String::new() };
    let symbols: Vec<VarId> = items
        .iter()
        .filter_map(|item| match *item {
            Item::Var { var, .. } if is_device_variable(program, var) => Some(var),
            _ => None,
        })
        .collect();
    let kinds: Vec<CudaSpecs> = program.functions.iter().map(|(_, function)| function.cuda).collect();
    let shared: Vec<bool> = program.vars.iter().map(|(_, var)| var.cuda.has(CudaSpecs::SHARED)).collect();
    // Where things live means nothing to C.
    program.functions.ids().for_each(|id| program.functions[id].cuda = CudaSpecs::default());
    program.vars.ids().for_each(|id| program.vars[id].cuda = CudaSpecs::default());
    let style = Style { dialect: Dialect::C, ..Style::default() };
    let mut printer = Printer::new(program, sources, style);
    for item in &items {
        match *item {
            Item::Function(function) | Item::Prototype { function, .. } => {
                let specs = kinds.get(function.index()).copied().unwrap_or_default();
                let is_kernel = specs.has(CudaSpecs::GLOBAL);
                let for_host = specs.has(CudaSpecs::HOST) || !specs.has(CudaSpecs::DEVICE);
                match item {
                    Item::Function(_) if is_kernel => kernel(&mut printer, program, sources, function),
                    _ if is_kernel || for_host => printer.item(item),
                    _ => {}
                }
            }
            Item::Var { var, .. } if shared.get(var.index()) == Some(&true) => {}
            _ => printer.item(item),
        }
    }
    registration(&mut printer, &symbols);
    printer.finish()
}

/// The kernel as the host sees it: a function with its address, and the one
/// that launches it.
fn kernel(printer: &mut Printer<'_>, program: &Program, sources: &Sources, kernel: FunctionId) {
    let Some(ty) = program.function_type(kernel).cloned() else { return };
    let params = &program.functions[kernel].params;
    let name = printer.function_name(kernel);
    let heading = printer.function_heading(&ty, &name, params);
    let mut declared = vec![
        "dim3 launch_grid, dim3 launch_block, size_t launch_bytes, cudaStream_t launch_stream".to_owned(),
    ];
    let mut names = Vec::new();
    for &param in params {
        let name = printer.var_name(param);
        declared.push(printer.declaration(program.vars[param].ty.unqualified(), &name));
        names.push(name);
    }
    let launcher = launcher_name(program, sources, kernel);
    let out = printer.writer();
    out.line(&heading);
    out.line("{");
    out.line("}");
    out.line("");
    out.line(&format!("static cudaError_t {launcher}({})", declared.join(", ")));
    out.line("{");
    out.line("    (void)launch_stream;");
    let sizes = ["launch_grid", "launch_block", "launch_bytes"];
    launch(kernel, &sizes, &names).lines().for_each(|line| out.line(line));
    out.line("}");
    out.line("");
}

/// Variables of the device, told to it before the program begins.
fn registration(printer: &mut Printer<'_>, symbols: &[VarId]) {
    if symbols.is_empty() {
        return;
    }
    let calls: Vec<String> = symbols
        .iter()
        .map(|&var| format!("    warploom_symbol(&{}, {});", printer.var_name(var), symbol_number(var)))
        .collect();
    let out = printer.writer();
    out.line("");
    out.line("__attribute__((constructor)) static void warploom_symbols(void)");
    out.line("{");
    calls.iter().for_each(|call| out.line(call));
    out.line("}");
}
