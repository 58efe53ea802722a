//! Constants of the program on the device.
//!
//! `static const float weights[5] = { … };` is the host's. A kernel that reads
//! it needs no directive: nobody can change it, so the device has a copy that is
//! initialised in the same way.
//!
//! ```c
//! static __constant__ const float weights_device[5] = { … };
//! ```
//! A large table would crowd constant memory and is kept in device memory.

use std::collections::{HashMap, HashSet};

use emit::{Dialect, Names, Printer, Style};
use hir::{ExprKind, FunctionId, Item, Linkage, Program, VarId, VarStorage};
use source::Sources;

/// Tables up to this size live in constant memory, while there is room.
const LARGEST_CONSTANT: u64 = 4096;
/// What the device has of it for a file.
const CONSTANT_MEMORY: u64 = 64 * 1024;

/// The tables that the kernels of a unit mention.
pub(crate) struct Tables {
    /// By mention: the declaration with the initialiser, and the device's name.
    names: HashMap<VarId, (VarId, String)>,
    /// The declarations that go to constant memory.
    in_constant: HashSet<VarId>,
    linkage: Linkage,
}

impl Tables {
    /// All of them.
    pub(crate) fn of(kir: &kir::Program, program: &Program, sources: &Sources) -> Tables {
        Tables::chosen(kir, program, sources, &|_, _| true)
    }

    /// Those that the unit cannot name itself.
    pub(crate) fn of_other_files(
        kir: &kir::Program,
        program: &Program,
        sources: &Sources,
        unit: usize,
    ) -> Tables {
        let elsewhere = |linkage: &Linkage, var| linkage.variable_in(program, var, unit) != Some(var);
        Tables::chosen(kir, program, sources, &elsewhere)
    }

    fn chosen(
        kir: &kir::Program,
        program: &Program,
        sources: &Sources,
        wanted: &dyn Fn(&Linkage, VarId) -> bool,
    ) -> Tables {
        let linkage = Linkage::new(program);
        let mut names: HashMap<VarId, (VarId, String)> = HashMap::new();
        let mut in_constant = HashSet::new();
        let mut room = room(kir, program);
        let all = kir.kernels.iter().flat_map(|(_, kernel)| &kernel.tables).copied();
        for var in all.filter(|var| wanted(&linkage, *var)) {
            let table = linkage.initialised(program, var);
            let size = program.size_of(program.vars[table].ty).map(|size| size.next_multiple_of(16));
            let fits = size.filter(|size| *size <= room.min(LARGEST_CONSTANT));
            if let Some(size) = fits.filter(|_| in_constant.insert(table)) {
                room -= size;
            }
            let known = names.values().find(|(known, _)| *known == table).cloned();
            let entry = known.unwrap_or_else(|| (table, device_name(program, sources, table, &names)));
            names.insert(var, entry);
        }
        Tables { names, in_constant, linkage }
    }

    /// Does a function mention a table, under whatever file's id?
    pub(crate) fn are_mentioned_by(&self, program: &Program, function: FunctionId) -> bool {
        let Some(body) = program.functions[function].body else { return false };
        !self.names.is_empty()
            && program.exprs_below(body).any(|expr| match program.exprs[expr].kind {
                ExprKind::Var(var) => self.name(program, var).is_some(),
                _ => false,
            })
    }

    /// Adds the device's names to a printer's.
    pub(crate) fn rename(&self, program: &Program, names: &mut Names) {
        if self.names.is_empty() {
            return;
        }
        let renamed = program.vars.iter();
        names.vars.extend(renamed.filter_map(|(var, _)| Some((var, self.name(program, var)?.to_string()))));
    }

    fn name(&self, program: &Program, var: VarId) -> Option<&str> {
        if let Some((_, name)) = self.names.get(&var) {
            return Some(name);
        }
        let table = self.linkage.initialised(program, var);
        self.names.values().find(|(known, _)| *known == table).map(|(_, name)| name.as_str())
    }

    /// The definitions of tables, for the device.
    pub(crate) fn definitions(
        &self,
        program: &Program,
        sources: &Sources,
        of: &[VarId],
        dialect: Dialect,
    ) -> Vec<String> {
        let mut lines = Vec::new();
        for (table, name) in of.iter().filter_map(|var| self.names.get(var)) {
            let names = Names { vars: HashMap::from([(*table, name.clone())]), functions: HashMap::new() };
            let style = Style { dialect, names, ..Style::default() };
            let mut printer = Printer::new(program, sources, style);
            let ty = program.vars[*table].ty;
            printer.item(&Item::Var { var: *table, with_init: true, is_extern: false, ty });
            let text = printer.finish();
            let text = text.trim_start().trim_start_matches("static ");
            let space = match dialect {
                Dialect::C => "static ",
                Dialect::Cuda if self.in_constant.contains(table) => "static __constant__ ",
                Dialect::Cuda => "static __device__ ",
                Dialect::OpenCl => "__constant ",
            };
            lines.push(format!("{space}{text}"));
        }
        lines
    }
}

/// What the constants of directives leave of constant memory.
fn room(kir: &kir::Program, program: &Program) -> u64 {
    let (mut apart, mut shared) = (0u64, 0u64);
    let mut seen = HashSet::new();
    for (_, array) in kir.arrays.iter() {
        let Some(var) = array.constant.filter(|var| seen.insert(*var)) else { continue };
        let bytes = program.size_of(program.vars[var].ty).unwrap_or(0).next_multiple_of(16);
        match array.space {
            kir::MemorySpace::Constant { offset: Some(offset) } => shared = shared.max(offset + bytes),
            _ => apart += bytes,
        }
    }
    CONSTANT_MEMORY.saturating_sub(apart.max(shared))
}

/// Constant numbers that functions mention and their new file lacks: those that
/// `is_missing` says.
pub(crate) fn numbers(
    program: &Program,
    sources: &Sources,
    functions: &[FunctionId],
    is_missing: &dyn Fn(VarId) -> bool,
    dialect: Dialect,
) -> Vec<String> {
    let linkage = Linkage::new(program);
    let bodies = functions.iter().filter_map(|f| program.functions[*f].body);
    let mut found: Vec<VarId> = Vec::new();
    for expr in bodies.flat_map(|body| program.exprs_below(body)) {
        let ExprKind::Var(var) = program.exprs[expr].kind else { continue };
        let var = linkage.initialised(program, var);
        let declared = &program.vars[var];
        let at_file_level = matches!(declared.storage, VarStorage::Global | VarStorage::Internal);
        let is_number = declared.ty.is_const() && program.types.is_arithmetic(declared.ty);
        if at_file_level && is_number && declared.init.is_some() && is_missing(var) && !found.contains(&var) {
            found.push(var);
        }
    }
    let mut lines = Vec::new();
    for var in found {
        let mut printer = Printer::new(program, sources, Style { dialect, ..Style::default() });
        let ty = program.vars[var].ty;
        printer.item(&Item::Var { var, with_init: true, is_extern: false, ty });
        let text = printer.finish();
        let space = if dialect == Dialect::OpenCl { "__constant" } else { "static" };
        lines.push(format!("{space} {}", text.trim_start().trim_start_matches("static ").trim_end()));
    }
    if lines.is_empty() { lines } else { vec![lines.join("\n")] }
}

/// `weights_device`, or `weights_device2` where that is taken.
fn device_name(
    program: &Program,
    sources: &Sources,
    table: VarId,
    taken: &HashMap<VarId, (VarId, String)>,
) -> String {
    let name = program.vars[table].name.map_or_else(String::new, |name| sources.text(name).into_owned());
    let wanted = format!("{name}_device");
    let is_taken = |name: &str| {
        sources.symbols.lookup(name.as_bytes()).is_some() || taken.values().any(|(_, known)| known == name)
    };
    let mut name = wanted.clone();
    let mut counter = 1;
    while is_taken(&name) {
        counter += 1;
        name = format!("{wanted}{counter}");
    }
    name
}
