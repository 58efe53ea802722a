//! gcc's builtins on bits, in the device's words: nvcc knows some of them in kernels, and hipcc others.
//!
//! ```text
//! __builtin_popcount(x)      __popc(x)
//! __builtin_ctzll(x)         __ffsll(x) - 1
//! __builtin_parity(x)        __popc(x) & 1
//! __builtin_bswap32(x)       __byte_perm(x, 0, 0x0123)
//! __builtin_expect(x, 1)     x
//! ```
//! OpenCL C counts bits and leading zeros; for the rest there are functions of ours.

use hir::{BinaryOp, ExprId, ExprKind, Type, copy};

use super::combining::Helper;
use super::fastmath::library_name;
use super::spelling::Spelling;

impl Spelling<'_, '_> {
    /// A call of such a builtin, respelled.
    pub(super) fn bits(&mut self, expr: ExprId) -> Option<ExprId> {
        let ExprKind::Call { callee, args } = self.b.program.exprs[expr].kind.clone() else { return None };
        let name = library_name(self.b, callee)?;
        let name = name.strip_prefix("__builtin_")?;
        let has_functions = self.helpers.language.has_bit_functions();
        if let ("expect", [value, _]) = (name, args.as_slice()) {
            return Some(copy::expr(self, *value));
        }
        let [argument] = args.as_slice() else { return None };
        if name == "bswap32" {
            let argument = self.explicit(*argument);
            if !has_functions {
                return Some(self.helpers.call(self.b, Helper::SwappedBytes, Type::UINT, vec![argument]));
            }
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
        let counted = match (has_functions, function) {
            (true, _) => self.b.call(&format!("{function}{wide}"), vec![argument], Type::INT),
            (false, "__ffs") => {
                let of = if wide.is_empty() { Type::UINT } else { Type::ULONG };
                let argument = self.b.cast(argument, of);
                self.helpers.call(self.b, Helper::FirstSet, of, vec![argument])
            }
            // OpenCL C has these two under other names: see its library.
            (false, "__popc") => self.b.call(&format!("__builtin_popcount{wide}"), vec![argument], Type::INT),
            (false, _) => return None,
        };
        let one = self.b.int(1);
        Some(match plain {
            // Undefined for 0, where `__ffs` is 0.
            "ctz" => self.b.binary(BinaryOp::Sub, counted, one),
            "parity" => self.b.binary(BinaryOp::BitAnd, counted, one),
            _ => counted,
        })
    }
}
