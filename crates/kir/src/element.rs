//! The way from host subscripts to an element of a device copy.
//!
//! A whole copy has the host's layout: `A[i][j]` stays `A[i][j]`. A copy of a
//! section is compact: `A[2:9][0:63]` makes it `A[i - 2][j]`. Where all inner
//! extents are constants the kernel's parameter is a pointer to rows,
//! `float (*A)[64]`, and keeps its subscripts; otherwise, and where the host has
//! a flat pointer already, it is a flat pointer and the subscript is computed,
//! `A[(i - lo) * m + j]`.

use hir::{Builder, ExprId, Program, Type, TypeKind, VarId};

use crate::extent::Extent;
use crate::program::{DeviceArray, MemorySpace};

impl DeviceArray {
    /// The type of the kernel's pointer to the copy. `writable` as the kernel
    /// uses it.
    pub fn pointer_type(&self, b: &mut Builder<'_>, writable: bool) -> Type {
        let element = if writable { self.element } else { self.element.qualified(hir::Qualifiers::CONST) };
        let mut pointee = element;
        if let Some(inner) = self.constant_inner_extents() {
            for extent in inner.iter().rev() {
                pointee = b.program.types.array_of(pointee, *extent);
            }
        }
        b.program.types.intern(TypeKind::Pointer(pointee))
    }

    /// Is it read through a texture?
    pub fn is_texture(&self) -> bool {
        matches!(self.space, MemorySpace::Texture { .. })
    }

    /// The extents of all dimensions but the outermost, if the pointer's type
    /// tells them: they are constants, and the host's subscripts are not linear.
    pub fn constant_inner_extents(&self) -> Option<Vec<u64>> {
        if self.is_flat {
            return None;
        }
        self.dims.iter().skip(1).map(|d| d.extent.constant().and_then(|c| u64::try_from(c).ok())).collect()
    }

    /// The element at these host subscripts, through the kernel's pointer.
    /// `local` turns a host size into the kernel's expression for it.
    pub fn element(
        &self,
        b: &mut Builder<'_>,
        pointer: VarId,
        subscripts: &[ExprId],
        local: &mut dyn FnMut(&mut Builder<'_>, Extent) -> Extent,
    ) -> ExprId {
        let base = b.var(pointer);
        if self.dims.is_empty() {
            return b.expr(hir::ExprKind::Deref(base), self.element);
        }
        let mut rebased = Vec::new();
        for (dim, &subscript) in self.dims.iter().zip(subscripts) {
            let lo = local(b, dim.lo).expr(b);
            rebased.push(b.sub(subscript, lo));
        }
        // A texture is fetched by all its subscripts, whatever they are.
        if self.constant_inner_extents().is_some() || self.is_texture() {
            return b.index(base, &rebased);
        }
        // In 64 bits: the user's own subscripts never multiplied sizes, so they
        // cannot have overflowed where this product could.
        let mut offset = b.int(0);
        for (dim, index) in self.dims.iter().zip(rebased) {
            let index = if b.constant(offset) == Some(0) { b.cast(index, Type::LONG) } else { index };
            let extent = local(b, dim.extent).expr(b);
            let scaled = b.mul(offset, extent);
            offset = b.add(scaled, index);
        }
        b.index(base, &[offset])
    }
}

/// The alignment with which the fields of a struct, or neighbours of less than a word, are
/// read together: a vector of 8 or 16 bytes instead of each on its own. `row`: so many
/// elements follow each other.
///
/// Structs of another size share a vector with their neighbours, in loops that are unrolled.
pub fn vector_alignment(program: &Program, element: Type, row: u64) -> Option<u64> {
    let size = program.size_of(element)?;
    let is_record = matches!(program.types.stripped(element), TypeKind::Record(_));
    let unit = match is_record {
        true if size.is_multiple_of(8) => size,
        true if size.is_multiple_of(4) => size.checked_mul(row)?,
        false if size < 4 => size.checked_mul(row)?,
        _ => return None,
    };
    [16, 8].into_iter().find(|align| unit.is_multiple_of(*align))
}
