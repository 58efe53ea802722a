//! CUDA's vectors of one and of three numbers, which OpenCL C has not, or in another size.
//!
//! ```text
//! float3 p = make_float3(x, y, z);      packed_float3 p = make_packed_float3(x, y, z);
//! ```
//! `float3` has 12 bytes in CUDA and 16 in OpenCL C. There it is a struct under another name.

use hir::{Builder, Program, RecordId, TypeKind, TypedefId};
use source::Sources;

/// Is a vector of CUDA none in OpenCL C?
pub(super) fn is_packed(name: &str) -> bool {
    name.strip_suffix(['1', '3']).is_some_and(|number| hir::CUDA_VECTORS.contains(&number))
}

/// The function that makes one.
pub(super) fn maker(name: &str) -> String {
    format!("make_packed_{name}")
}

/// Gives CUDA's own types of this kind other names.
pub(super) fn rename(b: &mut Builder<'_>) {
    for (typedef, record) in vectors(b.program, b.sources, is_packed) {
        let name = b.sources.text(b.program.typedefs[typedef].name).into_owned();
        let name = b.symbol(&format!("packed_{name}"));
        b.program.typedefs[typedef].name = name;
        b.program.records[record].tag = Some(name);
    }
}

/// Those that have their new names, and those names.
pub fn renamed(program: &Program, sources: &Sources) -> Vec<(String, RecordId)> {
    let is_renamed = |name: &str| name.strip_prefix("packed_").is_some_and(is_packed);
    let found = vectors(program, sources, is_renamed).into_iter();
    found
        .map(|(typedef, record)| (sources.text(program.typedefs[typedef].name).into_owned(), record))
        .collect()
}

/// The structs of CUDA itself with such a name.
fn vectors(
    program: &Program,
    sources: &Sources,
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<(TypedefId, RecordId)> {
    let found = program.typedefs.iter().filter_map(|(id, typedef)| {
        let TypeKind::Record(record) = *program.types.kind(typedef.ty) else { return None };
        is_wanted(&sources.text(typedef.name)).then_some((id, record))
    });
    found.collect()
}
