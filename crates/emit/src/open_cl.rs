//! The words of OpenCL C 1.2.
//!
//! ```text
//! __shared__ float tile[16];     __local float tile[16];
//! __syncthreads();               barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
//! threadIdx.x                    (uint)get_local_id(0)
//! long long                      long
//! ```
//! `get_local_id` is a `size_t`, which is wider than CUDA's `unsigned int`: the conversion keeps
//! computations with it what they are. That a pointer leads to `__global` memory is a qualifier of
//! its target, which [`lower`](../lower) has put there.

use hir::{Axis, BuiltinType, CudaSpecs, GridQuery, Program, Qualifiers, TypedefId};
use source::Sources;

/// All threads of the block have come here, and see what the others have written.
pub(crate) const BARRIER: &str = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);";

/// The address spaces, as qualifiers of what a pointer leads to.
pub(crate) const SPACES: [(Qualifiers, &str); 3] =
    [(Qualifiers::GLOBAL, "__global"), (Qualifiers::LOCAL, "__local"), (Qualifiers::CONSTANT, "__constant")];

/// What CUDA says about a function or a variable.
pub(crate) fn specifiers(specs: CudaSpecs) -> Vec<String> {
    let words = [
        (CudaSpecs::GLOBAL, "__kernel"),
        (CudaSpecs::SHARED, "__local"),
        (CudaSpecs::CONSTANT, "__constant"),
    ];
    words.iter().filter(|(spec, _)| specs.has(*spec)).map(|(_, word)| (*word).to_owned()).collect()
}

/// A work item's place: `threadIdx.x` and its like.
pub(crate) fn work_item(query: GridQuery, axis: Axis) -> String {
    let function = match query {
        GridQuery::ThreadIndex => "get_local_id",
        GridQuery::BlockIndex => "get_group_id",
        GridQuery::BlockSize => "get_local_size",
        GridQuery::GridSize => "get_num_groups",
    };
    let dimension = match axis {
        Axis::X => 0,
        Axis::Y => 1,
        Axis::Z => 2,
    };
    format!("(uint){function}({dimension})")
}

/// The same numbers as on a host whose `long` has 64 bits.
pub fn builtin(builtin: BuiltinType) -> &'static str {
    use BuiltinType as B;
    match builtin {
        B::Bool => "bool",
        B::SChar => "char",
        B::UChar => "uchar",
        B::UShort => "ushort",
        B::UInt => "uint",
        B::Long | B::LongLong => "long",
        B::ULong | B::ULongLong => "ulong",
        _ => builtin.text(),
    }
}

/// Does the language have this typedef already: of the same name, and the same type? The lowering's own are its words.
pub fn has_typedef(program: &Program, sources: &Sources, id: TypedefId) -> bool {
    let typedef = &program.typedefs[id];
    let name = sources.text(typedef.name);
    let has_type = |wanted: &[BuiltinType]| {
        program.types.as_builtin(typedef.ty).is_some_and(|builtin| wanted.contains(&builtin))
    };
    use BuiltinType as B;
    match &*name {
        "uchar" => has_type(&[B::UChar]),
        "ushort" => has_type(&[B::UShort]),
        "uint" => has_type(&[B::UInt]),
        "ulong" | "size_t" | "uintptr_t" => has_type(&[B::ULong, B::ULongLong]),
        "ptrdiff_t" | "intptr_t" => has_type(&[B::Long, B::LongLong]),
        "half" | "image2d_t" => !crate::reserved::is_of_program(sources, typedef.span),
        _ => false,
    }
}
