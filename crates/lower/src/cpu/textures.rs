//! Textures as ordinary arrays.
//!
//! A kernel fetches a texture by all its subscripts, `t[y][x]`; here it is a
//! pointer to elements like any other copy, and where its rows have no
//! constant length the subscript is computed: `t[(long)y * width + x]`.

use hir::{Builder, ExprId, VarId};
use kir::{DeviceArray, DeviceDim, Extent, Kernel, MemorySpace, ParamValue};

/// The element of a device array at these host subscripts.
pub(super) fn element(
    b: &mut Builder<'_>,
    array: &DeviceArray,
    pointer: VarId,
    subscripts: &[ExprId],
) -> ExprId {
    let memory = DeviceArray { space: MemorySpace::Global, ..array.clone() };
    memory.element(b, pointer, subscripts, &mut |_, size| size)
}

/// A fetch by subscripts that count from the texture's first element; `None`
/// if the variable is no texture, or its subscripts can stay.
pub(super) fn fetch(
    b: &mut Builder<'_>,
    kernel: &Kernel,
    arrays: &hir::Arena<DeviceArray>,
    texture: VarId,
    subscripts: &[ExprId],
) -> Option<ExprId> {
    let param = kernel.params.iter().find(|param| param.var == texture)?;
    let ParamValue::Array { array, .. } = param.value else { return None };
    let array = &arrays[array];
    let is_fetch = array.is_texture() && subscripts.len() > 1 && subscripts.len() == array.dims.len();
    if !is_fetch || array.constant_inner_extents().is_some() {
        return None;
    }
    let from_zero = |dim: &DeviceDim| DeviceDim { lo: Extent::Constant(0), ..*dim };
    let counted = DeviceArray { dims: array.dims.iter().map(from_zero).collect(), ..array.clone() };
    Some(element(b, &counted, texture, subscripts))
}
