//! Parameters that lead to arrays.
//!
//! ```c
//! float get(struct sim *sd, int i) { return sd->x[i] * sd->scale; }     get(sd, i)
//! // becomes
//! float get_in_kernel(float *sd_x, float sd_scale, int i) { … }         get_in_kernel(sd->x, sd->scale, i)
//! ```
//! A struct that holds pointers stays on the host; the arrays that its members
//! point to have device copies of their own. A function that only reads members gets
//! those instead of the pointer.

use std::collections::HashSet;

use hir::{Builder, ExprId, ExprKind, Program, RecordId, StmtId, Type, VarId, VarStorage};

/// The members on the way from a pointer to a struct; the first is behind the
/// pointer.
pub(crate) type Path = Vec<Step>;

/// One `.field` or `->field`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    field: u32,
    arrow: bool,
}

/// Does the parameter point to a struct that leads to arrays, and does a body
/// read members of it?
pub(crate) fn are_read_of(program: &Program, body: StmtId, param: VarId) -> bool {
    let record = program.types.pointee(program.vars[param].ty).and_then(|ty| program.types.as_record(ty));
    record.is_some_and(|record| holds_pointer(program, record))
        && program.exprs_below(body).any(|expr| path_from(program, expr, param).is_some())
}

/// Structs hold each other by value only so deep as C lets them be declared.
fn holds_pointer(program: &Program, record: RecordId) -> bool {
    program.records[record].fields.iter().flatten().any(|field| {
        let mut ty = field.ty;
        while let Some(element) = program.types.element(ty) {
            ty = element;
        }
        program.types.is_pointer(ty)
            || program.types.as_record(ty).is_some_and(|inner| holds_pointer(program, inner))
    })
}

/// Gives each member that a body reads through a parameter a parameter of its
/// own: what they stand for. `None`, and nothing is changed, where the struct leads
/// to no arrays, or the pointer is used in another way.
pub(crate) fn promote(b: &mut Builder<'_>, body: StmtId, param: VarId) -> Option<Vec<(Path, VarId)>> {
    if !are_read_of(b.program, body, param) {
        return None;
    }
    let uses = uses(b.program, body, param)?;
    let mut promoted: Vec<(Path, VarId)> = Vec::new();
    for (expr, path) in uses {
        let known = promoted.iter().find(|(known, _)| *known == path).map(|(_, var)| *var);
        let var = match known {
            Some(var) => var,
            None => {
                let var = parameter(b, param, expr);
                promoted.push((path, var));
                var
            }
        };
        b.program.exprs[expr].kind = ExprKind::Var(var);
    }
    Some(promoted)
}

/// The member of what an argument points to; `None` for an argument that is
/// more than names.
pub(crate) fn of_argument(b: &mut Builder<'_>, arg: ExprId, path: &[Step]) -> Option<ExprId> {
    let mut at = b.program.as_written(arg);
    let mut addressed = false;
    if let ExprKind::AddrOf(object) = b.program.exprs[at].kind {
        (at, addressed) = (object, true);
    }
    if !is_named(b.program, at) {
        return None;
    }
    let ty = b.program.exprs[at].ty;
    let mut object = if addressed { ty } else { b.program.types.pointee(ty)? };
    for (number, step) in path.iter().enumerate() {
        let arrow = step.arrow && !(number == 0 && addressed);
        if number > 0 && step.arrow {
            object = b.program.types.pointee(object)?;
        }
        // Each file that includes a header has the records of its own.
        let record = b.program.types.as_record(object)?;
        let field = b.program.records[record].fields.as_ref()?.get(step.field as usize)?.ty;
        at = b.expr(ExprKind::Member { base: at, record, field: step.field, arrow }, field);
        object = field;
    }
    Some(at)
}

/// A variable, or members of one: evaluating it again is no difference.
fn is_named(program: &Program, expr: ExprId) -> bool {
    match program.exprs[expr].kind {
        ExprKind::Var(_) => true,
        ExprKind::Member { base, .. } | ExprKind::Cast { operand: base, implicit: true, .. } => {
            is_named(program, base)
        }
        _ => false,
    }
}

/// `sd_x` for `sd->x`.
fn parameter(b: &mut Builder<'_>, param: VarId, member: ExprId) -> VarId {
    let mut words = Vec::new();
    let mut at = member;
    while let ExprKind::Member { base, record, field, .. } = b.program.exprs[at].kind {
        let fields = b.program.records[record].fields.as_deref().unwrap_or(&[]);
        words.extend(fields.get(field as usize).and_then(|field| field.name));
        at = b.program.as_written(base);
    }
    words.extend(b.program.vars[param].name);
    let words: Vec<String> = words.iter().rev().map(|word| b.sources.text(*word).into_owned()).collect();
    let ty: Type = b.program.exprs[member].ty.unqualified();
    let var = b.local(&words.join("_"), ty);
    b.program.vars[var].storage = VarStorage::Param;
    var
}

/// The members that are read through a parameter, each as a whole; `None` if
/// the parameter is used in another way.
fn uses(program: &Program, body: StmtId, param: VarId) -> Option<Vec<(ExprId, Path)>> {
    let targets: HashSet<ExprId> =
        program.exprs_below(body).filter_map(|expr| program.assigned_or_addressed(expr)).collect();
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    // What is outermost comes first.
    for expr in program.exprs_below(body) {
        if matches!(program.exprs[expr].kind, ExprKind::Var(var) if var == param) && !seen.contains(&expr) {
            return None;
        }
        let Some((root, path)) = path_from(program, expr, param) else { continue };
        if !seen.insert(root) {
            continue;
        }
        let ty = program.exprs[expr].ty;
        if targets.contains(&expr) || !program.types.is_scalar(ty) {
            return None;
        }
        found.push((expr, path));
    }
    Some(found)
}

/// The members from a parameter to an expression, and its mention.
fn path_from(program: &Program, expr: ExprId, param: VarId) -> Option<(ExprId, Path)> {
    let (mut at, mut path) = (expr, Vec::new());
    loop {
        match program.exprs[at].kind {
            ExprKind::Member { base, field, arrow, .. } => {
                path.push(Step { field, arrow });
                at = base;
            }
            ExprKind::Cast { operand, implicit: true, .. } if !path.is_empty() => at = operand,
            ExprKind::Var(var) if var == param && !path.is_empty() => {
                path.reverse();
                return Some((at, path));
            }
            _ => return None,
        }
    }
}
