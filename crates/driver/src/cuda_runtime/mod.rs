//! CUDA's runtime for programs without a GPU, in C.
//!
//! `runtime.c` is the API the program calls, on top of a device of ten
//! functions; `streams.c` prints what C++ sends to `std::cout`. One device is a
//! simulator in another process (`remote.c`), one is this processor (`here.c`,
//! and `threads.c` where threads wait for each other). `words.h` and `textures.h`
//! have what kernels call, and functions for both sides.

use translate::cuda_host::Device;
use translate::port::back::{self, Reader};

/// What the translated program includes.
pub const HEADER: &str = "cuda_runtime.h";

/// Files to write beside the translated program: name and text. Those that end
/// in `.c` are compiled with it.
pub fn files(device: Device) -> Vec<(&'static str, String)> {
    let place = if device == Device::Elsewhere { "#define WARPLOOM_ELSEWHERE\n" } else { "" };
    let mut header = format!(
        "#ifndef WARPLOOM_CUDA_RUNTIME_H\n#define WARPLOOM_CUDA_RUNTIME_H\n{MAX_ALIGN}{place}{}\n{}\n",
        resolve::runtime_header(),
        include_str!("runtime.h")
    );
    let mut files = vec![
        ("runtime.c", include_str!("runtime.c").to_owned()),
        ("textures.c", include_str!("textures.c").to_owned()),
        ("streams.c", include_str!("streams.c").to_owned()),
        ("threads.h", include_str!("threads.h").to_owned()),
        ("words.h", include_str!("words.h").to_owned()),
        ("numbers.h", include_str!("numbers.h").to_owned()),
        ("textures.h", include_str!("textures.h").to_owned()),
    ];
    match device {
        Device::Elsewhere => files.push(("remote.c", include_str!("remote.c").to_owned())),
        Device::Here => {
            files.push(("here.c", include_str!("here.c").to_owned()));
            files.push(("threads.c", include_str!("threads.c").to_owned()));
        }
    }
    header.push_str("#include \"words.h\"\n#endif\n");
    files.push((HEADER, header));
    files
}

/// A program that includes `stddef.h` brings its type of the largest alignment, which has no tag and
/// so can be declared once only: the runtime does without.
const MAX_ALIGN: &str = "#define _GCC_MAX_ALIGN_T\n#define __CLANG_MAX_ALIGN_T_DEFINED\n";

/// The same for a program that the machine's C++ compiler compiles: the header is
/// C++ for its files, and C for the runtime's own.
pub fn files_for_cpp(device: Device) -> Vec<(&'static str, String)> {
    let mut files = files(device);
    if let Some((_, header)) = files.iter_mut().find(|(name, _)| *name == HEADER) {
        let place = if device == Device::Elsewhere { "#define WARPLOOM_ELSEWHERE\n" } else { "" };
        let in_cpp = format!(
            "#pragma once\n{place}{}\n{}\n#include \"threads.h\"\n#include \"textures.h\"\n#include \"numbers.h\"\n\
             #include \"warploom/device.h\"\n#include \"warploom/simd.h\"\n#include \"warploom/textures.h\"\n\
             #include \"warploom/launch.h\"\n#include \"warploom/runtime.h\"\n",
            include_str!("cpp/begin.h"),
            resolve::runtime_header_cpp(include_str!("runtime.h")),
        );
        *header = format!("#ifdef __cplusplus\n{in_cpp}#else\n{header}#endif\n");
    }
    files.push(("grid.c", include_str!("grid.c").to_owned()));
    files.extend(back::headers(Reader::Cpp).iter().map(|(name, text)| (*name, text.clone())));
    match device {
        Device::Here => files.extend(CPP.iter().map(|&(name, text)| (name, text.to_owned()))),
        Device::Elsewhere => {
            // What functions of the device call is there, though nobody calls them here.
            files.push(("threads.c", include_str!("threads.c").to_owned()));
            let is_here = |text: &str| [THRUST, CUBLAS, CUBLAS_LT, CUSOLVER, CUSPARSE, CUFFT].contains(&text);
            let text = |text: &str| if is_here(text) { NOT_ELSEWHERE } else { text }.to_owned();
            files.extend(CPP.iter().map(|&(name, found)| (name, text(found))));
        }
    }
    files
}

/// A header of `cuda::std` is that of `std`, whose names it has under another one.
macro_rules! of_standard_library {
    ($name:literal) => {
        (
            concat!("cuda/std/", $name),
            concat!("#include <", $name, ">\nnamespace cuda { namespace std { using namespace ::std; } }\n"),
        )
    };
}

/// CUDA's functions for kernels, some of them macros.
pub(crate) const DEVICE_FUNCTIONS: &str = include_str!("cpp/device.h");

/// What a program in C++ may include.
const CPP: &[(&str, &str)] = &[
    ("warploom/device.h", DEVICE_FUNCTIONS),
    ("warploom/library.h", resolve::CUDA_LIBRARY),
    ("warploom/simd.h", include_str!("cpp/simd.h")),
    ("warploom/textures.h", include_str!("cpp/textures.h")),
    ("warploom/graphs.h", include_str!("cpp/graphs.h")),
    ("warploom/launch.h", include_str!("cpp/launch.h")),
    ("warploom/runtime.h", include_str!("cpp/runtime.h")),
    ("warploom/half.h", include_str!("cpp/half.h")),
    ("warploom/cub.h", include_str!("cpp/cub.h")),
    ("cuComplex.h", include_str!("cpp/complex.h")),
    ("warploom/values.h", include_str!("cpp/values.h")),
    ("warploom/cusparse.h", include_str!("cpp/cusparse.h")),
    ("warploom/cublas.h", include_str!("cpp/cublas.h")),
    ("warploom/cublasLt.h", include_str!("cpp/cublasLt.h")),
    ("warploom/cusolver.h", include_str!("cpp/cusolver.h")),
    ("warploom/cufft.h", include_str!("cpp/cufft.h")),
    ("cufft.h", CUFFT),
    // What several GPUs and callbacks need is not there, and programs include what they do not call.
    ("cufftXt.h", CUFFT),
    ("cublas_v2.h", CUBLAS),
    ("cublas_api.h", CUBLAS),
    ("cublasLt.h", CUBLAS_LT),
    ("cusolverDn.h", CUSOLVER),
    ("cusolver_common.h", CUSOLVER),
    ("cusparse.h", CUSPARSE),
    ("cusparse_v2.h", CUSPARSE),
    ("cuda_fp8.h", include_str!("cpp/fp8.h")),
    ("mma.h", include_str!("cpp/mma.h")),
    ("cuda_gl_interop.h", include_str!("cpp/gl_interop.h")),
    ("warploom/cuda_sync.h", include_str!("cpp/cuda_sync.h")),
    ("cuda/atomic", CUDA_SYNC),
    ("cuda/barrier", CUDA_SYNC),
    ("cuda/pipeline", CUDA_SYNC),
    ("cuda/std/atomic", CUDA_SYNC),
    of_standard_library!("array"),
    of_standard_library!("cmath"),
    of_standard_library!("cstddef"),
    of_standard_library!("cstdint"),
    of_standard_library!("functional"),
    of_standard_library!("limits"),
    of_standard_library!("tuple"),
    of_standard_library!("type_traits"),
    of_standard_library!("utility"),
    ("cooperative_groups.h", include_str!("cpp/cooperative_groups.h")),
    ("cooperative_groups/reduce.h", "#include \"cooperative_groups.h\"\n"),
    ("cooperative_groups/scan.h", "#include \"cooperative_groups.h\"\n"),
    ("cooperative_groups/memcpy_async.h", "#include \"cooperative_groups.h\"\n"),
    ("curand.h", include_str!("cpp/curand.h")),
    ("curand_kernel.h", include_str!("cpp/curand_kernel.h")),
    ("nvtx3/nvToolsExt.h", include_str!("cpp/nvtx.h")),
    ("nvToolsExt.h", include_str!("cpp/nvtx.h")),
    ("cuda_fp16.h", HALF),
    ("cuda_bf16.h", HALF),
    ("cub/cub.cuh", CUB),
    ("cub/block/block_load.cuh", CUB),
    ("cub/block/block_reduce.cuh", CUB),
    ("cub/block/block_scan.cuh", CUB),
    ("cub/block/block_store.cuh", CUB),
    ("cub/device/device_reduce.cuh", CUB),
    ("cub/device/device_scan.cuh", CUB),
    ("cub/device/device_select.cuh", CUB),
    ("cub/warp/warp_reduce.cuh", CUB),
    ("cub/block/block_adjacent_difference.cuh", CUB),
    ("cub/block/block_exchange.cuh", CUB),
    ("cub/block/block_radix_sort.cuh", CUB),
    ("cub/device/device_histogram.cuh", CUB),
    ("cub/device/device_radix_sort.cuh", CUB),
    ("cub/device/device_run_length_encode.cuh", CUB),
    ("cub/device/device_segmented_reduce.cuh", CUB),
    ("cub/iterator/counting_input_iterator.cuh", CUB),
    ("cub/iterator/transform_input_iterator.cuh", CUB),
    ("cub/thread/thread_operators.cuh", CUB),
    ("cub/util_allocator.cuh", CUB),
    ("cub/util_debug.cuh", CUB),
    ("cub/util_device.cuh", CUB),
    ("cub/util_macro.cuh", CUB),
    ("cub/util_ptx.cuh", CUB),
    ("cub/util_type.cuh", CUB),
    ("cub/warp/warp_exchange.cuh", CUB),
    ("cub/warp/warp_scan.cuh", CUB),
    ("warploom/thrust.h", include_str!("cpp/thrust.h")),
    ("warploom/thrust_more.h", include_str!("cpp/thrust_more.h")),
    ("thrust/copy.h", THRUST),
    ("thrust/count.h", THRUST),
    ("thrust/device_free.h", THRUST),
    ("thrust/device_malloc.h", THRUST),
    ("thrust/device_ptr.h", THRUST),
    ("thrust/device_vector.h", THRUST),
    ("thrust/equal.h", THRUST),
    ("thrust/execution_policy.h", THRUST),
    ("thrust/extrema.h", THRUST),
    ("thrust/fill.h", THRUST),
    ("thrust/find.h", THRUST),
    ("thrust/for_each.h", THRUST),
    ("thrust/functional.h", THRUST),
    ("thrust/host_vector.h", THRUST),
    ("thrust/inner_product.h", THRUST),
    ("thrust/iterator/counting_iterator.h", THRUST),
    ("thrust/reduce.h", THRUST),
    ("thrust/remove.h", THRUST),
    ("thrust/scan.h", THRUST),
    ("thrust/sequence.h", THRUST),
    ("thrust/sort.h", THRUST),
    ("thrust/transform.h", THRUST),
    ("thrust/transform_reduce.h", THRUST),
    ("thrust/reverse.h", THRUST),
    ("thrust/tuple.h", THRUST),
    ("thrust/unique.h", THRUST),
    ("thrust/version.h", THRUST),
    ("thrust/adjacent_difference.h", THRUST),
    ("thrust/advance.h", THRUST),
    ("thrust/binary_search.h", THRUST),
    ("thrust/complex.h", THRUST),
    ("thrust/device_new.h", THRUST),
    ("thrust/device_delete.h", THRUST),
    ("thrust/distance.h", THRUST),
    ("thrust/gather.h", THRUST),
    ("thrust/generate.h", THRUST),
    ("thrust/iterator/constant_iterator.h", THRUST),
    ("thrust/iterator/discard_iterator.h", THRUST),
    ("thrust/iterator/iterator_traits.h", THRUST),
    ("thrust/iterator/permutation_iterator.h", THRUST),
    ("thrust/iterator/transform_iterator.h", THRUST),
    ("thrust/iterator/zip_iterator.h", THRUST),
    ("thrust/logical.h", THRUST),
    ("thrust/memory.h", THRUST),
    ("thrust/merge.h", THRUST),
    ("thrust/partition.h", THRUST),
    ("thrust/pair.h", THRUST),
    ("thrust/random.h", THRUST),
    ("thrust/replace.h", THRUST),
    ("thrust/scatter.h", THRUST),
    ("thrust/set_operations.h", THRUST),
    ("thrust/shuffle.h", THRUST),
    ("thrust/swap.h", THRUST),
    ("thrust/system_error.h", THRUST),
    ("thrust/tabulate.h", THRUST),
    ("thrust/transform_scan.h", THRUST),
    ("thrust/uninitialized_fill.h", THRUST),
    ("thrust/detail/type_traits.h", THRUST),
    ("thrust/random/linear_congruential_engine.h", THRUST),
    ("thrust/random/uniform_real_distribution.h", THRUST),
    ("thrust/random/uniform_int_distribution.h", THRUST),
    ("thrust/system/cuda/execution_policy.h", THRUST),
    ("thrust/system/cuda/vector.h", THRUST),
    ("thrust/system/system_error.h", THRUST),
    ("thrust/zip_function.h", THRUST),
    ("cuda.h", ONLY_RUNTIME),
    ("channel_descriptor.h", ONLY_RUNTIME),
    ("builtin_types.h", ONLY_RUNTIME),
    ("crt/device_functions.h", ONLY_RUNTIME),
    ("crt/math_functions.h", ONLY_RUNTIME),
    ("device_types.h", ONLY_RUNTIME),
    ("host_defines.h", ONLY_RUNTIME),
    ("library_types.h", include_str!("cpp/library_types.h")),
    ("sm_30_intrinsics.h", ONLY_RUNTIME),
    ("surface_types.h", ONLY_RUNTIME),
    ("texture_types.h", ONLY_RUNTIME),
    ("cuda_runtime_api.h", ONLY_RUNTIME),
    ("cuda_device_runtime_api.h", ONLY_RUNTIME),
    ("cuda_pipeline.h", ONLY_RUNTIME),
    ("cuda_profiler_api.h", ONLY_RUNTIME),
    ("device_launch_parameters.h", ONLY_RUNTIME),
    ("device_functions.h", ONLY_RUNTIME),
    ("device_atomic_functions.h", ONLY_RUNTIME),
    ("driver_types.h", ONLY_RUNTIME),
    ("math_functions.h", ONLY_RUNTIME),
    ("sm_20_atomic_functions.h", ONLY_RUNTIME),
    ("sm_60_atomic_functions.h", ONLY_RUNTIME),
    ("vector_functions.h", ONLY_RUNTIME),
    ("vector_types.h", ONLY_RUNTIME),
    ("math_constants.h", include_str!("../../headers/cuda/math_constants.h")),
];

const HALF: &str = "#include \"warploom/half.h\"\n";
const CUB: &str = "#include \"warploom/cub.h\"\n";
const THRUST: &str = "#include \"warploom/thrust.h\"\n";
const CUDA_SYNC: &str = "#include \"warploom/cuda_sync.h\"\n";
const CUBLAS: &str = "#include \"warploom/cublas.h\"\n";
const CUBLAS_LT: &str = "#include \"warploom/cublasLt.h\"\n";
const CUSOLVER: &str = "#include \"warploom/cusolver.h\"\n";
const CUSPARSE: &str = "#include \"warploom/cusparse.h\"\n";
const CUFFT: &str = "#include \"warploom/cufft.h\"\n";
/// Their algorithms run where the arrays are, on the host.
const NOT_ELSEWHERE: &str =
    "#error algorithms on whole arrays are not there for the simulator; run the program with --target cpu\n";
const ONLY_RUNTIME: &str = "#include \"cuda_runtime.h\"\n";
