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

use hir::{Axis, BuiltinType, CudaSpecs, GridQuery, Qualifiers};

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

/// Is the word one of the language's own, so that nothing of the user's can be called that?
pub fn is_keyword(name: &str) -> bool {
    const WORDS: [&str; 26] = [
        "global",
        "local",
        "constant",
        "private",
        "kernel",
        "generic",
        "pipe",
        "read_only",
        "write_only",
        "read_write",
        "bool",
        "true",
        "false",
        "half",
        "quad",
        "uchar",
        "ushort",
        "uint",
        "ulong",
        "event_t",
        "sampler_t",
        "vec_step",
        "as_type",
        "complex",
        "imaginary",
        "uniform",
    ];
    WORDS.contains(&name) || is_vector_type(name)
}

/// `float4`, `image2d_t`
fn is_vector_type(name: &str) -> bool {
    let lane = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let lanes = &name[lane.len()..];
    let is_lane = matches!(
        lane,
        "char"
            | "uchar"
            | "short"
            | "ushort"
            | "int"
            | "uint"
            | "long"
            | "ulong"
            | "float"
            | "double"
            | "half"
    );
    is_lane && matches!(lanes, "2" | "3" | "4" | "8" | "16")
        || name.starts_with("image") && name.ends_with("_t")
}

/// Typedefs of the user's headers, and of the lowering, that the language has already.
pub fn has_typedef(name: &str) -> bool {
    matches!(
        name,
        "size_t"
            | "ptrdiff_t"
            | "intptr_t"
            | "uintptr_t"
            | "uchar"
            | "ushort"
            | "uint"
            | "ulong"
            | "half"
            | "image2d_t"
    )
}
