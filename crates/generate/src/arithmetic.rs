//! Integer expressions that never overflow, divide by zero or shift too far.
//!
//! ```text
//! a: int8_t, b: uint16_t     a * b                            bounded by 2^24: plain
//! a: int, b: int             (int)((unsigned)a * (unsigned)b) could overflow: done unsigned
//! a: int, b: unsigned        a * b                            unsigned already: plain
//! ```
//!
//! Invariant: the bound and type of every result follow C's conversions, so that the choice between
//! the plain and the unsigned form is right at every depth.

use crate::code::{Code, IntExpr, Prec};
use crate::generator::Generator;
use crate::int_type::Int;

impl Generator {
    /// An expression at most `depth` operators deep.
    pub(crate) fn int_expr(&mut self, depth: usize) -> IntExpr {
        if depth == 0 || self.rng.chance(12) {
            return self.int_leaf(depth);
        }
        match self.rng.below(17) {
            0..=3 => self.sum_or_product(depth),
            4 | 5 => self.bitwise(depth),
            6 => self.shift(depth),
            7 => self.division(depth),
            8 => self.comparison(depth),
            9 => self.logical(depth),
            10 => self.conditional(depth),
            11 => self.unary(depth),
            12 => self.cast(depth),
            13 => self.macro_use(depth),
            14 => self.truncated_real(depth),
            15 => self.int_call(depth),
            _ => self.sequenced(depth),
        }
    }

    /// A truth value to branch on.
    pub(crate) fn condition(&mut self, depth: usize) -> Code {
        match self.rng.below(4) {
            0 => self.int_expr(depth).code,
            1 => self.logical(depth.max(1)).code,
            _ => self.comparison(depth.max(1)).code,
        }
    }

    fn int_leaf(&mut self, depth: usize) -> IntExpr {
        match self.rng.below(10) {
            0 | 1 => {
                let ty = self.rng.pick(&Int::ALL);
                self.literal(ty)
            }
            2 => self.constant(),
            3 => self.enumerator(),
            _ => match self.readable_int(depth) {
                Some(value) => value,
                None => self.literal(Int::I32),
            },
        }
    }

    /// A literal of the promoted type of `ty` whose value fits `ty`.
    pub(crate) fn literal(&mut self, ty: Int) -> IntExpr {
        let width = match self.rng.below(4) {
            0 => ty.bits().min(2),
            1 => ty.bits().min(8),
            _ => ty.bits(),
        };
        let magnitude = if width == 0 { 0 } else { self.rng.next() >> (64 - width) };
        let promoted = ty.promoted();
        let suffix = promoted.suffix();
        let digits = match self.rng.below(4) {
            0 => format!("{magnitude:#x}"),
            1 if magnitude > 0 => format!("0{magnitude:o}"),
            _ => magnitude.to_string(),
        };
        // A hexadecimal literal above the signed range would be unsigned, but `width` keeps below it.
        let bits = (64 - magnitude.leading_zeros()).min(promoted.bits());
        if ty.signed && self.rng.chance(40) {
            return IntExpr {
                code: Code::new(format!("-{digits}{suffix}"), Prec::Unary),
                ty: promoted,
                bits,
            };
        }
        IntExpr { code: Code::new(format!("{digits}{suffix}"), Prec::Postfix), ty: promoted, bits }
    }

    fn enumerator(&mut self) -> IntExpr {
        let which = self.rng.below(self.enumerations.len());
        let Some(enumeration) = self.enumerations.get(which) else { return self.literal(Int::I32) };
        let item = self.rng.below(enumeration.items.len());
        let name = enumeration.items[item].0.clone();
        IntExpr::of_type(Code::new(name, Prec::Postfix), Int::I32)
    }

    fn sum_or_product(&mut self, depth: usize) -> IntExpr {
        let (left, right) = (self.int_expr(depth - 1), self.int_expr(depth - 1));
        let (sign, prec) = self.rng.pick(&[("+", Prec::Add), ("-", Prec::Add), ("*", Prec::Multiply)]);
        let bits = match sign {
            "*" => left.bits + right.bits + 1,
            _ => left.bits.max(right.bits) + 1,
        };
        self.bounded(sign, prec, &left, &right, bits)
    }

    /// `left sign right`, plain if `bits` fit the common type, else through its unsigned twin.
    fn bounded(&mut self, sign: &str, prec: Prec, left: &IntExpr, right: &IntExpr, bits: u32) -> IntExpr {
        let common = Int::common(left.ty, right.ty);
        if !common.signed || bits <= common.bits() {
            let code = infix(sign, prec, &left.code, &right.code);
            return IntExpr { code, ty: common, bits: if common.signed { bits } else { common.bits() } };
        }
        let (signed, unsigned) = (self.spell_int(common), self.spell_int(common.unsigned()));
        let text = format!(
            "({signed})(({unsigned}){} {sign} ({unsigned}){})",
            left.code.at(Prec::Unary),
            right.code.at(Prec::Unary)
        );
        IntExpr::of_type(Code::new(text, Prec::Unary), common)
    }

    fn bitwise(&mut self, depth: usize) -> IntExpr {
        let (left, right) = (self.int_expr(depth - 1), self.int_expr(depth - 1));
        let (sign, prec) = self.rng.pick(&[("&", Prec::And), ("|", Prec::Or), ("^", Prec::Xor)]);
        let common = Int::common(left.ty, right.ty);
        let bits = if common.signed { left.bits.max(right.bits) } else { common.bits() };
        IntExpr { code: infix(sign, prec, &left.code, &right.code), ty: common, bits }
    }

    fn shift(&mut self, depth: usize) -> IntExpr {
        let (left, count) = (self.int_expr(depth - 1), self.int_expr(depth - 1));
        let ty = left.ty.promoted();
        let count = if self.rng.chance(50) {
            self.rng.below(ty.width as usize).to_string()
        } else {
            format!("({} & {})", count.code.at(Prec::And), ty.width - 1)
        };
        if self.rng.chance(50) {
            let bits = left.bits.min(ty.bits());
            return IntExpr {
                code: Code::new(format!("{} >> {count}", left.code.at(Prec::Shift)), Prec::Shift),
                ty,
                bits,
            };
        }
        if !ty.signed {
            let code = Code::new(format!("{} << {count}", left.code.at(Prec::Shift)), Prec::Shift);
            return IntExpr::of_type(code, ty);
        }
        let unsigned = self.spell_int(ty.unsigned());
        let code = Code::new(format!("({unsigned}){} << {count}", left.code.at(Prec::Unary)), Prec::Shift);
        IntExpr::of_type(code, ty.unsigned())
    }

    fn division(&mut self, depth: usize) -> IntExpr {
        let (left, right) = (self.int_expr(depth - 1), self.int_expr(depth - 1));
        let (sign, name) = self.rng.pick(&[("/", "div"), ("%", "mod")]);
        match self.rng.below(3) {
            0 => {
                let divisor = self.rng.between(2, 100);
                let ty = left.ty.promoted();
                let code =
                    Code::new(format!("{} {sign} {divisor}", left.code.at(Prec::Multiply)), Prec::Multiply);
                IntExpr { code, ty: Int::common(ty, Int::I32), bits: left.bits.max(1).min(ty.bits()) }
            }
            1 if !Int::common(left.ty, right.ty).signed => {
                let ty = Int::common(left.ty, right.ty);
                let text =
                    format!("{} {sign} ({} | 1)", left.code.at(Prec::Multiply), right.code.at(Prec::Or));
                IntExpr::of_type(Code::new(text, Prec::Multiply), ty)
            }
            _ => {
                let (ty, suffix) = match Int::common(left.ty, right.ty) {
                    Int { rank: 3, signed: true, .. } => (Int::I32, "int"),
                    Int { signed: true, .. } => (Int::I64, "long"),
                    Int { rank: 3, .. } => (Int::U32, "unsigned"),
                    _ => (Int::ULL, "wide"),
                };
                let text = format!(
                    "{name}_{suffix}({}, {})",
                    left.code.at(Prec::Assign),
                    right.code.at(Prec::Assign)
                );
                IntExpr::of_type(Code::new(text, Prec::Postfix), ty)
            }
        }
    }

    fn comparison(&mut self, depth: usize) -> IntExpr {
        let signs = [
            ("<", Prec::Relate),
            (">=", Prec::Relate),
            ("==", Prec::Equal),
            ("!=", Prec::Equal),
            (">", Prec::Relate),
        ];
        let (sign, prec) = self.rng.pick(&signs);
        if self.rng.chance(15) {
            let (left, right) = (self.real_expr(depth - 1), self.real_expr(depth - 1));
            return IntExpr::truth(infix(sign, prec, &left.code, &right.code));
        }
        let (left, right) = (self.int_expr(depth - 1), self.int_expr(depth - 1));
        IntExpr::truth(infix(sign, prec, &left.code, &right.code))
    }

    fn logical(&mut self, depth: usize) -> IntExpr {
        let (left, right) = (self.condition(depth - 1), self.condition(depth - 1));
        let (sign, prec) = self.rng.pick(&[("&&", Prec::LogicalAnd), ("||", Prec::LogicalOr)]);
        IntExpr::truth(infix(sign, prec, &left, &right))
    }

    fn conditional(&mut self, depth: usize) -> IntExpr {
        let condition = self.condition(depth - 1);
        let (yes, no) = (self.int_expr(depth - 1), self.int_expr(depth - 1));
        let ty = Int::common(yes.ty, no.ty);
        let bits = if ty.signed { yes.bits.max(no.bits) } else { ty.bits() };
        if self.rng.chance(20) {
            let text = format!(
                "EITHER({}, {}, {})",
                condition.at(Prec::Assign),
                yes.code.at(Prec::Assign),
                no.code.at(Prec::Assign)
            );
            return IntExpr { code: Code::new(text, Prec::Postfix), ty, bits };
        }
        let text = format!(
            "{} ? {} : {}",
            condition.at(Prec::LogicalOr),
            yes.code.at(Prec::Assign),
            no.code.at(Prec::Conditional)
        );
        IntExpr { code: Code::new(text, Prec::Conditional), ty, bits }
    }

    fn unary(&mut self, depth: usize) -> IntExpr {
        let operand = self.int_expr(depth - 1);
        let ty = operand.ty.promoted();
        let bits = operand.bits.min(ty.bits());
        match self.rng.below(4) {
            0 => IntExpr::truth(Code::new(format!("!{}", operand.code.at(Prec::Unary)), Prec::Unary)),
            1 => IntExpr {
                code: Code::new(format!("~{}", operand.code.at(Prec::Unary)), Prec::Unary),
                ty,
                bits: if ty.signed { bits } else { ty.bits() },
            },
            2 => {
                IntExpr { code: Code::new(format!("+{}", operand.code.after_sign()), Prec::Unary), ty, bits }
            }
            _ if !ty.signed => {
                IntExpr::of_type(Code::new(format!("-{}", operand.code.after_sign()), Prec::Unary), ty)
            }
            _ if bits < ty.bits() => IntExpr {
                code: Code::new(format!("-{}", operand.code.after_sign()), Prec::Unary),
                ty,
                bits: bits + 1,
            },
            _ => {
                let (signed, unsigned) = (self.spell_int(ty), self.spell_int(ty.unsigned()));
                let text = format!("({signed})-({unsigned}){}", operand.code.at(Prec::Unary));
                IntExpr::of_type(Code::new(text, Prec::Unary), ty)
            }
        }
    }

    fn cast(&mut self, depth: usize) -> IntExpr {
        let operand = self.int_expr(depth - 1);
        let ty = self.rng.pick(&Int::ALL);
        let text = format!("({}){}", self.spell_int(ty), operand.code.at(Prec::Unary));
        IntExpr::of_type(Code::new(text, Prec::Unary), ty)
    }

    fn macro_use(&mut self, depth: usize) -> IntExpr {
        let operand = self.int_expr(depth - 1);
        let argument = operand.code.at(Prec::Assign);
        match self.rng.below(3) {
            0 => {
                let count = self.rng.between(1, 31);
                IntExpr::of_type(Code::new(format!("LOW_BITS({argument}, {count})"), Prec::Postfix), Int::U32)
            }
            1 => IntExpr::of_type(Code::new(format!("SWAP_HALVES({argument})"), Prec::Postfix), Int::U32),
            _ => {
                let ty = self.rng.pick(&Int::ALL);
                let text = format!("sizeof({})", self.spell_int(ty));
                IntExpr { code: Code::new(text, Prec::Unary), ty: Int::U64, bits: 64 }
            }
        }
    }

    /// `(a, b)`, or a GNU statement expression that names its value first.
    fn sequenced(&mut self, depth: usize) -> IntExpr {
        let value = self.int_expr(depth - 1);
        if self.options.gnu && self.rng.chance(50) {
            let ty = value.ty.promoted();
            let name = self.name("t");
            let text = format!(
                "({{ {} {name} = {}; {name} ^ {name} >> 3; }})",
                self.spell_int(ty),
                value.code.at(Prec::Assign)
            );
            return IntExpr::of_type(Code::new(text, Prec::Postfix), ty);
        }
        // gcc 12 fails on a comma between two constants, so the first operand is a variable.
        let Some(first) = self.readable_int(1) else { return value };
        let text = format!("{}, {}", first.code.at(Prec::Comma), value.code.at(Prec::Assign));
        IntExpr { code: Code::new(text, Prec::Comma), ..value }
    }

    /// One of the spellings of `ty`.
    pub(crate) fn spell_int(&mut self, ty: Int) -> &'static str {
        self.rng.pick(ty.spellings())
    }
}

/// `left sign right` for a left-associative operator.
pub(crate) fn infix(sign: &str, prec: Prec, left: &Code, right: &Code) -> Code {
    // The right operand must bind tighter, or `a - (b - c)` would lose its parentheses.
    let right = if right.prec <= prec { format!("({})", right.text) } else { right.text.clone() };
    Code::new(format!("{} {sign} {right}", left.at(prec)), prec)
}
