//! The languages of device code, and in what they differ.
//!
//! CUDA's words are those of this crate. HIP has the same ones, but warps of another size on some
//! devices and no masks for shuffles; OpenCL C has other words and fewer of them:
//!
//! ```text
//!                      CUDA               HIP                OpenCL C
//! the block's sum      shuffles in warps  a tree in shared memory, whatever a warp is
//! atomicAdd(&n, 1)     atomicAdd          atomicAdd          atomic_add
//! a section ahead      cp.async           the thread copies  the thread copies
//! ```
//! What a lowering may use it asks here, so that no other file compares languages.

use hir::{BuiltinType, Qualifiers, ReductionOp};

/// A language that kernels are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// CUDA C++.
    Cuda,
    /// HIP C++, for AMD's GPUs.
    Hip,
    /// OpenCL C 1.2.
    OpenCl,
}

impl Language {
    /// Do warps have 32 threads that can exchange values by a mask? Elsewhere a warp may have
    /// 64, and what a kernel assumes of it would be wrong there.
    pub fn has_shuffles(self) -> bool {
        self == Language::Cuda
    }

    /// May several functions have one name, and templates types for parameters?
    pub(crate) fn is_cpp(self) -> bool {
        self != Language::OpenCl
    }

    /// Is memory moved by what looks at bytes: functions that copy some, pointers of another type?
    /// Where not, elements are assigned.
    pub(crate) fn moves_bytes(self) -> bool {
        self != Language::OpenCl
    }

    /// Can several numbers of a type be loaded at once?
    pub(crate) fn has_vectors_of(self, element: BuiltinType) -> bool {
        self.moves_bytes() || self.vector_words(element, 2).is_some()
    }

    /// What loads a vector of so many numbers, and what puts them into an array, where copies of bytes do not.
    pub(crate) fn vector_words(self, element: BuiltinType, lanes: i64) -> Option<(String, String)> {
        use BuiltinType as B;
        let name = match element {
            B::Char | B::SChar => "char",
            B::UChar => "uchar",
            B::Short => "short",
            B::UShort => "ushort",
            B::Int => "int",
            B::UInt => "uint",
            B::Long | B::LongLong => "long",
            B::ULong | B::ULongLong => "ulong",
            B::Float => "float",
            B::Double => "double",
            _ => return None,
        };
        (!self.moves_bytes()).then(|| (format!("hicuda_vector_{name}{lanes}"), format!("vstore{lanes}")))
    }

    /// Is there memory for constants that programs fill when they run, read as fast as a register?
    pub(crate) fn has_constant_memory(self) -> bool {
        self != Language::OpenCl
    }

    /// Are there functions that count bits, called as CUDA calls them?
    pub(crate) fn has_bit_functions(self) -> bool {
        self != Language::OpenCl
    }

    /// The barrier that also says whether any thread has a flag.
    pub(crate) fn barrier_with_flag(self) -> Option<&'static str> {
        (self != Language::OpenCl).then_some("__syncthreads_or")
    }

    /// What was written to device memory before is seen there before what comes after.
    pub(crate) fn fence(self) -> &'static str {
        match self {
            Language::Cuda | Language::Hip => "__threadfence",
            Language::OpenCl => "mem_fence",
        }
    }

    /// Swaps a word if it is what was expected.
    pub(crate) fn compare_and_swap(self, word: BuiltinType) -> &'static str {
        match (self, word) {
            (Language::OpenCl, BuiltinType::ULongLong) => "atom_cmpxchg",
            (Language::OpenCl, _) => "atomic_cmpxchg",
            _ => "atomicCAS",
        }
    }

    /// How results of blocks are held that another block reads in the same launch. OpenCL 1.2
    /// promises order between work groups to nobody: accesses are volatile, and the counter of
    /// blocks that are done is changed by an atomic operation.
    pub(crate) fn of_other_blocks(self) -> Qualifiers {
        if self == Language::OpenCl { Qualifiers::VOLATILE } else { Qualifiers::NONE }
    }

    /// Can 16 bits be compared and swapped?
    pub(crate) fn swaps_halves(self) -> bool {
        self == Language::Cuda
    }

    /// Stores a word, and says what was there.
    pub(crate) fn exchange(self) -> &'static str {
        if self == Language::OpenCl { "atomic_xchg" } else { "atomicExch" }
    }

    /// The type of a texture; of two dimensions, where [`Language::fetches_by_index`] says so.
    pub(crate) fn texture_object(self) -> &'static str {
        match self {
            Language::Cuda => "cudaTextureObject_t",
            Language::Hip => "hipTextureObject_t",
            Language::OpenCl => "image2d_t",
        }
    }

    /// Are there textures of one dimension? Else they are memory like any other.
    pub fn fetches_by_index(self) -> bool {
        self != Language::OpenCl
    }

    /// Does a texture know how it is read? Else the kernel says it, by the function that it calls.
    pub fn textures_have_samplers(self) -> bool {
        self != Language::OpenCl
    }

    /// Of fast functions, the name that the language has for CUDA's.
    pub(crate) fn fast_function(self, name: &'static str) -> &'static str {
        if self != Language::OpenCl {
            return name;
        }
        match name {
            "__expf" => "native_exp",
            "__exp10f" => "native_exp10",
            "__logf" => "native_log",
            "__log2f" => "native_log2",
            "__log10f" => "native_log10",
            "__sinf" => "native_sin",
            "__cosf" => "native_cos",
            "__tanf" => "native_tan",
            "__powf" => "native_powr",
            "__fdividef" => "native_divide",
            "rsqrtf" => "rsqrt",
            other => other,
        }
    }

    /// The device's own function for an atomic update of a type, and the type it wants if that
    /// is another one of the same size.
    pub(crate) fn atomic(
        self,
        ty: Option<BuiltinType>,
        op: ReductionOp,
    ) -> Option<(&'static str, Option<BuiltinType>)> {
        use BuiltinType as B;
        if self == Language::OpenCl {
            return atomic_of_open_cl(ty?, op).map(|function| (function, None));
        }
        let function = match op {
            ReductionOp::Add => "atomicAdd",
            ReductionOp::Min => "atomicMin",
            ReductionOp::Max => "atomicMax",
            ReductionOp::BitAnd => "atomicAnd",
            ReductionOp::BitOr => "atomicOr",
            ReductionOp::BitXor => "atomicXor",
            ReductionOp::Mul | ReductionOp::And | ReductionOp::Or => return None,
        };
        let is_extreme = matches!(op, ReductionOp::Min | ReductionOp::Max);
        let word = match ty? {
            B::Int | B::UInt | B::ULongLong => None,
            B::ULong => Some(B::ULongLong),
            // HIP compares wide numbers without a sign only.
            B::LongLong | B::Long if is_extreme && self == Language::Hip => return None,
            B::LongLong if is_extreme => None,
            B::Long if is_extreme => Some(B::LongLong),
            B::Long | B::LongLong => Some(B::ULongLong),
            B::Float | B::Double if op == ReductionOp::Add => None,
            _ => return None,
        };
        Some((function, word))
    }
}

/// Words of 32 bits have all operations, wider ones the sum; others compare and swap.
fn atomic_of_open_cl(ty: BuiltinType, op: ReductionOp) -> Option<&'static str> {
    use BuiltinType as B;
    let is_word = matches!(ty, B::Int | B::UInt);
    let is_wide = matches!(ty, B::Long | B::ULong | B::LongLong | B::ULongLong);
    match op {
        ReductionOp::Add if is_wide => Some("atom_add"),
        ReductionOp::Add if is_word => Some("atomic_add"),
        ReductionOp::Min if is_word => Some("atomic_min"),
        ReductionOp::Max if is_word => Some("atomic_max"),
        ReductionOp::BitAnd if is_word => Some("atomic_and"),
        ReductionOp::BitOr if is_word => Some("atomic_or"),
        ReductionOp::BitXor if is_word => Some("atomic_xor"),
        _ => None,
    }
}
