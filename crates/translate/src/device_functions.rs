//! Functions that kernels call: which of them can simply be marked.
//!
//! Where a function is defined in the file itself, a person would write
//! `__device__` in front of it, or `__host__ __device__` if the host calls it
//! too. That needs the definition to be its first declaration (a prototype
//! would have to be marked as well), to stand before the kernel and to mention no
//! table; any other function gets a copy for the device.

use std::collections::HashSet;

use emit::Names;
use hir::{ExprKind, FunctionId, Linkage, Program, Span};
use kir::HostUnit;
use source::{FileId, Sources};

use crate::tables::Tables;

/// How each device function of a one-file output is made.
pub(crate) struct Marks {
    /// Where to insert which words.
    pub(crate) words: Vec<(FunctionId, Span, &'static str)>,
}

impl Marks {
    pub(crate) fn of(
        program: &Program,
        sources: &Sources,
        file: FileId,
        unit: &HostUnit,
        functions: &[FunctionId],
        tables: &Tables,
    ) -> Marks {
        let on_host = used_on_host(program, sources, unit, functions);
        let first_site = unit.sites.iter().map(|s| s.place.lo).min().unwrap_or(0);
        let mut words = Vec::new();
        for &id in functions {
            let function = &program.functions[id];
            let Some(def) = function.def_span else { continue };
            let is_here = !def.is_from_macro() && sources.map.file_at(def.lo) == Some(file);
            let first = def.lo <= function.span.lo && function.span.hi <= def.hi;
            // A table has another name on the device.
            let is_same = !tables.are_mentioned_by(program, id) && !is_respelled(program, sources, id);
            if is_here && first && def.hi <= first_site && is_same {
                let mark = if on_host.contains(&id) { "__host__ __device__ " } else { "__device__ " };
                words.push((id, def, mark));
            }
        }
        Marks { words }
    }

    /// Is this function marked in place?
    pub(crate) fn has(&self, function: FunctionId) -> bool {
        self.words.iter().any(|(id, _, _)| *id == function)
    }
}

/// Does it call builtins that have other names on the device?
fn is_respelled(program: &Program, sources: &Sources, function: FunctionId) -> bool {
    let is_other = |expr| match program.exprs[expr].kind {
        ExprKind::Function(called) => {
            let name = sources.text(program.functions[called].name);
            ["__popc", "__clz", "__ffs", "__byte_perm"].iter().any(|start| name.starts_with(start))
        }
        _ => false,
    };
    program.functions[function].body.is_some_and(|body| program.exprs_below(body).any(is_other))
}

/// Names of the device's copies, beside the host's functions.
pub(crate) fn names(program: &Program, sources: &Sources, copied: &[FunctionId]) -> Names {
    let linkage = Linkage::new(program);
    // A clone made for a kernel has a name of its own already.
    let is_copied = |f: FunctionId| program.functions[f].def_span.is_some() && copied.contains(&f);
    let calls = program.functions.iter().filter(|(id, _)| is_copied(linkage.definition(program, *id)));
    let renamed = calls.map(|(id, f)| (id, format!("{}_device", sources.text(f.name))));
    Names { functions: renamed.collect(), ..Names::default() }
}

/// The function that a clone was made of; any other function itself.
pub(crate) fn original(program: &Program, function: FunctionId) -> FunctionId {
    let made = &program.functions[function];
    if made.def_span.is_some() {
        return function;
    }
    let same = |f: &hir::Function| f.def_span.is_some() && f.span == made.span;
    program.functions.iter().find(|(_, f)| same(f)).map_or(function, |(id, _)| id)
}

/// The device functions that code outside kernels mentions, directly or
/// through one another.
fn used_on_host(
    program: &Program,
    sources: &Sources,
    unit: &HostUnit,
    functions: &[FunctionId],
) -> HashSet<FunctionId> {
    let in_site = |span: Span| {
        let at = sources.expansions.outermost_call(span);
        unit.sites.iter().any(|s| s.place.lo <= at.lo && at.hi <= s.place.hi)
    };
    let mut used = HashSet::new();
    loop {
        let before = used.len();
        for (id, function) in program.functions.iter() {
            if functions.contains(&id) && !used.contains(&id) {
                continue;
            }
            let Some(body) = function.body else { continue };
            for expr in program.exprs_below(body) {
                if let ExprKind::Function(callee) = program.exprs[expr].kind
                    && functions.contains(&callee)
                    && !in_site(program.exprs[expr].span)
                {
                    used.insert(callee);
                }
            }
        }
        if used.len() == before {
            return used;
        }
    }
}
