//! Initialisers in all their shapes.
//!
//! ```text
//! int[2][2]     { { 1, 2 }, { 3, 4 } }    { 1, 2, 3, 4 }    { [1] = { 3 }, [0][1] = 2 }
//! struct        { 1, 2.5f }               { .m2 = 2.5f, .m1 = 1 }
//! ```
//!
//! Invariant: with `constant`, the text is a constant expression, fit for static storage.

use crate::code::Prec;
use crate::generator::Generator;
use crate::types::{RecordKind, Type};

impl Generator {
    /// An initialiser for an object of type `ty`.
    pub(crate) fn initialiser(&mut self, ty: &Type, constant: bool) -> String {
        match ty {
            Type::Int(ty) if constant => self.literal(*ty).code.text,
            Type::Int(_) => self.int_expr(2).code.at(Prec::Assign),
            Type::Real(ty) if constant => self.real_literal(*ty).code.text,
            Type::Real(ty) => self.storable_real(*ty, 2).at(Prec::Assign),
            Type::Enum(index) => {
                let items = &self.enumerations[*index].items;
                items[self.rng.below(items.len())].0.clone()
            }
            Type::Array(element, length) => self.array_initialiser(element, *length, constant),
            Type::Record(index) => self.record_initialiser(*index, constant),
            // Pointers are initialised where they are declared, with a target chosen there.
            Type::Pointer(_) | Type::Slice(..) => "0".to_string(),
        }
    }

    fn array_initialiser(&mut self, element: &Type, length: usize, constant: bool) -> String {
        let values: Vec<String> = match self.rng.below(5) {
            0 => {
                let at = self.rng.below(length);
                vec![format!("[{at}] = {}", self.initialiser(element, constant))]
            }
            1 => {
                let count = self.rng.between(1, length);
                (0..count).map(|_| self.initialiser(element, constant)).collect()
            }
            2 if self.options.gnu && length > 2 => {
                // A range's value is evaluated once, so only a constant keeps the meaning obvious.
                let last = self.rng.between(1, length - 1);
                vec![format!("[0 ... {last}] = {}", self.initialiser(element, true))]
            }
            3 => return self.flat_initialiser(element, length, constant),
            _ => (0..length).map(|_| self.initialiser(element, constant)).collect(),
        };
        format!("{{ {} }}", values.join(", "))
    }

    /// A list without inner braces, for arrays of arrays of numbers.
    fn flat_initialiser(&mut self, element: &Type, length: usize, constant: bool) -> String {
        let (inner, count) = match element {
            Type::Array(inner, count) if matches!(**inner, Type::Int(_)) => (inner.as_ref(), length * count),
            _ => (element, length),
        };
        let values: Vec<String> = (0..count).map(|_| self.initialiser(inner, constant)).collect();
        format!("{{ {} }}", values.join(", "))
    }

    fn record_initialiser(&mut self, index: usize, constant: bool) -> String {
        let fields = self.records[index].fields.clone();
        if self.records[index].kind == RecordKind::Union {
            let field = &fields[self.rng.below(fields.len())];
            return format!("{{ .{} = {} }}", field.name, self.initialiser(&field.ty, constant));
        }
        let designated = self.rng.chance(40);
        let mut chosen: Vec<usize> = (0..fields.len()).collect();
        if designated {
            let turn = self.rng.below(fields.len());
            chosen.rotate_left(turn);
            chosen.truncate(self.rng.between(1, fields.len()));
        } else {
            chosen.truncate(self.rng.between(1, fields.len()));
        }
        let mut values = Vec::new();
        for field in chosen.into_iter().map(|index| &fields[index]) {
            let value = self.member_value(&field.ty, field.width, constant);
            values.push(if designated { format!(".{} = {value}", field.name) } else { value });
        }
        format!("{{ {} }}", values.join(", "))
    }

    fn member_value(&mut self, ty: &Type, width: Option<u32>, constant: bool) -> String {
        match width {
            // Small constants keep gcc from warning that the value does not fit the bit-field.
            Some(width) if constant => self.rng.below(1 << (width - 1).min(20)).to_string(),
            _ => self.initialiser(ty, constant),
        }
    }
}
