//! Atomic updates in CUDA: the device's own operations where it has them, and a
//! function that compares and swaps where it has not.
//!
//! ```text
//! hist[a[i]]++;            atomicAdd(&hist[a[i]], 1);
//! if (e > best[k])         atomic_max<unsigned int>(&best[k], e);     // float
//!     best[k] = e;
//! ```

use hir::copy;
use hir::{BuiltinType, CastKind, ExprId, ExprKind, ReductionOp, StmtId, StmtKind, Type};

use super::reduction::Helper;
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
            // A word is stored at once.
            return Some(copy::stmt(self, body));
        };
        let value = copy::expr(self, value);
        let ty = self.b.program.exprs[target].ty.unqualified();
        let builtin = self.b.program.types.as_builtin(ty);
        let call = match native(builtin, update.op) {
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
                let helper = Helper::Atomic(update.op);
                if !self.helpers.contains(&helper) {
                    self.helpers.push(helper);
                }
                let word = match self.b.program.size_of(ty) {
                    Some(2) => "unsigned short",
                    Some(8) => "unsigned long long",
                    _ => "unsigned int",
                };
                let name = format!("{}{}<{word}>", self.helper_prefix, helper.name());
                // The function's type is the target's: `T *` and `T` must agree.
                let value = self.as_target(value, ty);
                let place = self.address(target, ty);
                self.b.call(&name, vec![place, value], Type::VOID)
            }
        };
        Some(self.b.stmt(StmtKind::Expr(call)))
    }

    /// The value in the target's type. C++ has another opinion of the type of a
    /// comparison than C.
    fn as_target(&mut self, operand: ExprId, ty: Type) -> ExprId {
        use hir::BinaryOp as B;
        match self.b.program.exprs[operand].kind {
            ExprKind::Binary {
                op: B::Lt | B::Le | B::Gt | B::Ge | B::Eq | B::Ne | B::And | B::Or, ..
            } => {
                let kind = ExprKind::Cast { kind: CastKind::Arithmetic, implicit: false, operand };
                self.b.expr(kind, ty)
            }
            _ => self.b.cast(operand, ty),
        }
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

/// The device's function, and the type it wants if that is another one of the same
/// size.
fn native(ty: Option<BuiltinType>, op: ReductionOp) -> Option<(&'static str, Option<BuiltinType>)> {
    use BuiltinType as B;
    let function = match op {
        ReductionOp::Add => "atomicAdd",
        ReductionOp::Min => "atomicMin",
        ReductionOp::Max => "atomicMax",
        ReductionOp::BitAnd => "atomicAnd",
        ReductionOp::BitOr => "atomicOr",
        ReductionOp::BitXor => "atomicXor",
        ReductionOp::Mul | ReductionOp::And | ReductionOp::Or => return None,
    };
    let is_extreme = matches!(op, ReductionOp::Min | ReductionOp::Max);
    let word = match ty? {
        B::Int | B::UInt | B::ULongLong => None,
        B::ULong => Some(B::ULongLong),
        B::LongLong if is_extreme => None,
        B::Long if is_extreme => Some(B::LongLong),
        B::Long | B::LongLong => Some(B::ULongLong),
        B::Float | B::Double if op == ReductionOp::Add => None,
        _ => return None,
    };
    Some((function, word))
}
