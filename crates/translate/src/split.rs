//! Kernels in a file of their own: what the host calls, and what the kernels
//! need to be declared.

use std::collections::{HashMap, HashSet};

use emit::Dialect;
use hir::{FunctionId, Item, Node, Type, TypeKind};
use kir::KernelId;
use lower::cuda::CudaKernel;
use source::FileId;

use crate::actions::Host;
use crate::api::Api;
use crate::constants;
use crate::cuda::{SET_ATTRIBUTE, launch_config, shared_attribute, stream};
use crate::device_functions::original;
use crate::own_types;

/// `cudaError_t launch_k(dim3 grid, dim3 block, …)`
pub(crate) fn launcher_heading(
    host: &Host<'_>,
    id: KernelId,
    function: FunctionId,
    dialect: Dialect,
) -> String {
    launcher_heading_of(host, id, &host.program.functions[function].params, dialect)
}

/// The same with these parameters.
pub(crate) fn launcher_heading_of(
    host: &Host<'_>,
    id: KernelId,
    of_kernel: &[hir::VarId],
    dialect: Dialect,
) -> String {
    let kernel = &host.kir.kernels[id];
    let mut printer = host.printer(dialect);
    let names = launch_names(host, of_kernel);
    let dim3 = own_types::dim3(host, dialect);
    let mut params = vec![format!("{dim3} {}", names.grid), format!("{dim3} {}", names.block)];
    if stream(host, id).is_some() {
        params.push(format!("{} {}", host.api.spell("cudaStream_t"), names.stream));
    }
    for &param in of_kernel {
        let name = printer.var_name(param);
        let ty = host.program.vars[param].ty.unqualified();
        params.push(printer.declaration(ty, &name));
    }
    let status = host.api.spell("cudaError_t");
    format!("{status} launch_{}({})", host.sources.text(kernel.name), params.join(", "))
}

/// The own parameters and variables of a launcher.
pub(crate) struct LaunchNames {
    /// How many blocks.
    pub grid: String,
    /// How many threads.
    pub block: String,
    /// Beside which others it runs.
    pub stream: String,
    /// Whether what comes before it went well.
    pub status: String,
}

/// `grid`, `block` and `stream`, or what parameters and types of these names leave: a parameter `block` would hide the
/// type of the next one, `block *b`.
pub(crate) fn launch_names(host: &Host<'_>, params: &[hir::VarId]) -> LaunchNames {
    let printer = host.printer(Dialect::C);
    let types = host.program.typedefs.iter().map(|(_, typedef)| typedef.name);
    let types = types.map(|name| host.sources.text(name).to_string());
    let taken: HashSet<String> = params.iter().map(|param| printer.var_name(*param)).chain(types).collect();
    let free = |wanted: &str| free_name(wanted, |name| taken.contains(name));
    LaunchNames { grid: free("grid"), block: free("block"), stream: free("stream"), status: free("status") }
}

/// A name, or the next longer one that is not taken.
pub(crate) fn free_name(wanted: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut name = wanted.to_string();
    while is_taken(&name) {
        name.push('_');
    }
    name
}

/// The launcher, callable from C.
pub(crate) fn launcher(host: &Host<'_>, id: KernelId, kernel: &CudaKernel) -> String {
    let heading = launcher_heading(host, id, kernel.function, Dialect::Cuda);
    let printer = host.printer(Dialect::Cuda);
    let name = printer.function_name(kernel.function);
    let args: Vec<String> =
        host.program.functions[kernel.function].params.iter().map(|p| printer.var_name(*p)).collect();
    let mut body = String::new();
    let (error_type, success) = (host.api.spell("cudaError_t"), host.api.spell("cudaSuccess"));
    let names = launch_names(host, &host.program.functions[kernel.function].params);
    let status = &names.status;
    if let Some(args) = shared_attribute(host.api, &name, kernel.dynamic_shared) {
        let set = host.api.spell(SET_ATTRIBUTE);
        body.push_str(&format!(
            "    {error_type} {status} = {set}({args});\n    if ({status} != {success})\n        return {status};\n"
        ));
    }
    let stream = stream(host, id).map(|_| names.stream.as_str());
    let config = launch_config(&names.grid, &names.block, kernel.dynamic_shared, stream);
    let error = host.api.spell("cudaGetLastError()");
    body.push_str(&format!("    {name}<<<{config}>>>({});\n    return {error};\n", args.join(", ")));
    format!("extern \"C\" {heading}\n{{\n{body}}}")
}

/// `(dim3){4, 2, 1}`
pub(crate) fn dim3_literal(host: &Host<'_>, sizes: &[String]) -> String {
    format!("({}){{{}}}", own_types::dim3(host, Dialect::C), sizes.join(", "))
}

/// `cudaCreateChannelDesc` without templates.
pub(crate) fn channel_format(api: Api, element: &str) -> String {
    let kind = match element {
        "float" => "cudaChannelFormatKindFloat",
        _ if element.starts_with("unsigned") => "cudaChannelFormatKindUnsigned",
        _ => "cudaChannelFormatKindSigned",
    };
    let (create, kind) = (api.spell("cudaCreateChannelDesc"), api.spell(kind));
    format!("{create}(8 * sizeof({element}), 0, 0, 0, {kind})")
}

/// The struct, enum and typedef declarations that the kernels mention, in
/// their order in the unit.
pub(crate) fn needed_types(
    host: &Host<'_>,
    kernels: &HashMap<KernelId, CudaKernel>,
    functions: &[FunctionId],
    dialect: Dialect,
) -> String {
    let mut needed = Needed { host, types: HashSet::new(), kinds: HashSet::new(), enums: HashSet::new() };
    for function in kernels.values().map(|k| k.function).chain(functions.iter().copied()) {
        needed.function(function);
    }
    for constant in constants::all(host) {
        needed.ty(host.program.vars[constant.var].ty);
    }
    needed.tables();
    needed.print(&[], dialect)
}

/// The declarations that functions of other files mention and this file lacks.
pub(crate) fn types_of_other_files(
    host: &Host<'_>,
    functions: &[FunctionId],
    file: FileId,
    dialect: Dialect,
) -> String {
    let mut needed = Needed { host, types: HashSet::new(), kinds: HashSet::new(), enums: HashSet::new() };
    let units = &host.program.units;
    let own = units.iter().find(|unit| unit.file == Some(file)).map_or(&[][..], |unit| &unit.items);
    for &function in functions {
        let original = original(host.program, function);
        let is_own = |item: &Item| matches!(item, Item::Function(f) if *f == original);
        if !own.iter().any(is_own) {
            needed.function(function);
        }
    }
    needed.tables();
    needed.print(own, dialect)
}

struct Needed<'a> {
    host: &'a Host<'a>,
    types: HashSet<hir::TypeId>,
    /// Enums of which only enumerators are mentioned.
    enums: HashSet<hir::EnumId>,
    kinds: HashSet<TypeKind>,
}

impl Needed<'_> {
    /// The declarations, in the order of the units, each name once and none
    /// that is declared already.
    fn print(&self, declared: &[Item], dialect: Dialect) -> String {
        let program = self.host.program;
        let mut printer = self.host.printer(dialect);
        let mut printed: Vec<&Item> = Vec::new();
        for item in program.units.iter().flat_map(|u| &u.items).filter(|item| self.has(item)) {
            let is_known = |known: &Item| declares_the_same(program, known, item);
            let is_builtin = dialect == Dialect::OpenCl && self.is_in_open_cl(item);
            if !is_builtin && !declared.iter().any(is_known) && !printed.iter().any(|known| is_known(known)) {
                printer.item(item);
                printed.push(item);
            }
        }
        printer.finish()
    }

    /// Does OpenCL C have a type of this name?
    fn is_in_open_cl(&self, item: &Item) -> bool {
        let Item::Typedef(id) = item else { return false };
        emit::open_cl::has_typedef(self.host.program, self.host.sources, *id)
    }

    fn function(&mut self, id: FunctionId) {
        let program = self.host.program;
        let function = &program.functions[id];
        self.ty(function.ty);
        for &param in &function.params {
            self.ty(program.vars[param].ty);
        }
        let Some(body) = function.body else { return };
        for node in program.nodes(body) {
            match node {
                Node::Expr(expr) => self.expr(expr),
                Node::Stmt(stmt) => {
                    program.declared(stmt).for_each(|var| self.ty(program.vars[var].ty));
                }
            }
        }
    }

    /// Tables, and what they are initialised with: enumerators, sizes of types.
    fn tables(&mut self) {
        let program = self.host.program;
        let linkage = hir::Linkage::new(program);
        for &table in self.host.kir.kernels.iter().flat_map(|(_, kernel)| &kernel.tables) {
            let declared = &program.vars[linkage.initialised(program, table)];
            self.ty(declared.ty);
            for value in declared.init.iter().flat_map(|init| program.init_exprs(init)) {
                program.exprs_below(value).for_each(|expr| self.expr(expr));
            }
        }
    }

    /// What is printed of an expression itself.
    fn expr(&mut self, expr: hir::ExprId) {
        let program = self.host.program;
        self.ty(program.exprs[expr].ty);
        match program.exprs[expr].kind {
            hir::ExprKind::Enumerator(enumerator) => {
                self.enums.insert(program.enumerators[enumerator].owner);
            }
            hir::ExprKind::Measure { of, .. } | hir::ExprKind::Offsetof { of, .. } => self.ty(of),
            _ => {}
        }
    }

    fn ty(&mut self, ty: Type) {
        if !self.types.insert(ty.id) {
            return;
        }
        let program = self.host.program;
        let kind = program.types.kind(ty).clone();
        self.kinds.insert(kind.clone());
        match kind {
            TypeKind::Pointer(inner) | TypeKind::Array(inner, _) | TypeKind::Vector(inner, _) => {
                self.ty(inner)
            }
            TypeKind::Function(function) => {
                self.ty(function.result);
                for param in function.params {
                    self.ty(param);
                }
            }
            TypeKind::Record(record) => {
                for field in program.records[record].fields.iter().flatten() {
                    self.ty(field.ty);
                }
            }
            TypeKind::Typedef(typedef) => self.ty(program.typedefs[typedef].ty),
            TypeKind::Builtin(_) | TypeKind::Complex(_) | TypeKind::Enum(_) | TypeKind::Error => {}
        }
    }

    fn has(&self, item: &Item) -> bool {
        let kind = match item {
            Item::Record { record, .. } => TypeKind::Record(*record),
            Item::Enum(id) if self.enums.contains(id) => return true,
            Item::Enum(id) => TypeKind::Enum(*id),
            Item::Typedef(id) => TypeKind::Typedef(*id),
            _ => return false,
        };
        self.kinds.contains(&kind)
    }
}

/// Two declarations of one name, as when two files include one header.
fn declares_the_same(program: &hir::Program, a: &Item, b: &Item) -> bool {
    match (a, b) {
        (Item::Record { record: a, defines: x }, Item::Record { record: b, defines: y }) => {
            let (a, b) = (&program.records[*a], &program.records[*b]);
            let fields = |r: &hir::Record| -> Vec<_> {
                // A type of the header's is another one each time it is included; a number is the same.
                let ty = |f: &hir::Field| program.types.as_builtin(f.ty);
                r.fields.iter().flatten().map(|f| (f.name, ty(f), f.bits)).collect()
            };
            let tags = a.tag == b.tag || a.invented_tag && b.invented_tag && a.span == b.span;
            tags && (x == y) && a.layout == b.layout && fields(a) == fields(b)
        }
        (Item::Enum(a), Item::Enum(b)) => {
            let names = |id: hir::EnumId| -> Vec<_> {
                let enumerators = program.enums[id].enumerators.iter().flatten();
                enumerators.map(|e| program.enumerators[*e].name).collect()
            };
            a == b || names(*a) == names(*b)
        }
        (Item::Typedef(a), Item::Typedef(b)) => program.typedefs[*a].name == program.typedefs[*b].name,
        _ => false,
    }
}
