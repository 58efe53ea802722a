//! Whether a variable keeps its value over some statements.
//!
//! `global alloc a[0:n-1]` before a loop serves the kernels in it only if `n` is then what it is there.

use std::collections::HashSet;

use analyze::{Input, Place, Step};
use hir::{ExprId, ExprKind, FunctionId, Init, InitEntry, Node, StmtId, VarId, VarStorage};

/// May any of the statements change the variable, themselves or through calls?
pub fn may_change(input: &Input<'_>, stmts: &[StmtId], var: VarId) -> bool {
    let program = input.program;
    let is_shared = !matches!(program.vars[var].storage, VarStorage::Local | VarStorage::Param);
    let roots = if is_shared { reached(input, stmts) } else { stmts.to_vec() };
    let changes = |expr: ExprId| program.changed_variable(expr) == Some(var);
    roots.into_iter().any(|root| program.exprs_below(root).any(changes))
}

/// May any of the statements change what a place holds? A member changes where any object's member of that name is
/// assigned, or the variable it is reached from.
pub fn may_change_place(input: &Input<'_>, stmts: &[StmtId], place: &Place) -> bool {
    let program = input.program;
    let Some(last) = place.path.last() else { return may_change(input, stmts, place.var) };
    let is_it = |expr: ExprId| {
        let Some(target) = program.assigned(expr) else { return false };
        match program.exprs[target].kind {
            ExprKind::Member { record, field, .. } => {
                let named = |record: hir::RecordId, field: u32| {
                    let fields = program.records[record].fields.as_deref().unwrap_or_default();
                    fields.get(field as usize).and_then(|field| field.name)
                };
                named(record, field) == named(last.record, last.field)
            }
            ExprKind::Var(var) => var == place.var,
            ExprKind::Deref(_) | ExprKind::Index { .. } => {
                program.types.as_record(program.exprs[target].ty).is_some()
            }
            _ => false,
        }
    };
    reached(input, stmts).into_iter().any(|root| program.exprs_below(root).any(is_it))
}

/// The statements, and the bodies of the functions that they lead to.
fn reached(input: &Input<'_>, stmts: &[StmtId]) -> Vec<StmtId> {
    let program = input.program;
    let mut pending: Vec<StmtId> = stmts.to_vec();
    let mut seen: HashSet<FunctionId> = HashSet::new();
    let mut found = Vec::new();
    while let Some(root) = pending.pop() {
        found.push(root);
        for expr in program.exprs_below(root) {
            let ExprKind::Call { callee, .. } = &program.exprs[expr].kind else { continue };
            let called = program.called_function(*callee).map(|f| input.definition(f));
            let called = called.filter(|function| seen.insert(*function));
            pending.extend(called.and_then(|function| program.functions[function].body));
        }
    }
    found
}

/// What some statements assign to a place, in order.
pub fn assigned_to(input: &Input<'_>, stmts: &[StmtId], place: &Place) -> Vec<ExprId> {
    let program = input.program;
    let mut found = Vec::new();
    for root in stmts {
        for node in program.nodes(*root) {
            match node {
                Node::Expr(expr) => {
                    if let ExprKind::Assign { lhs, rhs } = program.exprs[expr].kind
                        && Place::of(program, lhs).as_ref() == Some(place)
                    {
                        found.push(rhs);
                    }
                }
                Node::Stmt(stmt) => {
                    let declares = program.declared(stmt).any(|var| var == place.var);
                    let init = program.vars[place.var].init.as_ref().filter(|_| declares);
                    found.extend(init.and_then(|init| value_of(init, &place.path)));
                }
            }
        }
    }
    found
}

/// What an initialiser gives to a member, or to the variable itself.
fn value_of(init: &Init, path: &[Step]) -> Option<ExprId> {
    match (init, path) {
        (Init::Expr(value), []) => Some(*value),
        (Init::List { entries, .. }, [step, rest @ ..]) => {
            let is_meant = |entry: &&InitEntry| !step.arrow && entry.index == u64::from(step.field);
            let entry = entries.iter().rev().find(is_meant)?;
            value_of(&entry.value, rest)
        }
        _ => None,
    }
}
