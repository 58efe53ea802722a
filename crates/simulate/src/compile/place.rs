//! What can be assigned to: registers, memory, bits of memory.

use hir::{BuiltinType, CastKind, ExprId, ExprKind, Field, Init, RecordId, Span, Type};

use super::{Compiler, Home, Result};
use crate::code::{BinaryOp, Instr, Reg};
use crate::scalar::Scalar;

/// An object, or a part of one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// A scalar variable.
    Register(Reg),
    /// At the address in a register.
    Memory(Reg),
    /// A scalar at the address in a register that nothing aligns, in a packed struct: it is moved byte by byte, as compilers do.
    Packed(Reg),
    /// Some bits of the unit at the address in a register.
    Bits { address: Reg, shift: u32, width: u32 },
}

impl Compiler<'_> {
    /// Where an lvalue (or a record of any kind) lies.
    pub(super) fn place(&mut self, expr: ExprId) -> Result<Place> {
        let node = &self.program.exprs[expr];
        match node.kind {
            ExprKind::Var(var) => Ok(match self.home(var, node.span)? {
                Home::Register(register) => Place::Register(register),
                Home::Memory(address) => Place::Memory(self.constant(address)),
            }),
            ExprKind::Deref(pointer) => Ok(Place::Memory(self.value(pointer)?)),
            ExprKind::Index { base, index } => {
                let size = self.size_of(node.ty)?;
                let is_packed = self.is_packed(base);
                let base = self.value(base)?;
                let index = self.value(index)?;
                let address = self.element(base, index, size);
                Ok(self.scalar_at(address, node.ty, is_packed))
            }
            ExprKind::Member { base, record, field, arrow } => self.member(base, record, field, arrow),
            ExprKind::Cast { kind: CastKind::Same, operand, .. } => self.place(operand),
            ExprKind::CompoundLiteral { ref init, .. } => {
                let address = self.local(node.ty)?;
                let at = self.constant(address);
                self.initialize(at, node.ty, init)?;
                Ok(Place::Memory(at))
            }
            ExprKind::String(_) => {
                let address = self.local(node.ty)?;
                let at = self.constant(address);
                self.initialize(at, node.ty, &Init::Expr(expr))?;
                Ok(Place::Memory(at))
            }
            ExprKind::Call { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Assign { .. }
            | ExprKind::StmtExpr(_)
            | ExprKind::Construct(_)
            | ExprKind::Binary { .. } => Ok(Place::Memory(self.value(expr)?)),
            _ => Err(self.unsupported(node.span, "this expression")),
        }
    }

    fn member(&mut self, base: ExprId, record: RecordId, field: u32, arrow: bool) -> Result<Place> {
        let span = self.program.exprs[base].span;
        let fields = self.program.records[record].fields.as_ref();
        let Some(field) = fields.and_then(|fields| fields.get(field as usize)) else {
            return Err(self.unsupported(span, "this member"));
        };
        let is_packed = self.packs(record, field) || !arrow && self.is_packed(base);
        let start = if arrow { Place::Memory(self.value(base)?) } else { self.place(base)? };
        let Place::Memory(start) = start else { return Err(self.unsupported(span, "this member")) };
        match field.bits {
            None => {
                let address = self.offset(start, field.bit_offset / 8);
                Ok(self.scalar_at(address, field.ty, is_packed))
            }
            Some(width) => self.bit_field(start, field, width),
        }
    }

    /// Does a packed struct leave this member unaligned?
    pub(super) fn packs(&self, record: RecordId, field: &Field) -> bool {
        let layout = self.program.records[record].layout.as_ref();
        let align = self.program.align_of(field.ty).unwrap_or(1);
        layout.is_some_and(|layout| layout.align < align)
    }

    /// Is this a part of a packed struct, or its address?
    fn is_packed(&self, expr: ExprId) -> bool {
        match self.program.exprs[expr].kind {
            ExprKind::Cast { kind: CastKind::ArrayDecay, operand, .. } => self.is_packed(operand),
            ExprKind::Index { base, .. } => self.is_packed(base),
            ExprKind::Member { base, record, field, arrow } => {
                let fields = self.program.records[record].fields.as_ref();
                let field = fields.and_then(|fields| fields.get(field as usize));
                field.is_some_and(|field| self.packs(record, field)) || !arrow && self.is_packed(base)
            }
            _ => false,
        }
    }

    pub(super) fn scalar_at(&self, address: Reg, ty: Type, is_packed: bool) -> Place {
        if is_packed && self.scalar_of(ty).is_some() {
            Place::Packed(address)
        } else {
            Place::Memory(address)
        }
    }

    /// Bits, within the unit of the field's own type that holds them.
    pub(super) fn bit_field(&mut self, start: Reg, field: &Field, width: u32) -> Result<Place> {
        let unit = self.size_of(field.ty)? * 8;
        let first = field.bit_offset / unit * unit;
        let shift = (field.bit_offset - first) as u32;
        if u64::from(shift + width) > unit {
            return Err(self.unsupported(field.span, "a packed bit-field"));
        }
        Ok(Place::Bits { address: self.offset(start, first / 8), shift, width })
    }

    /// `address + bytes`
    pub(super) fn offset(&mut self, address: Reg, bytes: u64) -> Reg {
        if bytes == 0 {
            return address;
        }
        let bytes = self.constant(bytes);
        let to = self.register();
        self.emit(Instr::Binary { op: BinaryOp::Add, ty: Scalar::U64, to, a: address, b: bytes });
        to
    }

    /// `base + index * size`
    pub(super) fn element(&mut self, base: Reg, index: Reg, size: u64) -> Reg {
        let to = self.register();
        self.emit(Instr::Element { to, base, index, scale: size });
        to
    }

    /// The value of a scalar at a place.
    pub(super) fn load(&mut self, place: Place, ty: Type, span: Span) -> Result<Reg> {
        let scalar = self.scalar(ty, span)?;
        match place {
            Place::Register(register) => Ok(register),
            Place::Memory(address) => {
                let site = self.site(span);
                let to = self.register();
                self.at = span;
                self.emit(Instr::Load { ty: scalar, to, address, site, beside_bits: false });
                Ok(to)
            }
            Place::Packed(address) => {
                let mut joined = self.constant(0);
                for byte in 0..scalar.size() {
                    let at = self.offset(address, byte);
                    let part = self.load(Place::Memory(at), Type::builtin(BuiltinType::UChar), span)?;
                    let shift = self.constant(byte * 8);
                    let moved = self.binary_of(BinaryOp::Shl, Scalar::U64, part, shift);
                    joined = self.binary_of(BinaryOp::Or, Scalar::U64, joined, moved);
                }
                // To the top, and down again with the sign.
                let is_signed = matches!(scalar, Scalar::I8 | Scalar::I16 | Scalar::I32);
                let free = self.constant(64 - scalar.size() * 8);
                let high = self.binary_of(BinaryOp::Shl, Scalar::U64, joined, free);
                let ty = if is_signed { Scalar::I64 } else { Scalar::U64 };
                Ok(self.binary_of(BinaryOp::Shr, ty, high, free))
            }
            Place::Bits { address, shift, width } => {
                let (scalar, site, unit) = (of_bits(scalar), self.site(span), self.register());
                self.at = span;
                self.emit(Instr::Load { ty: scalar, to: unit, address, site, beside_bits: false });
                // To the top, and down again with the sign.
                let size = scalar.size() as u32 * 8;
                let up = self.constant(u64::from(size - shift - width));
                let down = self.constant(u64::from(size - width));
                let high = self.binary_of(BinaryOp::Shl, scalar, unit, up);
                Ok(self.binary_of(BinaryOp::Shr, scalar, high, down))
            }
        }
    }

    /// Writes a scalar to a place.
    pub(super) fn store(&mut self, place: Place, value: Reg, ty: Type, span: Span) -> Result<()> {
        let scalar = self.scalar(ty, span)?;
        match place {
            Place::Register(to) => self.copy(to, value),
            Place::Memory(address) => {
                let site = self.site(span);
                self.at = span;
                self.emit(Instr::Store { ty: scalar, address, value, site });
            }
            Place::Packed(address) => {
                for byte in 0..scalar.size() {
                    let (at, shift) = (self.offset(address, byte), self.constant(byte * 8));
                    let part = self.binary_of(BinaryOp::Shr, Scalar::U64, value, shift);
                    self.store(Place::Memory(at), part, Type::builtin(BuiltinType::UChar), span)?;
                }
            }
            Place::Bits { address, shift, width } => {
                let (site, old, scalar) = (self.site(span), self.register(), of_bits(scalar));
                self.at = span;
                self.emit(Instr::Load { ty: scalar, to: old, address, site, beside_bits: true });
                let ones = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
                let keep = self.constant(scalar.extend(!(ones << shift)));
                let (ones, shift) = (self.constant(ones), self.constant(u64::from(shift)));
                let kept = self.binary_of(BinaryOp::And, scalar, old, keep);
                let cut = self.binary_of(BinaryOp::And, scalar, value, ones);
                let moved = self.binary_of(BinaryOp::Shl, scalar, cut, shift);
                let joined = self.binary_of(BinaryOp::Or, scalar, kept, moved);
                let site = self.site(span);
                self.emit(Instr::Store { ty: scalar, address, value: joined, site });
            }
        }
        Ok(())
    }

    /// Copies into a variable's register. An intermediate result that was just
    /// computed is computed there at once instead.
    pub(super) fn copy(&mut self, to: Reg, from: Reg) {
        let last = self.code.instrs.len().wrapping_sub(1);
        let fresh = from + 1 == self.code.registers && last as u32 >= self.last_label;
        if fresh
            && from != to
            && let Some(result) = self.code.instrs.get_mut(last).and_then(result_mut)
            && *result == from
        {
            *result = to;
            return;
        }
        self.emit(Instr::Copy { to, from });
    }

    pub(super) fn binary_of(&mut self, op: BinaryOp, ty: Scalar, a: Reg, b: Reg) -> Reg {
        let to = self.register();
        self.emit(Instr::Binary { op, ty, to, a, b });
        to
    }
}

/// What the unit around bits is computed with: a shifted `_Bool` is none.
fn of_bits(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Bool => Scalar::U8,
        other => other,
    }
}

/// The register that an instruction of plain arithmetic, or a load, writes.
fn result_mut(instr: &mut Instr) -> Option<&mut Reg> {
    match instr {
        Instr::Binary { to, .. }
        | Instr::Compare { to, .. }
        | Instr::Unary { to, .. }
        | Instr::Convert { to, .. }
        | Instr::MathF32 { to, .. }
        | Instr::MathF64 { to, .. }
        | Instr::Bits { to, .. }
        | Instr::Element { to, .. }
        | Instr::Grid { to, .. }
        | Instr::Load { to, .. } => Some(to),
        _ => None,
    }
}
