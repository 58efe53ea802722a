//! Atomic updates in CUDA: the device's own operations where it has them, and a
//! function that compares and swaps where it has not.
//!
//! ```text
//! hist[a[i]]++;            atomicAdd(&hist[a[i]], 1);
//! if (e > best[k])         atomic_max(&best[k], e);     // float
//!     best[k] = e;
//! ```

use hir::copy;
use hir::update::{Update, UpdateValue};
use hir::{BuiltinType, CastKind, ExprId, ExprKind, ReductionOp, StmtId, StmtKind, Type};

use super::combining::Helper;
use super::spelling::Spelling;
use crate::atomic_update::{of_annotated, operand};

impl Spelling<'_, '_> {
    /// The statement below an `atomic` directive.
    pub(super) fn atomic(&mut self, stmt: StmtId) -> Option<StmtId> {
        let (directive, body, update) = of_annotated(self.b, stmt)?;
        if self.redirected.is_none()
            && let Some(&to) = self.redirections.iter().find(|to| to.updates == directive)
        {
            self.redirected = Some(to);
            let spelled = if to.is_own { Some(copy::stmt(self, body)) } else { self.atomic(stmt) };
            self.redirected = None;
            return spelled;
        }
        let target = copy::expr(self, update.target);
        let Some(value) = operand(self.b, update.value) else {
            return self.stored(body, target, update).or_else(|| Some(copy::stmt(self, body)));
        };
        let value = copy::expr(self, value);
        let ty = self.b.program.exprs[target].ty.unqualified();
        let builtin = self.b.program.types.as_builtin(ty);
        let call = match self.helpers.language.atomic(builtin, update.op) {
            Some((function, word)) => {
                let (place, value, ty) = match word {
                    None => (self.address(target, ty), value, ty),
                    Some(word) => {
                        let word = Type::builtin(word);
                        (self.address_as(target, word), self.b.cast(value, word), word)
                    }
                };
                self.b.call(function, vec![place, value], ty)
            }
            None => {
                let value = self.b.cast(value, ty);
                let place = self.address(target, ty);
                self.helpers.call(self.b, Helper::Atomic(update.op), ty, vec![place, value])
            }
        };
        Some(self.b.stmt(StmtKind::Expr(call)))
    }

    /// `if (cond) x = 1;` where the device can exchange such a word; others are stored
    /// at once, too.
    fn stored(&mut self, body: StmtId, target: ExprId, update: Update) -> Option<StmtId> {
        use BuiltinType as B;
        let UpdateValue::If(cond) = update.value else { return None };
        let ty = self.b.program.exprs[target].ty.unqualified();
        let builtin = self.b.program.types.as_builtin(ty)?;
        let is_wide = builtin == B::ULongLong && self.helpers.language.is_cpp();
        if !matches!(builtin, B::Int | B::UInt | B::Float) && !is_wide {
            return None;
        }
        let number = if update.op == ReductionOp::And { 0 } else { 1 };
        let number = self.b.int(number);
        let value =
            self.b.expr(ExprKind::Cast { kind: CastKind::Arithmetic, implicit: true, operand: number }, ty);
        let place = self.address(target, ty);
        let exchange = self.b.call(self.helpers.language.exchange(), vec![place, value], ty);
        let exchange = self.b.stmt(StmtKind::Expr(exchange));
        let cond = copy::expr(self, cond);
        let span = self.b.program.stmts[body].span;
        let kind = StmtKind::If { cond, then: exchange, otherwise: None };
        Some(self.b.program.stmts.alloc(hir::Stmt { kind, span }))
    }

    fn address(&mut self, target: ExprId, ty: Type) -> ExprId {
        let pointer = self.b.program.types.pointer_to(ty);
        // `*p` is at `p`.
        match self.b.program.exprs[target].kind {
            ExprKind::Deref(pointer) => pointer,
            _ => self.b.expr(ExprKind::AddrOf(target), pointer),
        }
    }

    fn address_as(&mut self, target: ExprId, ty: Type) -> ExprId {
        let pointer = self.b.program.types.pointer_to(ty);
        let own = self.b.program.exprs[target].ty.unqualified();
        let operand = self.address(target, own);
        self.b.expr(ExprKind::Cast { kind: CastKind::Pointer, implicit: false, operand }, pointer)
    }
}
