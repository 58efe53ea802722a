//! Initialisers of variables in memory, and objects made on the spot.

use hir::{ExprId, ExprKind, Field, Init, Span, Type, TypeKind};

use super::place::Place;
use super::{Compiler, Result};
use crate::code::{Instr, Reg};

impl Compiler<'_> {
    /// The value that initialises a scalar: `= 3`, or `= {3}`.
    pub(super) fn scalar_init(&mut self, init: &Init, ty: Type) -> Result<Reg> {
        match init {
            Init::Expr(value) => self.value_as(*value, ty),
            Init::List { entries, .. } => match entries.last() {
                Some(entry) => self.scalar_init(&entry.value, ty),
                None => Ok(self.constant(0)),
            },
            Init::Construct(args) => match args.first() {
                Some(&value) => self.value_as(value, ty),
                None => Ok(self.constant(0)),
            },
        }
    }

    /// Fills an object at an address.
    pub(super) fn initialize(&mut self, at: Reg, ty: Type, init: &Init) -> Result<()> {
        match init {
            Init::List { entries, .. } => {
                let bytes = self.size_of(ty)? as u32;
                self.emit(Instr::Zero { at, bytes });
                for entry in entries {
                    for index in entry.index..=entry.last {
                        self.initialize_part(at, ty, index, &entry.value)?;
                    }
                }
                Ok(())
            }
            Init::Expr(value) => self.initialize_from(at, ty, *value),
            Init::Construct(args) => self.fill_members(at, ty, args, self.at),
        }
    }

    fn initialize_from(&mut self, at: Reg, ty: Type, value: ExprId) -> Result<()> {
        let span = self.program.exprs[value].span;
        if let ExprKind::String(text) = &self.program.exprs[value].kind {
            let element = self.program.types.element(ty).unwrap_or(Type::CHAR);
            let size = self.size_of(element)?;
            let length = self.size_of(ty)? / size.max(1);
            for index in 0..length {
                let unit = text.units.get(index as usize).copied().unwrap_or(0);
                let value = self.constant(u64::from(unit));
                let place = Place::Memory(self.offset(at, index * size));
                self.store(place, value, element, span)?;
            }
            return Ok(());
        }
        let register = self.value(value)?;
        match self.scalar_of(ty) {
            Some(_) => self.store(Place::Memory(at), register, ty, span),
            None => self.move_object(at, register, ty, span),
        }
    }

    /// One element or member of an initialiser list.
    fn initialize_part(&mut self, at: Reg, ty: Type, index: u64, init: &Init) -> Result<()> {
        if let Some(element) = self.program.types.element(ty) {
            let size = self.size_of(element)?;
            let at = self.offset(at, index * size);
            return self.initialize_nested(at, element, init);
        }
        let TypeKind::Record(record) = *self.program.types.stripped(ty) else {
            return self.initialize_nested(at, ty, init);
        };
        let field =
            self.program.records[record].fields.as_ref().and_then(|fields| fields.get(index as usize));
        match field {
            Some(field) if field.bits.is_none() => {
                let at = self.offset(at, field.bit_offset / 8);
                if self.packs(record, field) && self.scalar_of(field.ty).is_some() {
                    let value = self.scalar_init(init, field.ty)?;
                    return self.store(Place::Packed(at), value, field.ty, self.at);
                }
                self.initialize_nested(at, field.ty, init)
            }
            Some(field @ Field { bits: Some(width), .. }) => {
                let place = self.bit_field(at, field, *width)?;
                let value = self.scalar_init(init, field.ty)?;
                self.store(place, value, field.ty, self.at)
            }
            _ => Err(self.unsupported(self.at, "this initialiser")),
        }
    }

    fn initialize_nested(&mut self, at: Reg, ty: Type, init: &Init) -> Result<()> {
        match (init, self.scalar_of(ty)) {
            (_, Some(_)) => {
                let value = self.scalar_init(init, ty)?;
                self.store(Place::Memory(at), value, ty, self.at)
            }
            // The whole is zero already.
            (Init::List { entries, .. }, None) => entries.iter().try_for_each(|entry| {
                (entry.index..=entry.last)
                    .try_for_each(|index| self.initialize_part(at, ty, index, &entry.value))
            }),
            _ => self.initialize(at, ty, init),
        }
    }

    /// `make_float4(…)`, `dim3(…)`: an object made of its members.
    pub(super) fn construct(&mut self, ty: Type, args: &[ExprId], span: Span) -> Result<Reg> {
        let address = self.local(ty)?;
        let at = self.constant(address);
        self.fill_members(at, ty, args, span)?;
        Ok(at)
    }

    fn fill_members(&mut self, at: Reg, ty: Type, args: &[ExprId], span: Span) -> Result<()> {
        let record = self.program.types.as_record(ty);
        let fields = record.and_then(|record| self.program.records[record].fields.as_ref());
        let Some(fields) = fields else { return Err(self.unsupported(span, "this constructor")) };
        for (index, field) in fields.iter().enumerate() {
            let value = match args.get(index) {
                Some(&arg) => self.value(arg)?,
                // `dim3(4)` has one in the dimensions left out.
                None => self.constant(1),
            };
            let place = Place::Memory(self.offset(at, field.bit_offset / 8));
            self.store(place, value, field.ty, span)?;
        }
        Ok(())
    }
}
