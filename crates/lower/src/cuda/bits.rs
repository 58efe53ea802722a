//! gcc's builtins on bits, in the device's words: nvcc knows some of them in kernels, and hipcc others.
//!
//! ```text
//! __builtin_popcount(x)      __popc(x)
//! __builtin_ctzll(x)         __ffsll(x) - 1
//! __builtin_parity(x)        __popc(x) & 1
//! __builtin_bswap32(x)       __byte_perm(x, 0, 0x0123)
//! __builtin_expect(x, 1)     x
//! ```

use hir::{BinaryOp, ExprId, ExprKind, Type, copy};

use super::fastmath::library_name;
use super::spelling::Spelling;

impl Spelling<'_, '_> {
    /// A call of such a builtin, respelled.
    pub(super) fn bits(&mut self, expr: ExprId) -> Option<ExprId> {
        let ExprKind::Call { callee, args } = self.b.program.exprs[expr].kind.clone() else { return None };
        let name = library_name(self.b, callee)?;
        let name = name.strip_prefix("__builtin_")?;
        if !self.helpers.language.has_bit_functions() {
            return None;
        }
        if let ("expect", [value, _]) = (name, args.as_slice()) {
            return Some(copy::expr(self, *value));
        }
        let [argument] = args.as_slice() else { return None };
        if name == "bswap32" {
            let argument = self.explicit(*argument);
            let (zero, order) = (self.b.int(0), self.b.int(0x0123));
            return Some(self.b.call("__byte_perm", vec![argument, zero, order], Type::UINT));
        }
        let (plain, wide) = match name.strip_suffix("ll").or(name.strip_suffix('l')) {
            Some(plain) => (plain, "ll"),
            None => (name, ""),
        };
        let function = match plain {
            "popcount" | "parity" => "__popc",
            "clz" => "__clz",
            "ffs" | "ctz" => "__ffs",
            _ => return None,
        };
        let argument = self.explicit(*argument);
        let counted = self.b.call(&format!("{function}{wide}"), vec![argument], Type::INT);
        let one = self.b.int(1);
        Some(match plain {
            // Undefined for 0, where `__ffs` is 0.
            "ctz" => self.b.binary(BinaryOp::Sub, counted, one),
            "parity" => self.b.binary(BinaryOp::BitAnd, counted, one),
            _ => counted,
        })
    }
}
