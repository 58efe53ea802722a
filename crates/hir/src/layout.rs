//! Sizes, alignments and offsets: what `sizeof` answers.
//!
//! The rules are those of the System V ABIs of x86-64 and AArch64 Linux as gcc
//! implements them, GNU extensions included: empty structs have size 0, `void`
//! counts as one byte, a bit-field takes the next free bits unless it would
//! then touch more storage units of its type than its type has.
//!
//! ```c
//! struct s { char a : 4; int b : 30; char c; };   // b at bit 32, c at byte 8, size 12
//! ```
//!
//! Invariant: a record's layout is computed once, when its closing brace is
//! seen, and stored in it; everything else is computed from that on demand.
//! `None` always means "not known at compile time": an incomplete type, a
//! variable-length array, or an object larger than the address space.

use syntax::ast::{BuiltinType, Qualifiers, RecordKind};

use crate::{ArrayLen, Field, Machine, Program, RecordId, RecordLayout, Type, TypeKind};

/// No object is larger: its size in bits still fits a `u64`.
const MAX_SIZE: u64 = 1 << 60;

/// What the attributes of a record say about its layout.
#[derive(Clone, Default, Debug)]
pub struct RecordRules {
    /// `packed` on the record: all its members are.
    pub packed: bool,
    /// `aligned(n)` on the record, in bytes; the largest if there are several.
    pub align: Option<u64>,
    /// Indices of the members that have a `packed` of their own.
    pub packed_fields: Vec<usize>,
}

impl Program {
    /// The size of an object in bytes. One for `void` and functions, as GNU C
    /// has it for pointer arithmetic.
    pub fn size_of(&self, ty: Type) -> Option<u64> {
        let mut count = 1u64;
        let mut element = self.types.strip(ty);
        while let TypeKind::Array(inner, len) = self.types.kind(element) {
            let ArrayLen::Fixed(len) = len else { return None };
            count = count.checked_mul(*len).filter(|&n| n <= MAX_SIZE)?;
            element = self.types.strip(*inner);
        }
        let size = match *self.types.kind(element) {
            TypeKind::Builtin(builtin) => builtin_layout(self.machine, builtin).size,
            TypeKind::Complex(part) => 2 * builtin_layout(self.machine, part).size,
            TypeKind::Pointer(_) => 8,
            TypeKind::Function(_) => 1,
            TypeKind::Record(record) => self.records[record].layout?.size,
            TypeKind::Enum(def) => self.enum_layout(def)?.size,
            TypeKind::Vector(lane, lanes) => self.scalar_layout(lane)?.size * u64::from(lanes),
            TypeKind::Array(..) | TypeKind::Typedef(_) | TypeKind::Error => return None,
        };
        size.checked_mul(count).filter(|&bytes| bytes <= MAX_SIZE)
    }

    /// The alignment of an object in bytes.
    pub fn align_of(&self, ty: Type) -> Option<u64> {
        let natural = self.align_without_atomic(ty)?;
        if !self.types.strip(ty).quals.has(Qualifiers::ATOMIC) {
            return Some(natural);
        }
        // An atomic object must be reachable by one instruction of its size.
        let size = self.size_of(ty)?;
        Some(if matches!(size, 1 | 2 | 4 | 8 | 16) { natural.max(size) } else { natural })
    }

    fn align_without_atomic(&self, ty: Type) -> Option<u64> {
        let mut ty = ty;
        loop {
            return match *self.types.kind(ty) {
                TypeKind::Typedef(typedef) => {
                    // `aligned` on a typedef decides, upwards and downwards.
                    if let Some(align) = self.typedefs[typedef].align {
                        return Some(align);
                    }
                    ty = self.typedefs[typedef].ty;
                    continue;
                }
                TypeKind::Array(element, _) => {
                    ty = element;
                    continue;
                }
                TypeKind::Builtin(builtin) => Some(builtin_layout(self.machine, builtin).align),
                TypeKind::Complex(part) => Some(builtin_layout(self.machine, part).align),
                TypeKind::Pointer(_) => Some(8),
                TypeKind::Function(_) => Some(1),
                TypeKind::Record(record) => self.records[record].layout.map(|l| l.align),
                TypeKind::Enum(def) => self.enum_layout(def).map(|l| l.align),
                TypeKind::Vector(lane, lanes) => {
                    let size = self.scalar_layout(lane)?.size * u64::from(lanes);
                    let cap = if self.machine == Machine::Aarch64 { 16 } else { u64::MAX };
                    Some(size.max(1).next_power_of_two().min(cap))
                }
                TypeKind::Error => None,
            };
        }
    }

    /// Lays the members out: fills in each `bit_offset` and the record's
    /// `layout`. `None`, and nothing stored, when the record has no members
    /// list yet or a member's size is not known.
    pub fn compute_record_layout(&mut self, record: RecordId, rules: &RecordRules) -> Option<RecordLayout> {
        let mut fields = self.records[record].fields.take()?;
        let layout = self.lay_out(record, &mut fields, rules);
        let definition = &mut self.records[record];
        definition.fields = Some(fields);
        definition.layout = layout;
        layout
    }

    fn lay_out(&self, record: RecordId, fields: &mut [Field], rules: &RecordRules) -> Option<RecordLayout> {
        let definition = &self.records[record];
        let pack = definition.pack.filter(|&n| n > 0).map(|n| 8 * n);
        let mut placer = Placer {
            machine: self.machine,
            kind: definition.kind,
            pack,
            end: 0,
            align: 8 * rules.align.unwrap_or(1),
        };
        for (index, field) in fields.iter_mut().enumerate() {
            let packed = rules.packed || rules.packed_fields.contains(&index);
            let member = self.member(field, packed)?;
            field.bit_offset = placer.place(&member)?;
        }
        let size = placer.end.checked_next_multiple_of(placer.align)? / 8;
        (size <= MAX_SIZE).then_some(RecordLayout { size, align: placer.align / 8 })
    }

    /// What placing a member needs to know, in bits.
    fn member(&self, field: &Field, packed: bool) -> Option<Member> {
        let size = match self.types.stripped(field.ty) {
            // A flexible array takes no room of its own.
            TypeKind::Array(element, ArrayLen::Unknown) => {
                self.size_of(*element)?;
                0
            }
            _ => self.size_of(field.ty)?,
        };
        Some(Member {
            type_size: 8 * size,
            type_align: 8 * self.align_of(field.ty)?,
            asked_align: field.align.map(|n| 8 * n),
            bits: field.bits.map(u64::from),
            named: field.name.is_some(),
            packed,
        })
    }

    fn enum_layout(&self, def: crate::EnumId) -> Option<RecordLayout> {
        self.scalar_layout(self.enums[def].underlying)
    }

    /// Layout of a type that is neither array nor record: no recursion needed.
    fn scalar_layout(&self, ty: Type) -> Option<RecordLayout> {
        match self.types.stripped(ty) {
            TypeKind::Builtin(builtin) => Some(builtin_layout(self.machine, *builtin)),
            TypeKind::Pointer(_) => Some(RecordLayout { size: 8, align: 8 }),
            _ => None,
        }
    }
}

/// A member on its way to a place; all numbers in bits.
struct Member {
    type_size: u64,
    type_align: u64,
    /// `aligned(n)` or `_Alignas` on the member itself.
    asked_align: Option<u64>,
    /// The width of a bit-field.
    bits: Option<u64>,
    named: bool,
    packed: bool,
}

/// A record being laid out; all numbers in bits.
struct Placer {
    machine: Machine,
    kind: RecordKind,
    /// `#pragma pack`
    pack: Option<u64>,
    /// One past the last bit in use.
    end: u64,
    align: u64,
}

impl Placer {
    /// Finds the member's first bit, and grows the record around it.
    fn place(&mut self, member: &Member) -> Option<u64> {
        let own_align = self.member_align(member);
        self.raise_record_align(member, own_align);
        let size = member.bits.unwrap_or(member.type_size);
        if self.kind == RecordKind::Union {
            self.end = self.end.max(size.checked_next_multiple_of(8)?);
            return Some(0);
        }
        let mut at = self.end.checked_next_multiple_of(own_align)?;
        if self.would_straddle(member, at) {
            at = at.checked_next_multiple_of(member.type_align)?;
        }
        self.end = at.checked_add(size).filter(|&end| end <= 8 * MAX_SIZE)?;
        Some(at)
    }

    /// The boundary the member must start on. A bit-field may start on any bit
    /// unless it asks otherwise; one of width zero starts a new unit.
    fn member_align(&self, member: &Member) -> u64 {
        match member.bits {
            // Neither `packed` nor `#pragma pack` touches the zero-width kind.
            Some(0) => member.type_align.max(member.asked_align.unwrap_or(1)),
            Some(_) => self.clamped(member.asked_align.unwrap_or(1)),
            None if member.packed => self.clamped(member.asked_align.unwrap_or(8)),
            None => self.clamped(member.type_align.max(member.asked_align.unwrap_or(1))),
        }
    }

    /// A record is aligned for its strictest member. Named bit-fields count
    /// with the alignment of their type; on AArch64 unnamed ones do too.
    fn raise_record_align(&mut self, member: &Member, own_align: u64) {
        let Some(bits) = member.bits else {
            self.align = self.align.max(own_align);
            return;
        };
        if !member.named && self.machine != Machine::Aarch64 {
            return;
        }
        let type_align = match self.pack {
            _ if bits == 0 => member.type_align,
            Some(pack) => member.type_align.min(pack),
            None if member.packed => 8,
            None => member.type_align,
        };
        self.align = self.align.max(own_align).max(type_align);
    }

    /// Would a bit-field at `at` touch more units of its type's alignment than
    /// its type consists of? Packed ones may.
    fn would_straddle(&self, member: &Member, at: u64) -> bool {
        let Some(bits) = member.bits else { return false };
        if bits == 0 || member.packed || self.pack.is_some() {
            return false;
        }
        let align = member.type_align;
        (at % align + bits).div_ceil(align) > member.type_size / align
    }

    fn clamped(&self, align: u64) -> u64 {
        self.pack.map_or(align, |pack| align.min(pack))
    }
}

/// Size and alignment of a type made of keywords.
fn builtin_layout(machine: Machine, builtin: BuiltinType) -> RecordLayout {
    use BuiltinType as B;
    let size = match builtin {
        B::Void | B::Bool | B::Char | B::SChar | B::UChar => 1,
        B::Short | B::UShort | B::Float16 => 2,
        B::Int | B::UInt | B::Float | B::Float32 => 4,
        B::Long | B::ULong | B::LongLong | B::ULongLong | B::Double | B::Float64 | B::Float32x => 8,
        B::Int128 | B::UInt128 | B::LongDouble | B::Float128 | B::Float64x => 16,
        // On both machines a record (or an array of one) of pointers and ints.
        B::VaList => {
            let size = if machine == Machine::X86_64 { 24 } else { 32 };
            return RecordLayout { size, align: 8 };
        }
    };
    RecordLayout { size, align: size }
}

#[cfg(test)]
#[path = "layout_tests.rs"]
mod layout_tests;
