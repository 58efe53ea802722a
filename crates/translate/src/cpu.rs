//! The CPU target: standalone C with OpenMP. Device memory is ordinary
//! memory, yet separate.

use std::collections::{BTreeSet, HashMap, HashSet};

use diagnostics::Diagnostic;
use emit::{Dialect, Names};
use hir::FunctionId;
use kir::KernelId;
use lower::Language;
use lower::cpu::CpuKernel;
use source::FileId;

use crate::actions::{Direction, Host, Launch, Runtime, Texture};
use crate::api::Api;
use crate::assemble::{functions_with_sites, insert, kernel_comment};
use crate::constants::{self, Constant};
use crate::device_functions::{self, original};
use crate::host_text::HostText;
use crate::kernels::function_text;
use crate::names::HostNames;
use crate::prelude::Support;
use crate::tables::{self, Tables};
use crate::transfer::Plan;
use crate::{
    OutputFile, Role, Unit, edits_collide, host_unit, pointer_types, prelude, require_own_sites, split,
    unused, uses,
};

/// Spells a unit for the CPU.
pub fn translate(mut unit: Unit<'_>) -> Result<Vec<OutputFile>, Box<Diagnostic>> {
    let Some(sites) = host_unit(&unit) else { return Ok(Vec::new()) };
    require_own_sites(&unit, sites)?;
    let mut kernels = HashMap::new();
    for (id, kernel) in unit.kir.kernels.iter() {
        kernels.insert(id, lower::cpu::lower(kernel, &unit.kir.arrays, unit.program, unit.sources));
    }
    let pointers = pointer_types(&mut unit);
    let (program, sources) = (&*unit.program, &*unit.sources);
    let names = HostNames::new(unit.kir, program, sources);
    // What it calls is C's library, which is called the same everywhere.
    let (api, watched) = (Api(Language::Cuda), unit.watched);
    let host = Host { program, kir: unit.kir, sources, names, pointers, api, watched };
    let runtime = CpuRuntime { host: &host, kernels: &kernels };
    let mut text = HostText::new(sources, unit.file);
    host.spell_sites(sites, &runtime, &mut text);
    unused::remove(program, sources, unit.file, sites, &|var| host.mentions(sites, var), &mut text);
    let functions = functions_with_sites(program, sites);
    let macros = unit.macros;
    let clones = Clones::of(&host, unit.unit, unit.file);
    let mut printed = HashSet::new();
    let mut printed_constants = HashSet::new();
    let mut parts = |owner| {
        let place = program.functions[owner].def_span.unwrap_or(hir::Span::BUILTIN);
        let may_name = |name| macros.holds_before(name, place, sources);
        let own = unit.kir.kernels.iter().filter(|(_, kernel)| kernel.owner == owner);
        let bodies = own.flat_map(|(id, kernel)| {
            let lowered = &kernels[&id];
            kernel.functions.iter().chain(&lowered.parts).chain([&lowered.function]).copied()
        });
        let bodies: Vec<FunctionId> = bodies.collect();
        let constants = &mut printed_constants;
        let constants = constants::declarations(&host, owner, &bodies, constants, Dialect::C);
        let mut parts: Vec<String> = constants.into_iter().collect();
        for (id, kernel) in unit.kir.kernels.iter().filter(|(_, k)| k.owner == owner) {
            clones.print(&host, kernel, &may_name, &mut printed, &mut parts);
            let mut comment = kernel_comment(sources, kernel);
            for &function in kernels[&id].parts.iter().chain([&kernels[&id].function]) {
                let names = Names { vars: host.names.constants.clone(), ..Names::default() };
                parts.push(function_text(program, sources, function, Dialect::C, &comment, names, &may_name));
                comment.clear();
            }
        }
        parts
    };
    let original = &sources.map.file(unit.file).bytes;
    insert(&functions, &opening(&host, sites, original, unit.shared), &mut parts, &mut text);
    let bytes = text.finish().map_err(|error| edits_collide(&error, unit.file, sources))?;
    Ok(vec![OutputFile { role: Role::Whole, bytes }])
}

fn opening(
    host: &Host<'_>,
    sites: &kir::HostUnit,
    text: &[u8],
    shared: Option<&mut BTreeSet<Support>>,
) -> String {
    let mut pieces = vec![Support::Cpu];
    let is_tested = |kernel: &KernelId| !host.kir.kernels[*kernel].required.is_empty();
    if uses(sites, |a| matches!(a, kir::HostAction::Require(_)) || a.kernels().iter().any(is_tested)) {
        pieces.push(Support::Require);
    }
    if host.kir.arrays.iter().any(|(_, a)| a.by_address || a.remembered) {
        pieces.push(Support::ByAddress);
    }
    if host.has_copy(sites, |plan| plan.rows.is_some()) {
        pieces.push(Support::CpuRows);
    }
    let headers = ["stdio.h", "stdlib.h", "string.h"];
    prelude::opening(Api(Language::Cuda), "", (text, &headers), &pieces, shared)
}

/// Functions made for kernels. All others are the host's own, unless a clone
/// of another file's function needs them here.
struct Clones {
    /// To be printed here.
    functions: Vec<FunctionId>,
    names: Names,
    types: String,
    tables: Tables,
    /// Constants of other files.
    numbers: Vec<String>,
}

impl Clones {
    fn of(host: &Host<'_>, unit: usize, file: FileId) -> Clones {
        let program = host.program;
        let is_clone = |f: FunctionId| program.functions[f].def_span.is_none();
        let is_foreign = |f: FunctionId| program.unit_of(original(program, f)) != Some(unit);
        let all: Vec<FunctionId> =
            host.kir.kernels.iter().flat_map(|(_, k)| k.functions.iter().copied()).collect();
        let mut functions: Vec<FunctionId> = Vec::new();
        // Callers come after what they call: from the end, needs are known first.
        for &function in all.iter().rev() {
            let needed = functions.iter().any(|f| is_foreign(*f) && calls(program, *f, function));
            if (is_clone(function) || needed && is_foreign(function)) && !functions.contains(&function) {
                functions.push(function);
            }
        }
        let mut names = device_functions::names(program, host.sources, &functions);
        let tables = Tables::of_other_files(host.kir, program, host.sources, unit);
        tables.rename(program, &mut names);
        names.vars.extend(host.names.constants.clone());
        let types = split::types_of_other_files(host, &functions, file, Dialect::C);
        let linkage = hir::Linkage::new(program);
        let elsewhere = |var| linkage.variable_in(program, var, unit) != Some(var);
        let numbers = tables::numbers(program, host.sources, &functions, &elsewhere, Dialect::C);
        Clones { functions, names, types, tables, numbers }
    }

    /// What must stand before a kernel, each thing once.
    fn print(
        &self,
        host: &Host<'_>,
        kernel: &kir::Kernel,
        may_name: &dyn Fn(hir::Symbol) -> bool,
        printed: &mut HashSet<FunctionId>,
        parts: &mut Vec<String>,
    ) {
        let (program, sources) = (host.program, host.sources);
        let new: Vec<FunctionId> =
            kernel.functions.iter().copied().filter(|f| self.functions.contains(f)).collect();
        if printed.is_empty() && !new.is_empty() {
            parts.extend((!self.types.is_empty()).then(|| self.types.clone()));
            let all: Vec<hir::VarId> = host.kir.kernels.iter().flat_map(|(_, k)| k.tables.clone()).collect();
            let mut definitions = self.tables.definitions(program, sources, &all, Dialect::C);
            definitions.dedup();
            parts.extend(definitions);
            parts.extend(self.numbers.clone());
        }
        for function in new.into_iter().filter(|f| printed.insert(*f)) {
            let names = self.names.clone();
            let text = function_text(program, sources, function, Dialect::C, "", names, may_name);
            let linkage = if program.functions[function].is_static { "" } else { "static " };
            parts.push(format!("{linkage}{}", text.trim_start()));
        }
    }
}

fn calls(program: &hir::Program, caller: FunctionId, callee: FunctionId) -> bool {
    let names = |expr| matches!(program.exprs[expr].kind, hir::ExprKind::Function(f) if f == callee);
    program.functions[caller].body.is_some_and(|body| program.exprs_below(body).any(names))
}

struct CpuRuntime<'a> {
    host: &'a Host<'a>,
    kernels: &'a HashMap<KernelId, CpuKernel>,
}

impl Runtime for CpuRuntime<'_> {
    fn dialect(&self) -> Dialect {
        Dialect::C
    }

    fn alloc(&self, declaration: &str, _name: &str, bytes: &str, place: &str) -> Vec<String> {
        vec![format!("{declaration} = hicuda_alloc({bytes}, {place});")]
    }

    fn clear(&self, name: &str, bytes: &str, _place: &str) -> Vec<String> {
        vec![format!("memset({name}, 0, {bytes});")]
    }

    fn keep(&self, to: &str, from: &str, bytes: &str, _place: &str) -> Vec<String> {
        vec![format!("memcpy({to}, {from}, {bytes});")]
    }

    fn copy(&self, plan: &Plan, direction: Direction, _place: &str) -> Vec<String> {
        let (to, from) = match direction {
            Direction::ToDevice => (&plan.device, &plan.host),
            Direction::ToHost => (&plan.host, &plan.device),
        };
        let call = match &plan.rows {
            None => format!("memcpy({to}, {from}, {});", plan.width),
            Some(rows) => {
                let (to_pitch, from_pitch) = match direction {
                    Direction::ToDevice => (&rows.device_pitch, &rows.host_pitch),
                    Direction::ToHost => (&rows.host_pitch, &rows.device_pitch),
                };
                let (width, count) = (&plan.width, &rows.count);
                format!("hicuda_copy_rows({to}, {to_pitch}, {from}, {from_pitch}, {width}, {count});")
            }
        };
        vec![plan.in_loops(&call)]
    }

    fn set_constant(&self, constant: Constant, host: &str, bytes: &str, _place: &str) -> Vec<String> {
        let program = self.host.program;
        let address = if program.types.is_array(program.vars[constant.var].ty) { "" } else { "&" };
        let name = self.host.printer(Dialect::C).var_name(constant.var);
        vec![format!("memcpy({address}{name}, {host}, {bytes});")]
    }

    fn fill(&self, setter: &str, host: &str, _place: &str) -> Vec<String> {
        vec![format!("{setter}({host});")]
    }

    fn free(&self, name: &str, _place: &str) -> Vec<String> {
        vec![format!("free({name});")]
    }

    fn make_texture(&self, texture: &Texture, place: &str) -> Vec<String> {
        let mut lines = self.alloc(&texture.declaration, &texture.name, &texture.bytes, place);
        lines.extend(self.copy(&texture.plan, Direction::ToDevice, place));
        lines
    }

    fn texture_handle(&self, name: &str) -> String {
        name.to_string()
    }

    fn texture_of(&self, handle: &str) -> String {
        handle.to_string()
    }

    fn free_texture(&self, name: &str, place: &str) -> Vec<String> {
        self.free(name, place)
    }

    fn function(&self, kernel: KernelId) -> Option<FunctionId> {
        self.kernels.get(&kernel).map(|kernel| kernel.function)
    }

    fn launch(&self, launch: &Launch, _place: &str) -> Vec<String> {
        let mut args = launch.args.clone();
        if let Some(kernel) = self.kernels.get(&launch.kernel) {
            let mut printer = self.host.printer(Dialect::C);
            args.extend(kernel.sizes.iter().map(|size| printer.expr_text(*size)));
            args.extend(kernel.results.iter().map(|result| format!("&{}", printer.expr_text(*result))));
        }
        vec![format!("{}({});", launch.name, args.join(", "))]
    }

    /// Kernels are done when they return.
    fn wait(&self, _place: &str) -> Vec<String> {
        Vec::new()
    }
}
