//! Parameters whose rows have a length that is known when the program runs.
//!
//! ```c
//! float sum(int n, int m, float a[n][m], int i) { … a[i][j] … }
//! // becomes
//! float sum_in_kernel(int n, int m, float *a, int i) { … a[i * m + j] … }
//! ```
//! The device's language has no arrays of variable length. A parameter that is
//! only subscripted can be a pointer to elements; the call passes the address of the
//! first one.

use std::collections::HashSet;

use hir::{ArrayLen, Builder, CastKind, ExprId, ExprKind, Program, StmtId, Type, TypeKind, VarId};

use crate::inline::changed_in;

/// The parameters of a function and of its copy: lengths are written with the
/// former.
pub(crate) struct Sizes<'a> {
    pub(crate) written: &'a [VarId],
    pub(crate) own: &'a [VarId],
}

/// A pointer to rows of variable length?
pub(crate) fn has_variable_rows(program: &Program, ty: Type) -> bool {
    rows(program, ty)
        .is_some_and(|(lengths, _)| lengths.iter().any(|len| matches!(len, ArrayLen::Variable(_))))
}

/// The lengths of the rows a pointer points to, and the type of an element.
fn rows(program: &Program, ty: Type) -> Option<(Vec<ArrayLen>, Type)> {
    let mut at = program.types.pointee(ty)?;
    let mut lengths = Vec::new();
    while let TypeKind::Array(element, len) = program.types.stripped(at) {
        lengths.push(*len);
        at = *element;
    }
    Some((lengths, at))
}

/// Makes a parameter with rows of variable length a pointer to elements, in
/// the body of a copy. False, and nothing is changed, where it has none or is used
/// in another way.
pub(crate) fn flatten(b: &mut Builder<'_>, body: StmtId, param: VarId, sizes: &Sizes<'_>) -> bool {
    let ty = b.program.vars[param].ty;
    if !has_variable_rows(b.program, ty) {
        return false;
    }
    let Some((lengths, element)) = rows(b.program, ty) else { return false };
    let changed = changed_in(b.program, body);
    let lengths: Option<Vec<Length>> =
        lengths.iter().map(|length| Length::of(b.program, length, sizes, &changed)).collect();
    let (Some(lengths), false) = (lengths, changed.contains(&param)) else { return false };
    let Some(uses) = uses(b.program, body, param, lengths.len() + 1) else { return false };
    let pointer = b.program.types.pointer_to(element);
    b.program.vars[param].ty = pointer;
    b.program.vars[param].written = None;
    for Use { expr, subscripts } in uses {
        b.origin = b.program.exprs[expr].span;
        let is_element = subscripts.len() > lengths.len();
        let mut offset = None;
        for at in 0..=lengths.len() {
            let subscript = subscripts.get(at).copied();
            offset = match (offset, subscript) {
                (None, subscript) => subscript,
                (Some(rows), subscript) => {
                    let length = lengths[at - 1].expr(b);
                    let rows = b.mul(rows, length);
                    Some(subscript.map_or(rows, |subscript| b.add(rows, subscript)))
                }
            };
        }
        let base = b.var(param);
        let Some(offset) = offset else { continue };
        b.program.exprs[expr].kind = match is_element {
            true => ExprKind::Index { base, index: offset },
            false => ExprKind::Binary { op: hir::BinaryOp::Add, lhs: base, rhs: offset },
        };
    }
    true
}

/// `&a[0][0]` for an argument `a` that points to rows.
pub(crate) fn first_element(b: &mut Builder<'_>, arg: ExprId) -> Option<ExprId> {
    let mut at = arg;
    // `float (*)[8]` is what it is, whatever length the parameter says.
    while let ExprKind::Cast { kind: CastKind::Pointer | CastKind::Same, implicit: true, operand } =
        b.program.exprs[at].kind
        && rows(b.program, b.program.exprs[operand].ty).is_some()
    {
        at = operand;
    }
    let (lengths, _) = rows(b.program, b.program.exprs[at].ty)?;
    for level in 0..=lengths.len() {
        let zero = b.int(0);
        at = b.index(at, &[zero]);
        let ty = b.program.exprs[at].ty;
        if level < lengths.len() {
            let element = b.program.types.element(ty)?;
            let pointer = b.program.types.pointer_to(element);
            at = b.expr(ExprKind::Cast { kind: CastKind::ArrayDecay, implicit: true, operand: at }, pointer);
        }
    }
    let pointer = b.program.types.pointer_to(b.program.exprs[at].ty);
    Some(b.expr(ExprKind::AddrOf(at), pointer))
}

/// The length of a row in the copy's own terms.
enum Length {
    Fixed(i64),
    Param(VarId),
}

impl Length {
    /// A number, or a parameter that keeps its value.
    fn of(
        program: &Program,
        length: &ArrayLen,
        sizes: &Sizes<'_>,
        changed: &HashSet<VarId>,
    ) -> Option<Length> {
        let expr = match length {
            ArrayLen::Fixed(length) => return i64::try_from(*length).ok().map(Length::Fixed),
            ArrayLen::Variable(expr) => *expr,
            ArrayLen::Unknown | ArrayLen::Star => return None,
        };
        let var = program.variable_of(program.without_casts(expr))?;
        let own = sizes.written.iter().position(|written| *written == var).map(|at| sizes.own[at])?;
        (!changed.contains(&own)).then_some(Length::Param(own))
    }

    fn expr(&self, b: &mut Builder<'_>) -> ExprId {
        match self {
            Length::Fixed(length) => b.int(*length),
            Length::Param(param) => b.var(*param),
        }
    }
}

/// An element, or a row as a pointer to its first element.
struct Use {
    expr: ExprId,
    subscripts: Vec<ExprId>,
}

/// All uses of a parameter of `rank` dimensions; `None` if one is of another
/// form.
fn uses(program: &Program, body: StmtId, param: VarId, rank: usize) -> Option<Vec<Use>> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    // What is outermost comes first.
    for expr in program.exprs_below(body) {
        let (chain, wanted) = match program.exprs[expr].kind {
            ExprKind::Index { .. } => (expr, rank),
            ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => (operand, rank - 1),
            ExprKind::Var(var) if var == param && !seen.contains(&expr) => return None,
            _ => continue,
        };
        let Some((root, subscripts)) = subscripts(program, chain) else { continue };
        let is_param = matches!(program.exprs[root].kind, ExprKind::Var(var) if var == param);
        if is_param && subscripts.len() == wanted && seen.insert(root) {
            found.push(Use { expr, subscripts });
        }
    }
    Some(found)
}

/// What `x[i][j]` starts from, and its subscripts, outermost first.
fn subscripts(program: &Program, expr: ExprId) -> Option<(ExprId, Vec<ExprId>)> {
    let (mut at, mut found) = (expr, Vec::new());
    loop {
        match program.exprs[at].kind {
            ExprKind::Index { base, index } => {
                found.push(index);
                at = base;
            }
            ExprKind::Cast { kind: CastKind::ArrayDecay | CastKind::Same, operand, .. } => at = operand,
            ExprKind::Var(_) if !found.is_empty() => {
                found.reverse();
                return Some((at, found));
            }
            _ => return None,
        }
    }
}
