//! Host variables that only kernels used.
//!
//! Once a region has become a function, `int i, j, k;` above it may declare
//! names that nothing mentions any more. A person would take them out, and
//! compilers warn about them; so they go, where they are plain names without
//! an initialiser.

use std::collections::{HashMap, HashSet};

use hir::{ExprKind, Item, Program, Span, StmtId, StmtKind, VarId, foreign_pragma};
use kir::HostUnit;
use source::{FileId, Sources};

use crate::host_text::HostText;

/// Takes unused declarations out of the functions that have directives.
pub(crate) fn remove(
    program: &Program,
    sources: &Sources,
    file: FileId,
    unit: &HostUnit,
    mentioned: &dyn Fn(VarId) -> bool,
    text: &mut HostText<'_>,
) {
    let inside = |span: Span| unit.sites.iter().any(|s| s.place.lo <= span.lo && span.hi <= s.place.hi);
    for (_, function) in program.functions.iter() {
        let (Some(body), Some(span)) = (function.body, function.def_span) else { continue };
        if !unit.sites.iter().any(|s| span.lo <= s.place.lo && s.place.hi <= span.hi) {
            continue;
        }
        let mut uses: HashMap<VarId, usize> = HashMap::new();
        let mut in_regions: HashMap<VarId, usize> = HashMap::new();
        for expr in program.exprs_below(body) {
            if let ExprKind::Var(var) = program.exprs[expr].kind {
                let at = sources.expansions.outermost_call(program.exprs[expr].span);
                *uses.entry(var).or_default() += 1;
                *in_regions.entry(var).or_default() += usize::from(inside(at));
            }
        }
        let in_pragmas = pragma_words(program, sources, body);
        let is_in_pragma =
            |var: VarId| program.vars[var].name.is_some_and(|name| in_pragmas.contains(&*sources.text(name)));
        let only_in_kernels = |var: VarId| {
            let count = uses.get(&var).copied().unwrap_or(0);
            count > 0 && in_regions.get(&var).copied() == Some(count) && !mentioned(var) && !is_in_pragma(var)
        };
        for stmt in program.stmts_below(body) {
            if !inside(program.stmts[stmt].span) {
                declaration(program, sources, file, stmt, &only_in_kernels, text);
            }
        }
    }
}

/// What pragmas of others speak of, which stay where they are: `omp parallel private(i, j)`.
fn pragma_words(program: &Program, sources: &Sources, body: StmtId) -> HashSet<String> {
    let mut words = HashSet::new();
    for stmt in program.stmts_below(body) {
        if let StmtKind::Pragma(text) = program.stmts[stmt].kind {
            words.extend(foreign_pragma::words(&sources.text(text)).map(str::to_owned));
        }
    }
    words
}

fn declaration(
    program: &Program,
    sources: &Sources,
    file: FileId,
    stmt: StmtId,
    unused: &dyn Fn(VarId) -> bool,
    text: &mut HostText<'_>,
) {
    let StmtKind::Decl(items) = &program.stmts[stmt].kind else { return };
    let vars: Option<Vec<VarId>> = items
        .iter()
        .map(|item| match item {
            Item::Var { var, with_init: false, .. } => Some(*var),
            _ => None,
        })
        .collect();
    let span = program.stmts[stmt].span;
    if span.is_from_macro() || sources.map.file_at(span.lo) != Some(file) {
        return;
    }
    if let Some(vars) = &vars
        && vars.iter().all(|v| unused(*v))
    {
        text.replace(span, &[]);
        return;
    }
    let declared = items.iter().filter_map(|item| match item {
        Item::Var { var, with_init: false, .. } => Some(*var),
        _ => None,
    });
    for var in declared.filter(|v| unused(*v)) {
        if let Some(range) = declarator_with_comma(sources, file, program.vars[var].span, span) {
            text.substitute(range, "");
        }
    }
}

/// The name and the comma that follows it, if the declarator is just a name.
fn declarator_with_comma(sources: &Sources, file: FileId, name: Span, decl: Span) -> Option<Span> {
    let source = sources.map.file(file);
    let bytes = &source.bytes;
    let (start, end) = ((name.lo - source.start) as usize, (name.hi - source.start) as usize);
    let limit = (decl.hi - source.start) as usize;
    let before = bytes[..start].iter().rev().find(|b| !b.is_ascii_whitespace())?;
    if *before != b',' && !before.is_ascii_alphanumeric() && *before != b'_' {
        return None;
    }
    let comma = (end..limit).find(|&i| !bytes[i].is_ascii_whitespace())?;
    if bytes[comma] != b',' {
        return None;
    }
    let next = (comma + 1..limit).find(|&i| !bytes[i].is_ascii_whitespace())?;
    Some(Span { hi: source.start + next as u32, ..name })
}
