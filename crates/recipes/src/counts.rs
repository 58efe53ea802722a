//! Heads of loops: made from their parts, and counted.
//!
//! The number of iterations of `for (i = f; i < b; i += s)` is
//! `(b - f + s - 1) / s`, and none if `b <= f`. Where both are constants it is a
//! number; otherwise it is computed when the program runs, in 64 bits unless the
//! loop starts at zero and its step is small, because `b - f` may be more than an `int` holds.

use analyze::CanonicalLoop;
use hir::{BinaryOp, Builder, Duplicate, ExprId, ExprKind, StmtId, StmtKind, Type, VarId};

use crate::Kitchen;

impl Kitchen<'_> {
    /// A name for a new variable that nothing visible in the function has.
    pub(crate) fn fresh(&mut self, wanted: &str, ty: Type, at: StmtId) -> VarId {
        let mut name = wanted.to_string();
        let mut counter = 1;
        while self.is_taken(&name) {
            counter += 1;
            name = format!("{wanted}{counter}");
        }
        let function = self.function;
        let mut b = self.builder(at);
        let var = b.local(&name, ty);
        b.program.vars[var].owner = Some(function);
        var
    }

    fn is_taken(&mut self, name: &str) -> bool {
        let symbol = Some(self.sources.symbols.intern(name.as_bytes()));
        let function = Some(self.function);
        self.program.vars.iter().any(|(_, v)| v.name == symbol && (v.owner == function || v.owner.is_none()))
            || self.program.functions.iter().any(|(_, f)| Some(f.name) == symbol)
    }

    /// The name of a variable.
    pub(crate) fn name_of(&self, var: VarId) -> String {
        self.program.vars[var].name.map_or_else(String::new, |name| self.sources.text(name).into_owned())
    }
}

/// A bound and so large a step together may be more than an `int` holds, also where the loop never gets there.
const LARGE_STEP: i64 = 4096;

/// The number of iterations; zero or less if there are none. The ends of a loop that does not run may be farther apart than
/// 64 bits hold, if they have so many.
pub(crate) fn trips(b: &mut Builder<'_>, canonical: &CanonicalLoop) -> ExprId {
    if let Some(trips) = canonical.trips.and_then(|trips| i64::try_from(trips).ok()) {
        return b.int(trips);
    }
    let (first, bound) = (canonical.first, canonical.bound);
    let magnitude = canonical.step.saturating_abs();
    let up = canonical.step > 0;
    let inclusive = matches!(canonical.op, BinaryOp::Le | BinaryOp::Ge);
    let rounding = b.int(if inclusive { magnitude } else { magnitude - 1 });
    let is_zero = hir::const_eval::integer(b.program, first) == Some(0);
    let is_plain = is_zero && up && magnitude < LARGE_STEP;
    let (first, bound) = if is_plain { (first, bound) } else { (wide(b, first), wide(b, bound)) };
    let distance = if up { b.sub(bound, first) } else { b.sub(first, bound) };
    let rounded = b.add(distance, rounding);
    let magnitude = b.int(magnitude);
    let trips = b.div(rounded, magnitude);
    let is_short = |ty: Type| b.program.size_of(ty).is_some_and(|size| size <= 4);
    let ends = [b.program.vars[canonical.index].ty, b.program.exprs[canonical.bound].ty];
    if is_plain || ends.into_iter().all(is_short) {
        return trips;
    }
    let op = crate::tile::upwards(canonical.op, canonical.step);
    let (first, bound) = (canonical.first, canonical.bound);
    let (first, bound) = (Duplicate::new(b).expr(first), Duplicate::new(b).expr(bound));
    let (runs, none) = (b.binary(op, first, bound), b.int(0));
    b.expr(ExprKind::Conditional { cond: runs, then: Some(trips), otherwise: none }, Type::LONG)
}

/// `(long)value`, unless it is a number.
pub(crate) fn wide(b: &mut Builder<'_>, operand: ExprId) -> ExprId {
    if b.constant(operand).is_some() {
        return operand;
    }
    let kind = ExprKind::Cast { kind: hir::CastKind::Arithmetic, implicit: false, operand };
    b.expr(kind, Type::LONG)
}

/// `index <op> bound`, as the loop has it.
pub(crate) fn condition(b: &mut Builder<'_>, index: VarId, op: BinaryOp, bound: ExprId) -> ExprId {
    let value = b.var(index);
    b.binary(op, value, bound)
}

/// `for (index = first; index <op> bound; index += step) body`, declaring the
/// index if the original did.
pub(crate) fn counted_loop(
    b: &mut Builder<'_>,
    (index, declares): (VarId, bool),
    (first, op, bound, step): (ExprId, BinaryOp, ExprId, i64),
    body: StmtId,
) -> StmtId {
    let init = if declares {
        b.declare(index, Some(first))
    } else {
        let target = b.var(index);
        b.assign(target, first)
    };
    let cond = condition(b, index, op, bound);
    let amount = b.int(step);
    let advance = b.advance(index, amount);
    b.stmt(StmtKind::For { init: Some(init), cond: Some(cond), step: Some(advance), body })
}
