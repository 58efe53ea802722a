//! Indices that run out of their type before the threads run out.
//!
//! `for (unsigned i = n; i > 0; i--)`, four iterations per thread: the fifth
//! thread of the last round would start at `3 - 4`, which is a large number
//! and seems to be inside. A sequential loop stops before it gets there; the
//! share of a thread or block has to be computed where there is room.

use hir::{BuiltinType, Program, Type};
use kir::Partition;

/// Could an index value beyond the end wrap around and seem to be inside? An
/// unsigned index that counts down passes zero; one of fewer than 32 bits is
/// soon exhausted by the stride of a grid.
pub fn may_wrap(program: &Program, p: &Partition) -> bool {
    let ty = program.vars[p.index].ty.unqualified();
    let narrow = program.size_of(ty).is_some_and(|size| size < 4);
    narrow || p.step < 0 && is_unsigned(program, ty)
}

/// An integer type without negative numbers.
pub fn is_unsigned(program: &Program, ty: Type) -> bool {
    use BuiltinType as B;
    matches!(program.types.as_builtin(ty), Some(B::UChar | B::UShort | B::UInt | B::ULong | B::ULongLong))
}
