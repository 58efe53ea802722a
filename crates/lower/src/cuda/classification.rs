//! What `<math.h>` asks about numbers, in the device's words: C's macros lead to gcc's builtins, of which nvcc
//! knows some in kernels.
//!
//! ```text
//! __builtin_isnan(x)              isnan(x)
//! __builtin_isinf_sign(x)         isinf(x)
//! __builtin_isgreater(x, y)       x > y
//! __builtin_isunordered(x, y)     isnan(x) + isnan(y) > 0        both are evaluated, as they are there
//! ```

use hir::{BinaryOp, ExprId, ExprKind, Type, copy};

use super::fastmath::library_name;
use super::spelling::Spelling;

impl Spelling<'_, '_> {
    /// A call of such a builtin, respelled.
    pub(super) fn classified(&mut self, expr: ExprId) -> Option<ExprId> {
        let ExprKind::Call { callee, args } = self.b.program.exprs[expr].kind.clone() else { return None };
        let name = library_name(self.b, callee)?;
        let name = name.strip_prefix("__builtin_")?;
        let (function, comparison) = match name {
            "isnan" | "isfinite" | "signbit" => (name, None),
            "finite" => ("isfinite", None),
            "isinf" | "isinf_sign" => ("isinf", None),
            "isunordered" => ("isnan", Some(BinaryOp::Add)),
            "isgreater" => ("", Some(BinaryOp::Gt)),
            "isgreaterequal" => ("", Some(BinaryOp::Ge)),
            "isless" => ("", Some(BinaryOp::Lt)),
            "islessequal" => ("", Some(BinaryOp::Le)),
            _ => return None,
        };
        let args: Vec<ExprId> = args.iter().map(|arg| copy::expr(self, *arg)).collect();
        let asked: Vec<ExprId> = match function {
            "" => args,
            _ => args.into_iter().map(|arg| self.b.call(function, vec![arg], Type::INT)).collect(),
        };
        match (asked.as_slice(), comparison) {
            ([one], None) => Some(*one),
            ([one, other], Some(BinaryOp::Add)) => {
                let sum = self.b.binary(BinaryOp::Add, *one, *other);
                let zero = self.b.int(0);
                Some(self.b.binary(BinaryOp::Gt, sum, zero))
            }
            ([one, other], Some(op)) => Some(self.b.binary(op, *one, *other)),
            _ => None,
        }
    }
}
