//! From a variable down to a scalar inside it: indices, members and pointers on the way.
//!
//! ```text
//! g4: struct s2 [4]      g4[i & 3].m1[2]     *(g4 + 1)->m1     (*p7).b2
//! ```
//!
//! Invariant: every index is reduced to the length of what it indexes, and every pointer points to a
//! live object, so the place named exists.

use crate::code::{Code, FRACTION, IntExpr, Prec, Real, RealExpr};
use crate::generator::Generator;
use crate::int_type::Int;
use crate::scope::Variable;
use crate::types::{Field, Type};

/// A scalar object that can be read, and written where its variable can.
pub(crate) struct Place {
    pub(crate) code: Code,
    pub(crate) scalar: Scalar,
}

/// What a place holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Scalar {
    Int(Int),
    /// A bit-field of so many bits.
    Bits(Int, u32),
    Real(Real),
    Enum(usize),
}

impl Generator {
    /// An integer somewhere in a visible variable.
    pub(crate) fn readable_int(&mut self, depth: usize) -> Option<IntExpr> {
        for _ in 0..4 {
            let place = self.readable_place(depth)?;
            match place.scalar {
                Scalar::Int(ty) => return Some(IntExpr::of_type(place.code, ty)),
                Scalar::Bits(ty, width) => {
                    let (ty, bits) = Field::bit_field_value(ty, width);
                    return Some(IntExpr { code: place.code, ty, bits });
                }
                Scalar::Enum(index) => {
                    let ty = self.enumerations[index].representation();
                    return Some(IntExpr::of_type(place.code, ty));
                }
                Scalar::Real(_) => {}
            }
        }
        None
    }

    /// A floating value somewhere in a visible variable.
    pub(crate) fn readable_real(&mut self, depth: usize) -> Option<RealExpr> {
        for _ in 0..6 {
            let place = self.readable_place(depth)?;
            if let Scalar::Real(ty) = place.scalar {
                return Some(RealExpr {
                    code: place.code,
                    ty,
                    magnitude: ty.magnitude(),
                    fraction: FRACTION,
                });
            }
        }
        None
    }

    fn readable_place(&mut self, depth: usize) -> Option<Place> {
        let index = self.rng.below(self.scope.visible().len());
        let variable = self.scope.visible().get(index)?.clone();
        Some(self.inside(&variable, depth.min(1)))
    }

    /// A scalar a statement may change.
    pub(crate) fn writable_place(&mut self) -> Option<Place> {
        let choices: Vec<Variable> =
            self.scope.visible().iter().filter(|v| self.may_write(v)).cloned().collect();
        let index = self.rng.below(choices.len());
        let variable = choices.get(index)?;
        Some(self.inside(variable, 1))
    }

    /// Whether the present function may change `variable`: a pure one changes its own only.
    pub(crate) fn may_write(&self, variable: &Variable) -> bool {
        variable.writable && (!self.body.pure || variable.depth > 0)
    }

    /// A scalar inside `variable`; indices on the way are at most `depth` operators deep.
    pub(crate) fn inside(&mut self, variable: &Variable, depth: usize) -> Place {
        let name = self.mention(&variable.name);
        self.descend(Code::new(name, Prec::Postfix), &variable.ty, depth)
    }

    /// A variable's name, now and then pasted together by the preprocessor.
    fn mention(&mut self, name: &str) -> String {
        match name.find(|c: char| c.is_ascii_digit()) {
            Some(digits) if self.rng.chance(4) => {
                format!("GLUE({}, {})", &name[..digits], &name[digits..])
            }
            _ => name.to_string(),
        }
    }

    /// A scalar inside the object `code` of type `ty`.
    pub(crate) fn descend(&mut self, code: Code, ty: &Type, depth: usize) -> Place {
        match ty {
            Type::Int(ty) => Place { code, scalar: Scalar::Int(*ty) },
            Type::Real(ty) => Place { code, scalar: Scalar::Real(*ty) },
            Type::Enum(index) => Place { code, scalar: Scalar::Enum(*index) },
            Type::Array(element, length) | Type::Slice(element, length) => {
                let indexed = self.indexed(&code, *length, depth);
                self.descend(indexed, element, depth)
            }
            Type::Pointer(target) => {
                if let Type::Record(index) = **target
                    && self.rng.chance(70)
                {
                    return self.member(&code, "->", index, depth);
                }
                self.descend(Code::new(format!("*{}", code.at(Prec::Unary)), Prec::Unary), target, depth)
            }
            Type::Record(index) => self.member(&code, ".", *index, depth),
        }
    }

    fn member(&mut self, object: &Code, arrow: &str, record: usize, depth: usize) -> Place {
        let choice = self.rng.below(self.records[record].fields.len());
        let field = self.records[record].fields[choice].clone();
        let code = Code::new(format!("{}{arrow}{}", object.at(Prec::Postfix), field.name), Prec::Postfix);
        match (&field.ty, field.width) {
            (Type::Int(ty), Some(width)) => Place { code, scalar: Scalar::Bits(*ty, width) },
            (ty, _) => self.descend(code, ty, depth),
        }
    }

    /// An element of the array or slice `object`.
    fn indexed(&mut self, object: &Code, length: usize, depth: usize) -> Code {
        let index = self.index(length, depth);
        match self.rng.below(10) {
            0 => {
                Code::new(format!("*({} + {})", object.at(Prec::Add), index.at(Prec::Multiply)), Prec::Unary)
            }
            1 => Code::new(format!("{}[{}]", index.at(Prec::Postfix), object.text), Prec::Postfix),
            _ => Code::new(format!("{}[{}]", object.at(Prec::Postfix), index.text), Prec::Postfix),
        }
    }

    /// An index below `length`.
    pub(crate) fn index(&mut self, length: usize, depth: usize) -> Code {
        if depth == 0 || self.rng.chance(30) {
            return Code::new(self.rng.below(length).to_string(), Prec::Postfix);
        }
        let value = self.int_expr(depth - 1);
        if length.is_power_of_two() {
            return Code::new(format!("{} & {}", value.code.at(Prec::And), length - 1), Prec::And);
        }
        Code::new(format!("(unsigned){} % {length}u", value.code.at(Prec::Unary)), Prec::Multiply)
    }
}
