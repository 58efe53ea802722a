//! Constants on the device: what `constant copyin` fills.
//!
//! ```c
//! __constant__ int c_weight[8];
//! ```
//! A file whose constants do not fit together, but do one after another, has
//! them in one store:
//!
//! ```c
//! // Constants that are never needed at the same time share this memory.
//! __constant__ __align__(16) unsigned char constant_memory[40960];
//! #define c_rows (*(const float (*)[10240])constant_memory)
//! #define c_columns (*(const float (*)[10240])constant_memory)
//! ```
//! Kernels say `c_rows[i]` in both cases. No other word of the program is
//! `c_rows`: that is what [`crate::names`] is for.
//!
//! A kernel cannot name the constant of another file. A function that inherits one
//! from there has a constant of its own, which the directive fills as well, by a
//! function that is called after both: `set_t_of_look`.

use std::collections::HashSet;

use emit::Dialect;
use hir::{ExprKind, FunctionId, Type, TypeKind, VarId};
use kir::MemorySpace;

use crate::actions::Host;

/// A constant of the unit.
#[derive(Clone, Copy)]
pub(crate) struct Constant {
    /// The variable that kernels mention.
    pub var: VarId,
    /// Its place in the store, if it lies there.
    pub offset: Option<u64>,
}

/// All constants, in the order of their directives. A caller's constant has an
/// array in each function that it reaches; it is one constant.
pub(crate) fn all(host: &Host<'_>) -> Vec<Constant> {
    let mut seen = HashSet::new();
    let constants = host.kir.arrays.iter().filter_map(|(_, array)| {
        let MemorySpace::Constant { offset } = array.space else { return None };
        Some(Constant { var: array.constant?, offset })
    });
    constants.filter(|constant| seen.insert(constant.var)).collect()
}

/// The constants that directives of a function fill.
pub(crate) fn filled_by(host: &Host<'_>, owner: FunctionId) -> Vec<Constant> {
    let Some(span) = host.program.functions[owner].def_span else { return Vec::new() };
    let inside = |var: VarId| {
        let mut arrays = host.kir.arrays.iter().filter(|(_, array)| array.constant == Some(var));
        arrays.any(|(_, array)| {
            let at = host.program.directives[array.directive].span;
            span.lo <= at.lo && at.hi <= span.hi
        })
    };
    all(host).into_iter().filter(|constant| inside(constant.var)).collect()
}

/// The declarations that must stand before a function of the host: of the
/// constants that it fills and of those that its `kernels`, with the functions
/// they call, mention.
pub(crate) fn declarations(
    host: &Host<'_>,
    owner: FunctionId,
    kernels: &[FunctionId],
    printed: &mut HashSet<VarId>,
    dialect: Dialect,
) -> Option<String> {
    let program = host.program;
    let bodies = kernels.iter().filter_map(|function| program.functions[*function].body);
    let mentioned = bodies.flat_map(|body| program.exprs_below(body)).filter_map(|expr| {
        let ExprKind::Var(var) = program.exprs[expr].kind else { return None };
        Some(var)
    });
    let filled = filled_by(host, owner).into_iter().map(|constant| constant.var);
    // What other files fill is called from there, whoever mentions it here.
    let from_elsewhere = host.kir.arrays.iter().filter(|(_, array)| array.setter.is_some());
    let from_elsewhere = from_elsewhere.filter_map(|(_, array)| array.constant);
    let needed: HashSet<VarId> = mentioned.chain(filled).chain(from_elsewhere).collect();
    let constants = all(host).into_iter().filter(|constant| needed.contains(&constant.var));
    let new: Vec<Constant> = constants.filter(|constant| !printed.contains(&constant.var)).collect();
    let mut lines = Vec::new();
    if dialect == Dialect::Cuda && printed.is_empty() && !new.is_empty() {
        lines.extend(store(host));
    }
    for constant in new {
        printed.insert(constant.var);
        lines.push(declaration(host, constant, dialect));
        lines.extend(setter_on_cpu(host, constant).filter(|_| dialect == Dialect::C));
    }
    if dialect == Dialect::C {
        lines.extend(fills(host, owner).into_iter().map(|name| format!("void {name}(const void *host);")));
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The memory that constants share, if they do.
pub(crate) fn store(host: &Host<'_>) -> Option<String> {
    let size = |var: VarId| host.program.size_of(host.program.vars[var].ty).unwrap_or(0);
    let ends = all(host).into_iter().filter_map(|constant| Some(constant.offset? + size(constant.var)));
    let bytes = ends.max()?;
    let name = host.names.constant_store();
    Some(format!(
        "// Constants that are never needed at the same time share this memory.\n\
         __constant__ __align__(16) unsigned char {name}[{bytes}];"
    ))
}

/// `__constant__ int c_weight[8];`, or its place in the store.
fn declaration(host: &Host<'_>, constant: Constant, dialect: Dialect) -> String {
    let mut printer = host.printer(dialect);
    let (name, ty) = (printer.var_name(constant.var), host.program.vars[constant.var].ty);
    match (dialect, constant.offset) {
        (Dialect::Cuda, Some(offset)) => {
            let is_array = host.program.types.is_array(ty);
            let pointer = printer.declaration(ty, if is_array { "(*)" } else { "*" });
            let store = match offset {
                0 => host.names.constant_store().to_string(),
                _ => format!("({} + {offset})", host.names.constant_store()),
            };
            format!("#define {name} (*(const {pointer}){store})")
        }
        (Dialect::Cuda, None) => {
            let align = struct_alignment(host, ty).map(|align| format!("__align__({align}) "));
            format!("__constant__ {}{};", align.unwrap_or_default(), printer.declaration(ty, &name))
        }
        (Dialect::C | Dialect::OpenCl, _) => format!("static {};", printer.declaration(ty, &name)),
    }
}

/// The alignment of an array of structs, by which each is read at once. Structs of another
/// size are better read field by field: the constant cache answers all threads together.
fn struct_alignment(host: &Host<'_>, ty: Type) -> Option<u64> {
    let element = host.program.types.element(ty)?;
    let is_record = matches!(host.program.types.stripped(element), TypeKind::Record(_));
    kir::vector_alignment(host.program, element, 1).filter(|_| is_record)
}

/// The function that fills a constant.
pub(crate) const FILL: &str = "cudaMemcpyToSymbol";

/// The arguments for it: `c_weight, weight, sizeof weight`.
pub(crate) fn fill(host: &Host<'_>, constant: Constant, from: &str, bytes: &str) -> String {
    let store = host.names.constant_store();
    let (symbol, offset) = match constant.offset {
        Some(0) => (store.to_string(), String::new()),
        Some(offset) => (store.to_string(), format!(", {offset}")),
        None => {
            let name = host.printer(Dialect::Cuda).var_name(constant.var);
            (name, String::new())
        }
    };
    format!("{}, {from}, {bytes}{offset}", host.api.symbol(&symbol))
}

/// The functions of other files by which directives of a function fill the
/// constants there.
pub(crate) fn fills(host: &Host<'_>, owner: FunctionId) -> Vec<String> {
    let own = host.kir.arrays.iter().filter(|(_, array)| array.owner == owner);
    own.flat_map(|(_, array)| array.fills.iter().cloned()).collect()
}

/// The function that fills a constant from another file, on the CPU.
fn setter_on_cpu(host: &Host<'_>, constant: Constant) -> Option<String> {
    let setter = called_from_elsewhere(host, constant)?;
    let name = host.printer(Dialect::C).var_name(constant.var);
    let address = if host.program.types.is_array(host.program.vars[constant.var].ty) { "" } else { "&" };
    let body = format!("    memcpy({address}{name}, host, sizeof {name});");
    Some(format!("\nvoid {setter}(const void *host)\n{{\n{body}\n}}\n"))
}

fn called_from_elsewhere(host: &Host<'_>, constant: Constant) -> Option<String> {
    let mut arrays = host.kir.arrays.iter().filter(|(_, array)| array.constant == Some(constant.var));
    arrays.find_map(|(_, array)| array.setter.clone())
}

/// `set_c_A`; with the file's name behind it in a program of several files,
/// each of which may have an `A`.
pub(crate) fn setter_name(host: &Host<'_>, constant: Constant) -> String {
    if let Some(name) = called_from_elsewhere(host, constant) {
        return name;
    }
    let name = host.printer(Dialect::Cuda).var_name(constant.var);
    let file = host.kir.host.first().and_then(|unit| host.program.units.get(unit.unit)?.file);
    let Some(file) = file.filter(|_| host.program.units.len() > 1) else { return format!("set_{name}") };
    let stem = std::path::Path::new(&host.sources.map.file(file).name).file_stem();
    let stem = stem.map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let word = stem.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    format!("set_{name}_of_{word}")
}

/// `cudaError_t set_c_A(const void *host)`
pub(crate) fn setter(host: &Host<'_>, constant: Constant) -> String {
    format!("{} {}(const void *host)", host.api.spell("cudaError_t"), setter_name(host, constant))
}

/// The constant and the function that fills it.
pub(crate) fn definition(host: &Host<'_>, constant: Constant) -> String {
    let name = host.printer(Dialect::Cuda).var_name(constant.var);
    let declaration = declaration(host, constant, Dialect::Cuda);
    let (setter, fill) = (setter(host, constant), fill(host, constant, "host", &format!("sizeof {name}")));
    format!("{declaration}\n\nextern \"C\" {setter}\n{{\n    return {}({fill});\n}}", host.api.spell(FILL))
}
