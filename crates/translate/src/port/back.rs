//! The way back: HIP's words in CUDA's, as a header.
//!
//! ```c
//! #include <hip/hip_runtime.h>      // ours: #define hipMalloc cudaMalloc …
//! hipMalloc((void **)&d, bytes);
//! ```
//! HIP's own header for NVIDIA's devices does the same. So what reads and runs CUDA reads and runs
//! HIP, on machines without either.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::names::in_both;

/// HIP's headers, each with the one of CUDA's that it stands for.
const HEADERS: &[(&str, &str)] = &[
    ("hip/hip_runtime.h", "cuda_runtime.h"),
    ("hip/hip_runtime_api.h", "cuda_runtime.h"),
    ("hip/hip_vector_types.h", "cuda_runtime.h"),
    ("hip/hip_fp16.h", "cuda_fp16.h"),
    ("hip/hip_bf16.h", "cuda_bf16.h"),
    ("hip/hip_complex.h", "cuComplex.h"),
    ("hip/hip_cooperative_groups.h", "cooperative_groups.h"),
    ("hipblas/hipblas.h", "cublas_v2.h"),
    ("hipcub/hipcub.hpp", CUB),
    ("hipcub/block/block_load.hpp", CUB),
    ("hipcub/block/block_reduce.hpp", CUB),
    ("hipcub/block/block_scan.hpp", CUB),
    ("hipcub/block/block_store.hpp", CUB),
    ("hipcub/device/device_reduce.hpp", CUB),
    ("hipcub/device/device_scan.hpp", CUB),
    ("hipcub/util_type.hpp", CUB),
    ("hiprand/hiprand_kernel.h", "curand_kernel.h"),
];

const CUB: &str = "cub/cub.cuh";

/// What HIP has beside the words that only begin otherwise. Its votes and shuffles are among the
/// lanes that get there, in warps of any size.
const OWN_WORDS: &str = "\
#define HIP_SYMBOL(name) name
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#undef hipHostMalloc
#define hipHostMalloc cudaMallocHost
#define __shfl(...) __shfl_sync(__activemask(), __VA_ARGS__)
#define __shfl_up(...) __shfl_up_sync(__activemask(), __VA_ARGS__)
#define __shfl_down(...) __shfl_down_sync(__activemask(), __VA_ARGS__)
#define __shfl_xor(...) __shfl_xor_sync(__activemask(), __VA_ARGS__)
#define __ballot(vote) ((unsigned long long)__ballot_sync(__activemask(), vote))
#define __any(vote) __any_sync(__activemask(), vote)
#define __all(vote) __all_sync(__activemask(), vote)
#define __lane_id() ((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % warpSize)
#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z
";

/// Who reads a header.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// This compiler, which knows launches.
    Ours,
    /// The machine's C++ compiler, for which a launch is a call.
    Cpp,
}

/// The header with all words, which each of HIP's includes.
const WORDS: &str = "warploom/hip_words.h";

/// The texts of HIP's headers, by the names they are included by.
pub fn headers(reader: Reader) -> &'static BTreeMap<&'static str, String> {
    static OURS: OnceLock<BTreeMap<&'static str, String>> = OnceLock::new();
    static CPP: OnceLock<BTreeMap<&'static str, String>> = OnceLock::new();
    match reader {
        Reader::Ours => OURS.get_or_init(|| texts("kernel<<<grid, block, shared, stream>>>(__VA_ARGS__)")),
        Reader::Cpp => {
            let call = "(::warploom::launching(grid, block, shared, stream), kernel(__VA_ARGS__))";
            CPP.get_or_init(|| texts(call))
        }
    }
}

fn texts(launch: &str) -> BTreeMap<&'static str, String> {
    let text = |cuda: &str| {
        let namespace = if cuda == CUB { "namespace hipcub { using namespace ::cub; }\n" } else { "" };
        format!("#include <{cuda}>\n#include <{WORDS}>\n{namespace}")
    };
    let headers = HEADERS.iter().map(|(hip, cuda)| (*hip, text(cuda)));
    headers.chain([(WORDS, words(launch))]).collect()
}

fn words(launch: &str) -> String {
    let mut words = String::from("#ifndef WARPLOOM_HIP_WORDS\n#define WARPLOOM_HIP_WORDS\n");
    // Of several words of CUDA's the one that only begins otherwise is meant, else the first by its name.
    let is_plain = |(cuda, hip): &(&str, &str)| hip.strip_prefix("hip") == cuda.strip_prefix("cuda");
    let mut both: Vec<(&str, &str)> = in_both().collect();
    both.sort_by_key(|pair| (!is_plain(pair), *pair));
    let mut known = BTreeMap::new();
    for (cuda, hip) in both {
        known.entry(hip).or_insert(cuda);
    }
    for (hip, cuda) in known {
        words.push_str(&format!("#define {hip} {cuda}\n"));
    }
    words.push_str(OWN_WORDS);
    words.push_str(&format!(
        "#define hipLaunchKernelGGL(kernel, grid, block, shared, stream, ...) {launch}\n#endif\n"
    ));
    words
}

#[cfg(test)]
mod back_tests {
    use super::*;

    #[test]
    fn words_go_back() {
        let header = &headers(Reader::Ours)[WORDS];
        for line in ["#define hipMalloc cudaMalloc", "#define hipHostFree cudaFreeHost"] {
            assert!(header.lines().any(|found| found == line), "{line}");
        }
        assert_eq!(header.matches("#define hipDeviceSynchronize ").count(), 1);
        assert!(header.contains("#define hipblasSgemm cublasSgemm\n"));
    }
}
