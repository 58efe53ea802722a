//! Which parts of one element two accesses mean.
//!
//! `p[i].x` and `p[i].y` touch the same element of `p` but not the same bytes; `p[i]` touches both. `p[i].v[j]` and `p[i].v[k]`
//! meet where `j` is `k`. Members of unions overlap as far as their bytes do. Bit-fields beside each other share a word that is
//! written as a whole, so for two threads they are one object (C17 3.14).

use affine::LinearExpr;
use hir::{Program, RecordKind, Type};

use crate::parts::Part;
use crate::{Access, Step};

/// What two accesses have in common when the subscripts of their elements agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overlap {
    /// No byte.
    Never,
    /// Some bytes, where the subscripts inside the element agree too ([`subscripts`]).
    Always,
    /// That is not known.
    Perhaps,
}

/// Can the two accesses touch the same bytes?
pub fn overlap(program: &Program, a: &Access, b: &Access) -> Overlap {
    for (at, pair) in a.parts.iter().zip(&b.parts).enumerate() {
        match pair {
            (Part::Member(p), Part::Member(q)) if p.record != q.record => return Overlap::Perhaps,
            (Part::Member(p), Part::Member(q)) if p.field == q.field => {}
            (Part::Member(p), Part::Member(q)) if program.records[p.record].kind == RecordKind::Union => {
                return overlap_in_union(program, (p, &a.parts[at + 1..]), (q, &b.parts[at + 1..]));
            }
            (Part::Member(p), Part::Member(q)) if share_a_word(program, p, q) => return Overlap::Always,
            (Part::Member(_), Part::Member(_)) => return Overlap::Never,
            (Part::Element(Some(x)), Part::Element(Some(y))) => {
                if x.as_constant().zip(y.as_constant()).is_some_and(|(x, y)| x != y) {
                    return Overlap::Never;
                }
            }
            _ => return Overlap::Perhaps,
        }
    }
    Overlap::Always
}

/// The subscripts inside the element that have to agree for the two to meet there.
pub fn subscripts<'a>(
    program: &Program,
    a: &'a Access,
    b: &'a Access,
) -> (Vec<&'a LinearExpr>, Vec<&'a LinearExpr>) {
    let same = |pair: &(&Part, &Part)| match pair {
        (Part::Member(p), Part::Member(q)) => {
            p.record == q.record && p.field == q.field && program.records[p.record].kind != RecordKind::Union
        }
        (Part::Element(x), Part::Element(y)) => x.is_some() && y.is_some(),
        _ => false,
    };
    let common = a.parts.iter().zip(&b.parts).take_while(same);
    common.filter_map(|(x, y)| x.subscript().zip(y.subscript())).unzip()
}

/// Members of a union, each with the steps into it.
fn overlap_in_union(program: &Program, a: (&Step, &[Part]), b: (&Step, &[Part])) -> Overlap {
    let (Some(x), Some(y)) = (bits_of(program, a), bits_of(program, b)) else { return Overlap::Perhaps };
    match (x.first < y.end && y.first < x.end, x.is_exact && y.is_exact) {
        (false, _) => Overlap::Never,
        (true, true) => Overlap::Always,
        (true, false) => Overlap::Perhaps,
    }
}

/// Bits of a union.
struct Bits {
    first: u64,
    end: u64,
    /// All of them are meant, not some.
    is_exact: bool,
}

fn bits_of(program: &Program, (step, parts): (&Step, &[Part])) -> Option<Bits> {
    let (start, mut ty) = field(program, step)?;
    let mut first = start;
    for part in parts {
        match part {
            Part::Member(step) => {
                let (offset, of_field) = field(program, step)?;
                (first, ty) = (first + offset, of_field);
            }
            Part::Element(subscript) => {
                let Some(constant) = subscript.as_ref().and_then(LinearExpr::as_constant) else {
                    return Some(Bits { first, end: first + bits(program, ty)?, is_exact: false });
                };
                ty = program.types.element(ty)?;
                first += u64::try_from(constant).ok()? * bits(program, ty)?;
            }
        }
    }
    Some(Bits { first, end: first + bits(program, ty)?, is_exact: true })
}

/// Where a member is, and its type. That of a bit-field may be wider than it, and then so is what is written with it.
fn field(program: &Program, step: &Step) -> Option<(u64, Type)> {
    let field = program.records[step.record].fields.as_ref()?.get(step.field as usize)?;
    let unit = if field.bits.is_some() { bits(program, field.ty)? } else { 1 };
    Some((field.bit_offset / unit * unit, field.ty))
}

fn bits(program: &Program, ty: Type) -> Option<u64> {
    program.size_of(ty)?.checked_mul(8)
}

/// Are two members bit-fields with nothing but bit-fields between them?
fn share_a_word(program: &Program, p: &Step, q: &Step) -> bool {
    let Some(fields) = &program.records[p.record].fields else { return false };
    let (first, last) = (p.field.min(q.field) as usize, p.field.max(q.field) as usize);
    let between = fields.get(first..=last).unwrap_or_default();
    between.iter().all(|field| field.bits.is_some_and(|bits| bits > 0))
}
