//! `extern` in a block: `void set(void) { extern int a[]; a[5] = 1; }`.
//!
//! Such a line declares nothing of the block's own: the array is the file's, or another file's, and every phase that asks what a
//! block or a kernel declares would take it for a new one. Names are ids by now, so the line can go.
//!
//! It stays in hosts of CUDA, which are printed from here, where `extern __shared__ float tile[];` is the block's own; and in a
//! kernel whose function has another variable of that name, which would be meant without it.

use std::collections::HashSet;

use hir::{Item, Program, StmtId, StmtKind, VarId};

/// Removes them from the C files of a program.
pub fn remove(program: &mut Program) {
    let units = program.units.iter().filter(|unit| !unit.cuda);
    let functions = units.flat_map(|unit| &unit.items).filter_map(|item| match item {
        Item::Function(function) => Some((*function, program.functions[*function].body?)),
        _ => None,
    });
    let mut found: Vec<(StmtId, VarId)> = Vec::new();
    for (function, body) in functions {
        let of_file: Vec<(StmtId, VarId)> =
            program.stmts_below(body).flat_map(|stmt| of_others(program, stmt)).collect();
        if of_file.is_empty() {
            continue;
        }
        let kernels = program
            .stmts_below(body)
            .filter(|stmt| matches!(program.stmts[*stmt].kind, StmtKind::Kernel { .. }));
        let in_kernels: HashSet<StmtId> = kernels.flat_map(|kernel| program.stmts_below(kernel)).collect();
        let params = program.functions[function].params.iter().copied();
        let own: Vec<VarId> = program.declared_below(body).chain(params).collect();
        let is_hidden = |var: VarId| {
            own.iter().any(|own| *own != var && program.vars[*own].name == program.vars[var].name)
        };
        found
            .extend(of_file.into_iter().filter(|(stmt, var)| !in_kernels.contains(stmt) || !is_hidden(*var)));
    }
    for (stmt, var) in found {
        let StmtKind::Decl(items) = &mut program.stmts[stmt].kind else { continue };
        items.retain(|item| !matches!(item, Item::Var { var: own, is_extern: true, .. } if *own == var));
        if items.is_empty() {
            program.stmts[stmt].kind = StmtKind::Empty;
        }
    }
}

/// The variables that a statement declares `extern`.
fn of_others(program: &Program, stmt: StmtId) -> Vec<(StmtId, VarId)> {
    let StmtKind::Decl(items) = &program.stmts[stmt].kind else { return Vec::new() };
    let var = |item: &Item| match item {
        Item::Var { var, is_extern: true, .. } => Some((stmt, *var)),
        _ => None,
    };
    items.iter().filter_map(var).collect()
}
