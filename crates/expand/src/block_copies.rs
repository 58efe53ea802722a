//! `memcpy` and `memset` of elements, written as what they do.
//!
//! ```c
//! memcpy(q[i], m[j], 16 * sizeof(float));     for (k = 0; k < 16; k++) q[i][k] = m[j][k];
//! memcpy(&b[i], &a[j], sizeof b[i]);          b[i] = a[j];
//! memset(row, 0, n * sizeof *row);            for (k = 0; k < n; k++) row[k] = 0;
//! ```
//! As calls they are about bytes, of which nothing is known but where they start. As
//! assignments they are accesses like any other, and the device copies elements
//! faster than bytes. What copies between different types stays a call.

use hir::{Builder, CastKind, ExprId, ExprKind, Program, StmtId, StmtKind, Type};

use crate::inline::fresh;

/// Has the body a call that would be rewritten?
pub(crate) fn are_in(b: &Builder<'_>, body: StmtId) -> bool {
    b.program.stmts_below(body).any(|stmt| called(b, stmt).is_some())
}

/// Rewrites the calls below a statement.
pub(crate) fn write_out(b: &mut Builder<'_>, root: StmtId) {
    let stmts: Vec<StmtId> = b.program.stmts_below(root).collect();
    for stmt in stmts {
        if let Some(call) = called(b, stmt) {
            b.origin = b.program.stmts[stmt].span;
            b.program.stmts[stmt].kind = call.written_out(b);
        }
    }
}

/// A call that can be written out.
struct BlockCopy {
    to: ExprId,
    /// What is copied; `None` for zeros.
    from: Option<ExprId>,
    count: Count,
}

enum Count {
    Number(i64),
    Value(ExprId),
}

fn called(b: &Builder<'_>, stmt: StmtId) -> Option<BlockCopy> {
    let program = &*b.program;
    let StmtKind::Expr(expr) = program.stmts[stmt].kind else { return None };
    let ExprKind::Call { callee, args } = &program.exprs[without_casts(program, expr)].kind else {
        return None;
    };
    let function = &program.functions[program.called_function(*callee)?];
    let name = b.sources.text(function.name);
    let copies = match name.strip_prefix("__builtin_").unwrap_or(&name) {
        "memcpy" => true,
        "memset" => false,
        _ => return None,
    };
    let [to, second, size] = args.as_slice() else { return None };
    let to = without_casts(program, *to);
    let element = element(program, to)?;
    if function.body.is_some() || args.iter().any(|arg| program.acts(*arg)) {
        return None;
    }
    let from = match copies {
        true => {
            let from = without_casts(program, *second);
            let same = |ty: Type| program.types.strip(ty.unqualified()).id;
            (same(self::element(program, from)?) == same(element)).then_some(Some(from))?
        }
        false => {
            let is_zero = hir::const_eval::integer(program, *second) == Some(0);
            (is_zero && program.types.is_arithmetic(element)).then_some(None)?
        }
    };
    let count = count(program, *size, program.size_of(element)?)?;
    Some(BlockCopy { to, from, count })
}

/// What a pointer of values points to.
fn element(program: &Program, pointer: ExprId) -> Option<Type> {
    let element = program.types.pointee(program.exprs[pointer].ty)?.unqualified();
    let is_value = program.types.is_arithmetic(element) || program.types.as_record(element).is_some();
    is_value.then_some(element)
}

/// The pointer that was converted to `void *`.
fn without_casts(program: &Program, expr: ExprId) -> ExprId {
    let mut at = expr;
    while let ExprKind::Cast {
        kind: CastKind::Pointer | CastKind::Same | CastKind::ToVoid, operand, ..
    } = program.exprs[at].kind
    {
        at = operand;
    }
    at
}

/// How many elements of a size so many bytes are.
fn count(program: &Program, bytes: ExprId, size: u64) -> Option<Count> {
    let one = i128::from(size);
    if let Some(bytes) = hir::const_eval::integer(program, bytes) {
        let fits = one > 0 && bytes % one == 0 && bytes >= 0;
        return i64::try_from(bytes / one.max(1)).ok().filter(|_| fits).map(Count::Number);
    }
    match program.exprs[program.as_written(bytes)].kind {
        ExprKind::Binary { op: hir::BinaryOp::Mul, lhs, rhs } => {
            let is_size = |expr| hir::const_eval::integer(program, expr) == Some(one);
            match (is_size(lhs), is_size(rhs)) {
                (true, _) => Some(Count::Value(rhs)),
                (_, true) => Some(Count::Value(lhs)),
                _ => None,
            }
        }
        _ => None,
    }
}

impl BlockCopy {
    fn written_out(&self, b: &mut Builder<'_>) -> StmtKind {
        if let Count::Number(1) = self.count {
            return self.assignment(b, None);
        }
        let (ty, end) = match self.count {
            Count::Number(number) => (Type::INT, b.int(number)),
            Count::Value(value) => {
                // `n * sizeof(T)` has made an unsigned number of `n`.
                let at = b.program.as_written(value);
                (b.program.exprs[at].ty.unqualified(), at)
            }
        };
        let index = b.local("element", ty);
        let (zero, one) = (b.int(0), b.int(1));
        let kind = self.assignment(b, Some(index));
        let body = b.stmt(kind);
        let all = b.count(index, zero, end, one, true, vec![body]);
        b.program.stmts[all].kind.clone()
    }

    /// `to[index] = from[index]`, or `*to = *from`.
    fn assignment(&self, b: &mut Builder<'_>, index: Option<hir::VarId>) -> StmtKind {
        let lhs = element_of(b, self.to, index);
        let rhs = match self.from {
            Some(from) => element_of(b, from, index),
            None => {
                let zero = b.int(0);
                let ty = b.program.exprs[lhs].ty.unqualified();
                b.cast(zero, ty)
            }
        };
        let assign = b.assign(lhs, rhs);
        b.program.stmts[assign].kind.clone()
    }
}

/// The element with a number behind a pointer: `a[i + k]` for `&a[i]`.
fn element_of(b: &mut Builder<'_>, pointer: ExprId, index: Option<hir::VarId>) -> ExprId {
    let pointer = fresh(b, pointer);
    let ty = b.program.types.pointee(b.program.exprs[pointer].ty).unwrap_or(Type::ERROR);
    let object = match b.program.exprs[pointer].kind {
        ExprKind::AddrOf(object) => Some(object),
        _ => None,
    };
    let Some(index) = index else {
        return object.unwrap_or_else(|| b.expr(ExprKind::Deref(pointer), ty));
    };
    let index = b.var(index);
    if let Some(object) = object
        && let ExprKind::Index { base, index: first } = b.program.exprs[object].kind
    {
        let index = b.add(first, index);
        return b.expr(ExprKind::Index { base, index }, ty);
    }
    b.expr(ExprKind::Index { base: pointer, index }, ty)
}
