//! Local arrays whose length is a number after all.
//!
//! ```c
//! void smooth(const float *x, int w) { float t[w]; … }       smooth(&a[i], 8)
//! const int len = 2 * WIDTH;  float t[len];
//! ```
//! The device's language has no arrays of variable length. Where the length follows
//! from constants, from variables that are given one and keep it, and from what a call
//! passes, the array has that length in the kernel. Any other is reported by `analyze`.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use hir::{
    ArrayLen, BinaryOp, Builder, ExprId, ExprKind, Init, Item, Program, StmtId, StmtKind, Type, TypeKind,
    VarId, VarStorage,
};

use crate::inline::changed_in;

/// Integers whose value is known: of parameters in a call, and of variables
/// that a body gives a constant and never changes.
pub(crate) struct Known<'a> {
    /// What the call passes.
    pub(crate) passed: &'a HashMap<VarId, i128>,
    body: StmtId,
    /// Most kernels never ask.
    changed: OnceCell<HashSet<VarId>>,
}

impl<'a> Known<'a> {
    /// For expressions that are written in a body.
    pub(crate) fn new(body: StmtId, passed: &'a HashMap<VarId, i128>) -> Known<'a> {
        Known { passed, body, changed: OnceCell::new() }
    }

    fn is_changed(&self, program: &Program, var: VarId) -> bool {
        self.changed.get_or_init(|| changed_in(program, self.body)).contains(&var)
    }

    /// The value of an expression.
    pub(crate) fn value(&self, program: &Program, expr: ExprId) -> Option<i128> {
        self.value_within(program, expr, 16)
    }

    /// Variables are followed to what they were given so often.
    fn value_within(&self, program: &Program, expr: ExprId, steps: usize) -> Option<i128> {
        if let Some(value) = hir::const_eval::integer(program, expr) {
            return Some(value);
        }
        let steps = steps.checked_sub(1)?;
        match &program.exprs[expr].kind {
            ExprKind::Var(var) if !self.is_changed(program, *var) => match self.passed.get(var) {
                Some(value) => Some(*value),
                None => self.value_within(program, given(program, *var)?, steps),
            },
            ExprKind::Cast { operand, .. } => {
                let is_integer = |expr: ExprId| program.types.is_integer(program.exprs[expr].ty);
                let value = self.value_within(program, *operand, steps)?;
                // Lengths are small and not negative: a conversion keeps them.
                (is_integer(expr) && is_integer(*operand) && (0..1 << 31).contains(&value)).then_some(value)
            }
            ExprKind::Binary { op, lhs, rhs } => {
                let lhs = self.value_within(program, *lhs, steps)?;
                let rhs = self.value_within(program, *rhs, steps)?;
                match op {
                    BinaryOp::Add => lhs.checked_add(rhs),
                    BinaryOp::Sub => lhs.checked_sub(rhs),
                    BinaryOp::Mul => lhs.checked_mul(rhs),
                    BinaryOp::Div => lhs.checked_div(rhs),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// The initialiser of a variable of the function.
fn given(program: &Program, var: VarId) -> Option<ExprId> {
    let declared = &program.vars[var];
    match declared.init {
        Some(Init::Expr(init)) if declared.storage == VarStorage::Local => Some(init),
        _ => None,
    }
}

/// The parameters that the lengths of a body's arrays depend on.
pub(crate) fn depend_on(program: &Program, body: StmtId, params: &[VarId]) -> Vec<VarId> {
    let mut pending: Vec<ExprId> = Vec::new();
    for var in locals(program, body) {
        let mut ty = program.vars[var].ty;
        while let TypeKind::Array(element, len) = program.types.stripped(ty) {
            if let ArrayLen::Variable(len) = len {
                pending.push(*len);
            }
            ty = *element;
        }
    }
    let mut seen = HashSet::new();
    while let Some(expr) = pending.pop() {
        for expr in program.exprs_below(expr) {
            let ExprKind::Var(var) = program.exprs[expr].kind else { continue };
            if seen.insert(var) {
                pending.extend(given(program, var));
            }
        }
    }
    params.iter().copied().filter(|param| seen.contains(param)).collect()
}

/// Has a body an array of variable length?
pub(crate) fn are_variable(program: &Program, body: StmtId) -> bool {
    locals(program, body).into_iter().any(|var| {
        let mut ty = program.vars[var].ty;
        while let TypeKind::Array(element, len) = program.types.stripped(ty) {
            if matches!(len, ArrayLen::Variable(_)) {
                return true;
            }
            ty = *element;
        }
        false
    })
}

/// Gives the arrays that a body declares their length, where it is known.
/// The lengths are written in the names that `known` is about.
pub(crate) fn fix(b: &mut Builder<'_>, body: StmtId, known: &Known<'_>) {
    let mut fixed: HashMap<Type, Type> = HashMap::new();
    for var in locals(b.program, body) {
        let ty = b.program.vars[var].ty;
        if let Some(new) = with_length(b, ty, known, &mut fixed) {
            b.program.vars[var].ty = new;
        }
    }
    if fixed.is_empty() {
        return;
    }
    let stmts: Vec<StmtId> = b.program.stmts_below(body).collect();
    for stmt in stmts {
        if let StmtKind::Decl(items) = &mut b.program.stmts[stmt].kind {
            for item in items {
                if let Item::Var { ty, .. } = item {
                    *ty = fixed.get(&ty.unqualified()).copied().unwrap_or(*ty);
                }
            }
        }
    }
    let exprs: Vec<ExprId> = b.program.exprs_below(body).collect();
    for expr in exprs {
        let ty = b.program.exprs[expr].ty;
        let new = fixed.get(&ty.unqualified()).copied();
        let pointee = b.program.types.pointee(ty).and_then(|row| fixed.get(&row.unqualified()).copied());
        let new = new.or_else(|| pointee.map(|row| b.program.types.pointer_to(row)));
        if let Some(new) = new {
            b.program.exprs[expr].ty = new.qualified(ty.quals);
        }
        if let ExprKind::Measure { of, .. } = b.program.exprs[expr].kind
            && let Some(new) = fixed.get(&of.unqualified()).copied()
        {
            let size = b.program.size_of(new);
            if let ExprKind::Measure { of, value, .. } = &mut b.program.exprs[expr].kind {
                (*of, *value) = (new, size);
            }
        }
    }
}

fn locals(program: &Program, body: StmtId) -> Vec<VarId> {
    let mut found = Vec::new();
    for stmt in program.stmts_below(body) {
        let StmtKind::Decl(items) = &program.stmts[stmt].kind else { continue };
        found.extend(items.iter().filter_map(|item| match item {
            Item::Var { var, .. } if program.vars[*var].storage == VarStorage::Local => Some(*var),
            _ => None,
        }));
    }
    found
}

/// The type with numbers for its lengths; `None` if it has them, or one is not known.
fn with_length(
    b: &mut Builder<'_>,
    ty: Type,
    known: &Known<'_>,
    fixed: &mut HashMap<Type, Type>,
) -> Option<Type> {
    let TypeKind::Array(element, len) = b.program.types.stripped(ty).clone() else { return None };
    let row = with_length(b, element, known, fixed);
    let length = match len {
        ArrayLen::Variable(len) => {
            u64::try_from(known.value(b.program, len)?).ok().filter(|length| *length > 0)?
        }
        ArrayLen::Fixed(length) if row.is_some() => length,
        _ => return None,
    };
    let row = row.unwrap_or(element);
    if matches!(b.program.types.stripped(row), TypeKind::Array(_, ArrayLen::Variable(_))) {
        return None;
    }
    let new = b.program.types.array_of(row, length);
    fixed.insert(ty.unqualified(), new);
    Some(new)
}
