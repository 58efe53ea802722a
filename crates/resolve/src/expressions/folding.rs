//! Builtins that are constants when their arguments are: `__builtin_clz(1000)`
//! may be the value of an enumerator, so its value is computed here.

use hir::{CastKind, ExprId, ExprKind, Span, Type, const_eval};

use crate::resolver::Resolver;

impl Resolver<'_> {
    /// The value of a call of a builtin with constant arguments, as a number
    /// of the call's type; `None` if it has to be computed by the program.
    pub(crate) fn folded_builtin(
        &mut self,
        name: &str,
        args: &[ExprId],
        ty: Type,
        span: Span,
    ) -> Option<ExprId> {
        let short = name.strip_prefix("__builtin_")?;
        let value = match short {
            "strlen" => self.string_length(*args.first()?)?,
            "expect" | "expect_with_probability" => const_eval::integer(self.program, *args.first()?)?,
            _ => {
                let argument = *args.first()?;
                let bits = 8 * self.program.size_of(self.ty(argument))? as u32;
                bit_builtin(short, const_eval::integer(self.program, argument)?, bits)?
            }
        };
        Some(self.make(ExprKind::Int { value, text: None }, ty, span))
    }

    fn string_length(&self, argument: ExprId) -> Option<i128> {
        let mut argument = argument;
        while let ExprKind::Cast { kind: CastKind::Pointer | CastKind::ArrayDecay, operand, .. } =
            self.program.exprs[argument].kind
        {
            argument = operand;
        }
        match &self.program.exprs[argument].kind {
            ExprKind::String(literal) => {
                let end = literal.units.iter().position(|&unit| unit == 0);
                Some(end.unwrap_or(literal.units.len()) as i128)
            }
            _ => None,
        }
    }
}

/// The bit-counting family on an argument of that many bits.
fn bit_builtin(name: &str, value: i128, bits: u32) -> Option<i128> {
    let pattern = (value as u128) & (u128::MAX >> (128 - bits.clamp(1, 128)));
    let family = name.trim_end_matches('l');
    let ones = i128::from(pattern.count_ones());
    match family {
        "popcount" => Some(ones),
        "parity" => Some(ones % 2),
        "clz" if pattern != 0 => Some(i128::from(pattern.leading_zeros() + bits - 128)),
        "ctz" if pattern != 0 => Some(i128::from(pattern.trailing_zeros())),
        "ffs" => Some(if pattern == 0 { 0 } else { i128::from(pattern.trailing_zeros()) + 1 }),
        "clrsb" => {
            let negative = pattern >> (bits - 1) & 1 == 1;
            let significant = if negative { !pattern & (u128::MAX >> (128 - bits)) } else { pattern };
            Some(i128::from(significant.leading_zeros() + bits - 128) - 1)
        }
        "bswap16" => Some(i128::from((pattern as u16).swap_bytes())),
        "bswap32" => Some(i128::from((pattern as u32).swap_bytes())),
        "bswap64" => Some(i128::from((pattern as u64).swap_bytes())),
        _ => None,
    }
}

#[cfg(test)]
mod folding_tests {
    use super::*;

    #[test]
    fn bits_are_counted_in_the_width_of_the_argument() {
        assert_eq!(bit_builtin("clz", 1000, 32), Some(22));
        assert_eq!(bit_builtin("clzll", 1, 64), Some(63));
        assert_eq!(bit_builtin("popcount", -1, 32), Some(32));
        assert_eq!(bit_builtin("ctz", 8, 32), Some(3));
        assert_eq!(bit_builtin("ffs", 0, 32), Some(0));
        assert_eq!(bit_builtin("clrsb", -1, 32), Some(31));
        assert_eq!(bit_builtin("clrsb", 1, 32), Some(30));
        assert_eq!(bit_builtin("bswap16", 0x1234, 16), Some(0x3412));
        assert_eq!(bit_builtin("clz", 0, 32), None);
        assert_eq!(bit_builtin("memcpy", 0, 32), None);
    }
}
