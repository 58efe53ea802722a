//! Statements that combine one object with a value: `x += e` and its relatives.
//!
//! ```c
//! s += a[i];   s = s + a[i];   s = a[i] + s;   s -= a[i];   s++;       // +
//! m = fmax(m, a[i]);   if (a[i] > m) m = a[i];   m = a[i] > m ? a[i] : m;   // max
//! ok = ok && a[i] > 0;   if (a[i] <= 0) ok = 0;                        // &&
//! ```
//! A loop of such statements may run in any order; that is what `reduction` and
//! `atomic` live on.
//!
//! Invariant: a statement that is recognised leaves `target op value` in its target,
//! reads the target once to do so, and the value does not depend on the target.

use source::Sources;
use syntax::ast::{BinaryOp, IncDec, ReductionOp};

use crate::{
    CastKind, ExprId, ExprKind, FunctionId, Node, Program, StmtId, StmtKind, Type, VarId, const_eval,
};

/// Where updates are looked for: code of a kernel, in which functions without a body
/// are the mathematical ones of the library.
#[derive(Clone, Copy)]
pub struct About<'p> {
    /// The program.
    pub program: &'p Program,
    /// Its names.
    pub sources: &'p Sources,
}

/// A statement that combines an object with a value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Update {
    /// The object, an lvalue.
    pub target: ExprId,
    /// By which operation.
    pub op: ReductionOp,
    /// With what.
    pub value: UpdateValue,
}

/// What an update combines its object with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum UpdateValue {
    /// An expression.
    Of(ExprId),
    /// An expression that is subtracted, where the operation is `+`.
    Minus(ExprId),
    /// This number, where the operation is `+`: `x++` and `x--`.
    Step(i64),
    /// `if (cond) x = 0;` for `&&`, `if (cond) x = 1;` for `||`.
    If(ExprId),
    /// Several terms, `x = a + x + b`.
    Several,
}

/// The update that a statement is.
pub fn of_stmt(about: &About<'_>, stmt: StmtId) -> Option<Update> {
    match &about.program.stmts[stmt].kind {
        StmtKind::Expr(expr) => of_expr(about, *expr),
        StmtKind::Block(stmts) => match stmts.as_slice() {
            [only] => of_stmt(about, *only),
            _ => None,
        },
        StmtKind::If { cond, then, otherwise: None } => conditional_assignment(about, *cond, *then),
        _ => None,
    }
}

/// The update that an expression is, its value being thrown away.
pub fn of_expr(about: &About<'_>, expr: ExprId) -> Option<Update> {
    let program = about.program;
    let expr = written(about, expr);
    let update = match program.exprs[expr].kind {
        ExprKind::IncDec { op, operand, .. } => {
            let step = if op == IncDec::Inc { 1 } else { -1 };
            Update { target: operand, op: ReductionOp::Add, value: UpdateValue::Step(step) }
        }
        ExprKind::AssignOp { op, lhs, rhs, compute } => {
            let value = if op == BinaryOp::Sub { UpdateValue::Minus(rhs) } else { UpdateValue::Of(rhs) };
            let rounded = rounds(about, lhs, compute);
            let op = operation(op).filter(|_| !rounded && !mentions(about, rhs, lhs))?;
            Update { target: lhs, op, value }
        }
        ExprKind::Assign { lhs, rhs } => {
            let value = written(about, rhs);
            if rounds(about, lhs, program.exprs[value].ty) {
                return None;
            }
            combination(about, lhs, value)?
        }
        _ => return None,
    };
    Some(update)
}

/// Would every step be rounded to an integer? Then the order matters.
fn rounds(about: &About<'_>, target: ExprId, computed: Type) -> bool {
    let types = &about.program.types;
    types.is_integer(about.program.exprs[target].ty) && !types.is_integer(computed)
}

/// `target = value`, where the value is the target combined with something.
fn combination(about: &About<'_>, target: ExprId, value: ExprId) -> Option<Update> {
    match &about.program.exprs[value].kind {
        ExprKind::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), lhs, rhs } => {
            let other = the_other(about, target, truth(about, *lhs), truth(about, *rhs))?;
            let op = if *op == BinaryOp::And { ReductionOp::And } else { ReductionOp::Or };
            Some(Update { target, op, value: UpdateValue::Of(other) })
        }
        ExprKind::Binary { op, lhs, rhs } => {
            let operation = operation(*op)?;
            if let Some(other) = the_other(about, target, *lhs, *rhs) {
                let subtracts = *op == BinaryOp::Sub;
                // `e - x` turns the sign with every step.
                if subtracts && same(about, target, *rhs) {
                    return None;
                }
                let value = if subtracts { UpdateValue::Minus(other) } else { UpdateValue::Of(other) };
                return Some(Update { target, op: operation, value });
            }
            let is_chain = chain(about, target, value, operation);
            is_chain.then_some(Update { target, op: operation, value: UpdateValue::Several })
        }
        ExprKind::Call { callee, args } => {
            let function = library_function(about, *callee)?;
            let [a, b] = args.as_slice() else { return None };
            let ty = |expr: ExprId| about.program.types.strip(about.program.exprs[expr].ty).id;
            // CUDA's `min` and `max`, where nothing is converted on the way.
            let is_cuda = about.program.functions[function].builtin && ty(*a) == ty(target);
            let op = match &*about.sources.text(about.program.functions[function].name) {
                "fmin" | "fminf" | "fminl" => ReductionOp::Min,
                "fmax" | "fmaxf" | "fmaxl" => ReductionOp::Max,
                "min" if is_cuda => ReductionOp::Min,
                "max" if is_cuda => ReductionOp::Max,
                _ => return None,
            };
            let other = the_other(about, target, *a, *b)?;
            Some(Update { target, op, value: UpdateValue::Of(other) })
        }
        ExprKind::Conditional { cond, then: Some(then), otherwise } => {
            let (then, otherwise) = (written(about, *then), written(about, *otherwise));
            let (value, replaced_if_true) = match () {
                () if same(about, target, otherwise) => (then, true),
                () if same(about, target, then) => (otherwise, false),
                () => return None,
            };
            extreme(about, target, value, *cond, replaced_if_true)
        }
        _ => None,
    }
}

/// `if (cond) x = value;`
fn conditional_assignment(about: &About<'_>, cond: ExprId, then: StmtId) -> Option<Update> {
    let program = about.program;
    let assigned = match &program.stmts[then].kind {
        StmtKind::Expr(expr) => *expr,
        StmtKind::Block(stmts) => match stmts.as_slice() {
            [only] => match program.stmts[*only].kind {
                StmtKind::Expr(expr) => expr,
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    };
    let ExprKind::Assign { lhs: target, rhs } = program.exprs[assigned].kind else { return None };
    let value = written(about, rhs);
    if let Some(update) = extreme(about, target, value, cond, true) {
        return Some(update);
    }
    if mentions(about, cond, target) {
        return None;
    }
    let op = match const_eval::integer(program, value)? {
        0 => ReductionOp::And,
        1 => ReductionOp::Or,
        _ => return None,
    };
    Some(Update { target, op, value: UpdateValue::If(cond) })
}

/// The target takes the value if (or unless) a comparison of the two holds.
pub(crate) fn extreme(
    about: &About<'_>,
    target: ExprId,
    value: ExprId,
    cond: ExprId,
    replaced_if_true: bool,
) -> Option<Update> {
    let ExprKind::Binary { op, lhs, rhs } = about.program.exprs[truth(about, cond)].kind else {
        return None;
    };
    let less = match op {
        BinaryOp::Lt | BinaryOp::Le => true,
        BinaryOp::Gt | BinaryOp::Ge => false,
        _ => return None,
    };
    let value_first = match () {
        () if same(about, target, rhs) && same(about, value, lhs) => true,
        () if same(about, target, lhs) && same(about, value, rhs) => false,
        () => return None,
    };
    if mentions(about, value, target) || has_effect(about, value) {
        return None;
    }
    let takes_smaller = (less == value_first) == replaced_if_true;
    let op = if takes_smaller { ReductionOp::Min } else { ReductionOp::Max };
    Some(Update { target, op, value: UpdateValue::Of(value) })
}

/// The operand of a pair that is not the target, if the other one is.
fn the_other(about: &About<'_>, target: ExprId, a: ExprId, b: ExprId) -> Option<ExprId> {
    let other = match (same(about, target, a), same(about, target, b)) {
        (true, false) => b,
        (false, true) => a,
        _ => return None,
    };
    (!mentions(about, other, target)).then_some(other)
}

/// Is the target one of the terms that the value adds up (or multiplies, …),
/// and only that?
fn chain(about: &About<'_>, target: ExprId, value: ExprId, op: ReductionOp) -> bool {
    let mut found = 0;
    let mut pending = vec![(value, true)];
    while let Some((term, positive)) = pending.pop() {
        let term = written(about, term);
        match &about.program.exprs[term].kind {
            ExprKind::Binary { op: own, lhs, rhs } if operation(*own) == Some(op) => {
                let turned = *own == BinaryOp::Sub;
                pending.extend([(*lhs, positive), (*rhs, positive != turned)]);
            }
            _ if same(about, target, term) && positive => found += 1,
            _ if mentions(about, term, target) => return false,
            _ => {}
        }
    }
    found == 1
}

/// The reduction whose step an operator is; `-` is a step of `+`.
fn operation(op: BinaryOp) -> Option<ReductionOp> {
    Some(match op {
        BinaryOp::Add | BinaryOp::Sub => ReductionOp::Add,
        BinaryOp::Mul => ReductionOp::Mul,
        BinaryOp::BitAnd => ReductionOp::BitAnd,
        BinaryOp::BitOr => ReductionOp::BitOr,
        BinaryOp::BitXor => ReductionOp::BitXor,
        _ => return None,
    })
}

/// The expression without conversions that C made.
pub fn written(about: &About<'_>, expr: ExprId) -> ExprId {
    let mut at = expr;
    while let ExprKind::Cast { implicit: true, kind, operand } = about.program.exprs[at].kind {
        if !matches!(kind, CastKind::Arithmetic | CastKind::Same | CastKind::ToVoid) {
            break;
        }
        at = operand;
    }
    at
}

/// The expression whose truth is asked for.
pub(crate) fn truth(about: &About<'_>, expr: ExprId) -> ExprId {
    match about.program.exprs[expr].kind {
        ExprKind::Cast { implicit: true, kind: CastKind::ToBool, operand } => written(about, operand),
        _ => written(about, expr),
    }
}

/// Do two expressions surely mean the same object or value, having been
/// written the same way?
pub fn same(about: &About<'_>, a: ExprId, b: ExprId) -> bool {
    let exprs = &about.program.exprs;
    let mut pending = vec![(a, b)];
    while let Some((a, b)) = pending.pop() {
        let (a, b) = (written(about, a), written(about, b));
        let alike = match (&exprs[a].kind, &exprs[b].kind) {
            _ if a == b => true,
            (ExprKind::Int { value: x, .. }, ExprKind::Int { value: y, .. }) => x == y,
            (ExprKind::Float { value: x, .. }, ExprKind::Float { value: y, .. }) => x == y,
            (ExprKind::Var(x), ExprKind::Var(y)) => x == y,
            (ExprKind::Enumerator(x), ExprKind::Enumerator(y)) => x == y,
            (ExprKind::Function(x), ExprKind::Function(y)) => x == y,
            (ExprKind::Unary { op: x, .. }, ExprKind::Unary { op: y, .. }) => x == y,
            (ExprKind::Binary { op: x, .. }, ExprKind::Binary { op: y, .. }) => x == y,
            (
                ExprKind::Member { record: r, field: x, arrow: p, .. },
                ExprKind::Member { record: s, field: y, arrow: q, .. },
            ) => (r, x, p) == (s, y, q),
            (ExprKind::Cast { kind: x, .. }, ExprKind::Cast { kind: y, .. }) => {
                x == y && exprs[a].ty.id == exprs[b].ty.id
            }
            (ExprKind::Conditional { then: Some(_), .. }, ExprKind::Conditional { then: Some(_), .. })
            | (ExprKind::Index { .. }, ExprKind::Index { .. })
            | (ExprKind::Deref(_), ExprKind::Deref(_))
            | (ExprKind::AddrOf(_), ExprKind::AddrOf(_)) => true,
            (ExprKind::Call { callee, .. }, ExprKind::Call { .. }) => {
                library_function(about, *callee).is_some()
            }
            _ => false,
        };
        let (below_a, below_b) = (operands(about, a), operands(about, b));
        if !alike || below_a.len() != below_b.len() {
            return false;
        }
        if a != b {
            pending.extend(below_a.into_iter().zip(below_b));
        }
    }
    true
}

fn operands(about: &About<'_>, expr: ExprId) -> Vec<ExprId> {
    let children = about.program.children(Node::Expr(expr)).into_iter();
    children
        .filter_map(|child| match child {
            Node::Expr(expr) => Some(expr),
            Node::Stmt(_) => None,
        })
        .collect()
}

/// Does an expression use the target, or any element of the same array?
pub fn mentions(about: &About<'_>, expr: ExprId, target: ExprId) -> bool {
    let root = root(about, target);
    about.program.exprs_below(Node::Expr(expr)).any(|below| match (&about.program.exprs[below].kind, root) {
        (ExprKind::Var(var), Some(root)) => *var == root,
        (ExprKind::Var(_), None) => false,
        _ => same(about, below, target),
    })
}

/// The variable that an lvalue is, or is an element of.
fn root(about: &About<'_>, lvalue: ExprId) -> Option<VarId> {
    let mut at = lvalue;
    loop {
        at = match about.program.exprs[at].kind {
            ExprKind::Var(var) => return Some(var),
            ExprKind::Index { base, .. } | ExprKind::Member { base, .. } | ExprKind::Deref(base) => base,
            ExprKind::Cast { operand, .. } => operand,
            _ => return None,
        };
    }
}

/// The function of the library that a call names.
fn library_function(about: &About<'_>, callee: ExprId) -> Option<FunctionId> {
    let mut at = callee;
    loop {
        at = match about.program.exprs[at].kind {
            ExprKind::Function(function) => {
                return about.program.functions[function].body.is_none().then_some(function);
            }
            ExprKind::Cast { operand, .. } => operand,
            _ => return None,
        };
    }
}

/// Would evaluating it twice do something twice?
pub(crate) fn has_effect(about: &About<'_>, expr: ExprId) -> bool {
    about.program.exprs_below(Node::Expr(expr)).any(|below| match &about.program.exprs[below].kind {
        ExprKind::Assign { .. } | ExprKind::AssignOp { .. } | ExprKind::IncDec { .. } => true,
        ExprKind::StmtExpr(_) => true,
        ExprKind::Call { callee, .. } => library_function(about, *callee).is_none(),
        _ => false,
    })
}
