//! Which variable has the name of another one, of the file's mostly, where a kernel is launched.
//!
//! ```c
//! int n = 3;
//! int shifted(int x) { return x + n; }
//! void f(int n) { … kernel … a[i] = shifted(a[i]); … }
//! ```
//! The launch passes the `n` that `shifted` means, and has no word for it: there, `n` is the parameter.

use hir::{FunctionId, StmtId, StmtKind, VarId};

use crate::input::Input;

/// What the name of a variable means at a statement of a function, if it means another one.
pub(super) fn hiding(input: &Input<'_>, function: FunctionId, at: StmtId, var: VarId) -> Option<VarId> {
    let program = input.program;
    let name = program.vars[var].name?;
    let has_name = |own: &VarId| *own != var && program.vars[*own].name == Some(name);
    let body = program.functions[function].body?;
    let mut found = program.functions[function].params.iter().copied().find(has_name);
    if found.is_none() && !program.declared_below(body).any(|own| has_name(&own)) {
        return None;
    }
    // From the outside to the inside: the last one counts.
    let holds = |stmt: StmtId| program.stmts_below(stmt).any(|below| below == at);
    for around in program.stmts_below(body).filter(|stmt| *stmt != at && holds(*stmt)) {
        let before: Vec<StmtId> = match &program.stmts[around].kind {
            StmtKind::Block(stmts) => stmts.iter().copied().take_while(|stmt| !holds(*stmt)).collect(),
            StmtKind::For { init, .. } => init.iter().copied().collect(),
            _ => continue,
        };
        for declared in before.into_iter().flat_map(|stmt| program.declared(stmt)) {
            match declared == var {
                true => found = None,
                false if has_name(&declared) => found = Some(declared),
                false => {}
            }
        }
    }
    found
}
