//! Loops whose iterations can be counted before they run.
//!
//! `for (i = 3; i < n; i += 2)` is canonical: an integer index that only the head
//! changes, a bound that does not change, a constant step. Iteration `k` then has
//! `i = 3 + 2*k`, and the iterations can be handed out in any way.
//!
//! [`recognize`] answers with the loop's parts or with the one thing that is in
//! the way and where it stands. Sequential loops are asked too: theirs is the
//! index range that subscripts are proven with.
//!
//! Invariant: when `trips` is given, the sequential loop runs exactly that often
//! and its index does not overflow on the way.

use hir::const_eval::{self, IntFormat, integer_format};
use hir::{
    BinaryOp, CastKind, ExprId, ExprKind, IncDec, Init, Item, Node, Program, Span, StmtId, StmtKind, UnaryOp,
    VarId, VarStorage,
};

use crate::capture::may_change_memory;
use crate::effects::{Effects, EventKind, of_expr, of_stmt_itself};
use crate::{CanonicalLoop, Input};

/// What keeps a loop from being canonical.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotCanonical {
    /// The culprit.
    pub span: Span,
    /// Completes "this loop cannot be partitioned: …".
    pub reason: String,
    /// What to write instead.
    pub help: Option<&'static str>,
}

fn because<T>(span: Span, reason: impl Into<String>) -> Result<T, NotCanonical> {
    Err(NotCanonical { span, reason: reason.into(), help: None })
}

/// The parts of a canonical `for`, or why it is not one.
pub fn recognize(input: &Input<'_>, stmt: StmtId) -> Result<CanonicalLoop, NotCanonical> {
    let program = input.program;
    let span = program.stmts[stmt].span;
    let StmtKind::For { init, cond, step, body } = &program.stmts[stmt].kind else {
        return because(span, "it is not a `for` loop");
    };
    let (index, first, declares_index) = start(program, *init, span)?;
    let Some(cond) = cond else { return because(span, "it has no condition") };
    let Some(step_expr) = step else { return because(span, "it has no step") };
    let step = constant_step(program, *step_expr, index)?;
    let (op, bound, compared) = condition(program, *cond, index)?;
    // How often such a loop reads its bound is part of what it does.
    let head = [init.map(Node::Stmt), Some(Node::Expr(*cond)), Some(Node::Expr(*step_expr))];
    if let Some(expr) = head.into_iter().flatten().find_map(|node| program.volatile_below(node)) {
        return because(program.exprs[expr].span, "its head uses a volatile object");
    }
    let canonical =
        CanonicalLoop { stmt, index, declares_index, first, step, op, bound, trips: None, body: *body };
    check_direction(program, &canonical, *cond, *step_expr)?;
    check_index_untouched(input, &canonical)?;
    check_invariant(input, &canonical)?;
    let trips = trips(program, &canonical, compared, *cond)?;
    Ok(CanonicalLoop { trips, ..canonical })
}

/// The index, its first value, and whether the head declares it.
fn start(
    program: &Program,
    init: Option<StmtId>,
    whole: Span,
) -> Result<(VarId, ExprId, bool), NotCanonical> {
    let Some(init) = init else { return because(whole, "its index has no start value in the loop's head") };
    let node = &program.stmts[init];
    let (var, first, declares) = match &node.kind {
        StmtKind::Decl(items) => match items.as_slice() {
            [Item::Var { var, with_init: true, .. }] => match &program.vars[*var].init {
                Some(Init::Expr(first)) => (*var, *first, true),
                _ => return because(node.span, "its index has no start value"),
            },
            _ => return because(node.span, "its head must declare one variable, the index"),
        },
        StmtKind::Expr(expr) => match &program.exprs[*expr].kind {
            ExprKind::Assign { lhs, rhs } => match &program.exprs[*lhs].kind {
                ExprKind::Var(var) => (*var, *rhs, false),
                _ => return because(program.exprs[*lhs].span, "its index must be a plain variable"),
            },
            ExprKind::Binary { op: BinaryOp::Comma, .. } => {
                return because(node.span, "its head sets more than one variable");
            }
            _ => return because(node.span, "its head does not set the index"),
        },
        _ => return because(node.span, "its head does not set the index"),
    };
    if !program.types.is_integer(program.vars[var].ty) {
        return because(node.span, "its index is not an integer");
    }
    Ok((var, first, declares))
}

/// What a loop's head sets its index to, if it sets one variable.
pub(super) fn start_value(program: &Program, init: StmtId) -> Option<ExprId> {
    start(program, Some(init), program.stmts[init].span).ok().map(|(_, first, _)| first)
}

/// The constant that each round adds to the index.
pub(super) fn constant_step(program: &Program, step: ExprId, index: VarId) -> Result<i64, NotCanonical> {
    let node = &program.exprs[step];
    let is_index = |expr: ExprId| index_through_casts(program, expr) == Some(index);
    let amount = match &node.kind {
        ExprKind::IncDec { op, operand, .. } if is_index(*operand) => {
            return Ok(if *op == IncDec::Inc { 1 } else { -1 });
        }
        ExprKind::AssignOp { op: BinaryOp::Add, lhs, rhs, .. } if is_index(*lhs) => (*rhs, 1),
        ExprKind::AssignOp { op: BinaryOp::Sub, lhs, rhs, .. } if is_index(*lhs) => (*rhs, -1),
        ExprKind::Assign { lhs, rhs } if is_index(*lhs) => {
            match &program.exprs[without_implicit_casts(program, *rhs)].kind {
                ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } if is_index(*lhs) => (*rhs, 1),
                ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } if is_index(*rhs) => (*lhs, 1),
                ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } if is_index(*lhs) => (*rhs, -1),
                _ => return because(node.span, "its step does not add a constant to the index"),
            }
        }
        ExprKind::Binary { op: BinaryOp::Comma, .. } => {
            return because(node.span, "its step changes more than one variable");
        }
        _ => return because(node.span, "its step does not add a constant to the index"),
    };
    let value = signed_constant(program, amount.0).and_then(|value| i64::try_from(value * amount.1).ok());
    match value {
        Some(0) => because(node.span, "its step is zero"),
        Some(step) => Ok(step),
        None => because(program.exprs[amount.0].span, "its step is not a constant"),
    }
}

/// `i += -1` on an unsigned index adds a huge number; what is meant is -1.
fn signed_constant(program: &Program, expr: ExprId) -> Option<i128> {
    let plain = without_implicit_casts(program, expr);
    const_eval::integer(program, plain).filter(|value| i64::try_from(*value).is_ok())
}

/// The condition as `index <op> bound`, and the format it is compared in.
fn condition(
    program: &Program,
    cond: ExprId,
    index: VarId,
) -> Result<(BinaryOp, ExprId, IntFormat), NotCanonical> {
    let cond = without_implicit_casts(program, cond);
    let node = &program.exprs[cond];
    let ExprKind::Binary { op, lhs, rhs } = &node.kind else {
        return because(node.span, "its condition does not compare the index with a bound");
    };
    let is_index = |expr: ExprId| index_through_casts(program, expr) == Some(index);
    let (op, side, bound) = match (is_index(*lhs), is_index(*rhs), mirrored(*op)) {
        (true, false, Some(_)) => (*op, *lhs, *rhs),
        (false, true, Some(mirrored)) => (mirrored, *rhs, *lhs),
        (true, true, _) => return because(node.span, "its index is compared with itself"),
        (true, false, None) | (false, true, None) => {
            return because(node.span, "its condition must use `<`, `<=`, `>`, `>=` or `!=`");
        }
        (false, false, _) => {
            return because(node.span, "its condition does not compare the index itself with a bound");
        }
    };
    match integer_format(program, program.exprs[side].ty) {
        Some(format) => Ok((op, bound, format)),
        None => because(program.exprs[bound].span, "its bound is not an integer"),
    }
}

/// The operator with its sides exchanged, for those a loop may use.
fn mirrored(op: BinaryOp) -> Option<BinaryOp> {
    match op {
        BinaryOp::Lt => Some(BinaryOp::Gt),
        BinaryOp::Le => Some(BinaryOp::Ge),
        BinaryOp::Gt => Some(BinaryOp::Lt),
        BinaryOp::Ge => Some(BinaryOp::Le),
        BinaryOp::Ne => Some(BinaryOp::Ne),
        _ => None,
    }
}

fn check_direction(
    program: &Program,
    canonical: &CanonicalLoop,
    cond: ExprId,
    step: ExprId,
) -> Result<(), NotCanonical> {
    let away = match canonical.op {
        BinaryOp::Lt | BinaryOp::Le => canonical.step < 0,
        BinaryOp::Gt | BinaryOp::Ge => canonical.step > 0,
        _ => false,
    };
    if away {
        return because(program.exprs[step].span, "it steps away from its bound and may not end");
    }
    let unsigned = integer_format(program, program.vars[canonical.index].ty).is_some_and(|f| !f.signed);
    let bound = const_eval::integer(program, canonical.bound);
    if unsigned && canonical.op == BinaryOp::Ge && bound == Some(0) {
        return because(program.exprs[cond].span, "its index is unsigned, so the condition always holds");
    }
    Ok(())
}

/// Nothing in the body may change the index.
fn check_index_untouched(input: &Input<'_>, canonical: &CanonicalLoop) -> Result<(), NotCanonical> {
    let program = input.program;
    let index = canonical.index;
    let storage = program.vars[index].storage;
    for stmt in program.stmts_below(canonical.body) {
        for event in of_stmt_itself(program, stmt) {
            match event.kind {
                EventKind::Write { var, .. } if var == index => {
                    return because(event.span, "its index is changed in the body");
                }
                EventKind::Address(var) if var == index => {
                    return because(event.span, "the address of its index is taken, so it may change");
                }
                EventKind::Call(function)
                    if !matches!(storage, VarStorage::Local | VarStorage::Param)
                        && !function.is_some_and(|f| input.is_math(f)) =>
                {
                    return because(event.span, "its index is not local, so this call may change it");
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// The bound must have the same value in every iteration.
fn check_invariant(input: &Input<'_>, canonical: &CanonicalLoop) -> Result<(), NotCanonical> {
    let program = input.program;
    let body = Effects::of(program, canonical.body);
    let mut reads_memory = None;
    for event in of_expr(program, canonical.bound) {
        match event.kind {
            EventKind::Read(var) | EventKind::Address(var) if var == canonical.index => {
                return because(event.span, "its bound depends on the index");
            }
            EventKind::Read(var) | EventKind::Address(var) if body.may_change(var) => {
                return because(event.span, "its bound may change while it runs");
            }
            EventKind::Write { .. } => return because(event.span, "its bound has a side effect"),
            EventKind::Call(function) if !function.is_some_and(|f| input.only_computes(f)) => {
                return Err(NotCanonical {
                    span: event.span,
                    reason: "its bound calls a function, which may answer differently each time".into(),
                    help: Some("compute the bound before the loop and keep it in a variable"),
                });
            }
            EventKind::Memory => reads_memory = Some(event.span),
            _ => {}
        }
    }
    match reads_memory {
        Some(span) if may_change_memory(input, canonical.body, canonical.bound) => Err(NotCanonical {
            span,
            reason: "its bound is read through a pointer and the body may change it".into(),
            help: Some("read the bound into a variable before the loop"),
        }),
        _ => Ok(()),
    }
}

/// The number of iterations, when start and bound are constants or the same variable; refuses loops
/// whose count C's conversions make something else than it looks.
fn trips(
    program: &Program,
    canonical: &CanonicalLoop,
    compared: IntFormat,
    cond: ExprId,
) -> Result<Option<u64>, NotCanonical> {
    let own = integer_format(program, program.vars[canonical.index].ty);
    let first = const_eval::integer(program, canonical.first);
    let bound = const_eval::integer(program, canonical.bound);
    let span = program.exprs[cond].span;
    let Some(own) = own else { return because(span, "its index is not an integer") };
    let starts_at_zero_or_more = first.is_some_and(|first| first >= 0) && canonical.step > 0;
    if own.signed && !compared.signed && own.width <= compared.width && !starts_at_zero_or_more {
        return Err(NotCanonical {
            span,
            reason: "its index is signed but compared as an unsigned number".into(),
            help: Some("cast the bound to the type of the index"),
        });
    }
    // Half of the bound's values are no numbers of 64 bits with a sign, in which such a loop would be counted.
    if canonical.step < 0 && !compared.signed && own.width < compared.width && bound.is_none() {
        return Err(NotCanonical {
            span,
            reason: "its index counts down to an unsigned number of a wider type".into(),
            help: Some("cast the bound to the type of the index"),
        });
    }
    let (Some(first), Some(bound)) = (first, bound) else {
        if own.width < 32 && canonical.step.unsigned_abs() > 1 {
            return Err(NotCanonical {
                span,
                reason: "its index may wrap around before it reaches the bound".into(),
                help: Some("declare the index `int`"),
            });
        }
        if canonical.op == BinaryOp::Ne && may_pass_the_end(own, canonical.step, first, bound) {
            return Err(NotCanonical {
                span,
                reason: "with `!=`, its index may wrap around before it meets the bound".into(),
                help: Some("write `<` or `>`, or declare the index `int`"),
            });
        }
        // A signed index that misses its bound overflows, which no valid
        // program does; an unsigned one wraps around and may meet it later.
        if canonical.op == BinaryOp::Ne && canonical.step.unsigned_abs() > 1 && !own.signed {
            return because(span, "with `!=`, the step must be known to meet the bound exactly");
        }
        // `for (i = k; i <= k; i++)`
        let variable = |expr| index_through_casts(program, expr);
        let meets = variable(canonical.first).is_some_and(|start| variable(canonical.bound) == Some(start));
        let is_once = meets && matches!(canonical.op, BinaryOp::Le | BinaryOp::Ge);
        return Ok(is_once.then_some(1));
    };
    let Some(trips) = count(first, bound, canonical.op, i128::from(canonical.step)) else {
        return because(span, "its index passes the bound without meeting it");
    };
    let last = first + trips * i128::from(canonical.step);
    if !own.holds(last) {
        return because(span, "its index overflows before it reaches the bound");
    }
    Ok(u64::try_from(trips).ok())
}

/// Could an index that goes from one value to another by steps of one pass the end of its type on the way? Not where
/// no value lies before the first, or behind the bound. A signed index never does: that is no valid program.
fn may_pass_the_end(own: IntFormat, step: i64, first: Option<i128>, bound: Option<i128>) -> bool {
    let (lowest, highest) = own.ends();
    let (start, end) = if step > 0 { (lowest, highest) } else { (highest, lowest) };
    (!own.signed || own.width < 32) && first != Some(start) && bound != Some(end)
}

/// Iterations of `for (i = first; i <op> bound; i += step)` over the integers;
/// `None` when it does not end.
pub fn count(first: i128, bound: i128, op: BinaryOp, step: i128) -> Option<i128> {
    let distance = (bound - first) * step.signum();
    let size = step.abs();
    match op {
        BinaryOp::Lt | BinaryOp::Gt => Some(if distance <= 0 { 0 } else { (distance + size - 1) / size }),
        BinaryOp::Le | BinaryOp::Ge => Some(if distance < 0 { 0 } else { distance / size + 1 }),
        BinaryOp::Ne => (distance >= 0 && distance % size == 0).then_some(distance / size),
        _ => None,
    }
}

/// The variable behind implicit conversions between integers.
fn index_through_casts(program: &Program, expr: ExprId) -> Option<VarId> {
    match program.exprs[without_implicit_casts(program, expr)].kind {
        ExprKind::Var(var) => Some(var),
        _ => None,
    }
}

/// The expression behind implicit arithmetic conversions and unary plus.
pub(crate) fn without_implicit_casts(program: &Program, expr: ExprId) -> ExprId {
    let mut at = expr;
    loop {
        at = match &program.exprs[at].kind {
            ExprKind::Cast { kind: CastKind::Arithmetic | CastKind::Same, implicit: true, operand } => {
                *operand
            }
            ExprKind::Unary { op: UnaryOp::Plus, operand } => *operand,
            _ => return at,
        };
    }
}

#[cfg(test)]
#[path = "canonical_loop_tests.rs"]
mod canonical_loop_tests;
