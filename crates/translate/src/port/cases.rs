//! Small texts, and what they are in HIP.

use std::collections::HashSet;
use std::sync::Arc;

use source::{FileKind, apply_edits};

use super::{Place, declared, hip};

/// The text in HIP without the line of its runtime, and what is said about it.
fn ported(text: &str) -> (String, Vec<String>) {
    let mut sources = syntax::new_sources();
    let text = format!("#include <cuda_runtime.h>\n{text}");
    let file = sources.map.add("a.cu".to_owned(), Arc::from(text.as_bytes()), FileKind::User, None).unwrap();
    let own: HashSet<String> = declared(file, &mut sources);
    let ported = hip(file, Place::Input, &own, &mut sources);
    let new = String::from_utf8(apply_edits(text.as_bytes(), &ported.edits).unwrap()).unwrap();
    let new = new.strip_prefix("#include <hip/hip_runtime.h>\n").unwrap().to_owned();
    (new, ported.found.iter().map(|found| format!("{}: {}", found.code.id, found.message)).collect())
}

#[track_caller]
fn becomes(text: &str, expected: &str) {
    assert_eq!(ported(text), (expected.to_owned(), Vec::new()));
}

#[test]
fn names_change_and_texts_do_not() {
    becomes(
        "cudaMalloc(&p, n); /* cudaMalloc */ puts(\"cudaMalloc\"); // cudaFree\n",
        "hipMalloc(&p, n); /* cudaMalloc */ puts(\"cudaMalloc\"); // cudaFree\n",
    );
    becomes(
        "#define CHECK(call) do { cudaError_t e = call; } \\\n  while (0)\n",
        "#define CHECK(call) do { hipError_t e = call; } \\\n  while (0)\n",
    );
    becomes("k<T, 2><<<dim3(1, 2), 32>>>(a);", "k<T, 2><<<dim3(1, 2), 32>>>(a);");
    becomes("k << <1, 32>> >(a);", "k <<<1, 32>>>(a);");
    becomes("cudaGraphInstantiate(&e, g, 0);", "hipGraphInstantiate(&e, g, NULL, NULL, 0);");
    becomes("cudaLaunchCooperativeKernel(f, 1, 2, a);", "hipLaunchCooperativeKernel(f, 1, 2, a, 0, 0);");
    becomes("cudaDeviceProp prop; cudaFreeHost(h);", "hipDeviceProp_t prop; hipHostFree(h);");
}

#[test]
fn names_of_the_user_stay() {
    becomes("int cudata = my_cudaFree(x.cudaFree);", "int cudata = my_cudaFree(x.cudaFree);");
    becomes("static float *cudaBuffer; use(cudaBuffer);", "static float *cudaBuffer; use(cudaBuffer);");
    becomes(
        "unsigned umin(unsigned a) { return a; } int x = umin(3);",
        "unsigned umin(unsigned a) { return a; } int x = umin(3);",
    );
    becomes(
        "void cudaCheck(int e); void f() { cudaCheck(0); }",
        "void cudaCheck(int e); void f() { cudaCheck(0); }",
    );
}

#[test]
fn symbols_and_kernels_are_arguments_of_another_form() {
    becomes("cudaMemcpyToSymbol(c, h, sizeof(h));", "hipMemcpyToSymbol(HIP_SYMBOL(c), h, sizeof(h));");
    becomes("cudaMallocPitch(&p, &n, w, h);", "hipMallocPitch(reinterpret_cast<void **>(&p), &n, w, h);");
    becomes("printf(f, threadIdx.x, blockDim.x * 2);", "printf(f, (unsigned)threadIdx.x, blockDim.x * 2);");
    becomes("__launch_bounds__(S<A, 2>::n, 1) k()", "__launch_bounds__((S<A, 2>::n), 1) k()");
    becomes(
        "cudaFuncSetCacheConfig(k<float>, cudaFuncCachePreferL1);",
        "hipFuncSetCacheConfig(reinterpret_cast<const void *>(k<float>), hipFuncCachePreferL1);",
    );
}

#[test]
fn shuffles_are_of_32_threads() {
    becomes("v += __shfl_down_sync(mask, v, d);", "v += __shfl_down(v, d, 32);");
    becomes("v = __shfl_sync(__activemask(), f(v, 1), 0, 16);", "v = __shfl(f(v, 1), 0, 16);");
    becomes("v = __shfl_up(v, 1);", "v = __shfl_up(v, 1, 32);");
    let (text, found) = ported("v = __shfl_xor_sync(0xffffffffu, v, 1, 32); n = warpSize;");
    assert_eq!(text, "v = __shfl_xor(v, 1, 32); n = 32;");
    assert_eq!(found.len(), 3, "{found:?}");
}

#[test]
fn votes_are_those_of_half_a_wavefront() {
    let (text, found) = ported("\nb = __ballot_sync(m, p) | __any(q); __syncwarp(); a = __activemask();\n");
    assert!(text.ends_with("#endif\n\nb = warp32_ballot(m, p) | warp32_any(0xffffffffu, q); warp32_sync(); a = warp32_ballot(0xffffffffu, 1);\n"), "{text}");
    assert!(found.is_empty());
}

#[test]
fn what_hip_lacks_is_refused() {
    let refused = |text: &str| ported(text).1;
    assert_eq!(
        refused("cudaGraphConditionalHandleCreate(&h);"),
        ["E0870: HIP has no `cudaGraphConditionalHandleCreate`"]
    );
    assert_eq!(refused("x = __dp4a(a, b, c);"), ["E0870: HIP has no `__dp4a`"]);
    let operator = "void operator+=(float3 &a, float3 b) { }";
    assert_eq!(refused(operator), ["E0870: HIP has this operator for `float3` already"]);
    assert_eq!(refused("#include <mma.h>\n"), ["E0870: HIP has no header `mma.h`"]);
    assert_eq!(
        refused("__device__ void f() { { asm(\"bar.sync 0;\"); } }"),
        ["E0870: HIP does not take PTX"]
    );
    assert!(refused("void f() { asm(\"nop\"); }").is_empty());
    assert_eq!(
        refused("__global__ void k() { k<<<1, 1>>>(); }"),
        ["E0870: HIP does not launch kernels from kernels"]
    );
    assert!(refused("__host__ __device__ void f() { k<<<1, 1>>>(); }").is_empty());
    assert_eq!(refused("#include <nvtx3/nvToolsExt.h>\n"), ["E0870: HIP has no header `nvtx3/nvToolsExt.h`"]);
    assert_eq!(
        refused("int a = __CUDA_ARCH__;"),
        ["E0870: `__CUDA_ARCH__` is not defined where the program is compiled for AMD's GPUs"]
    );
}

#[test]
fn questions_about_the_device_are_kept_or_reported() {
    becomes("#ifdef __CUDA_ARCH__\n#endif\n", "#ifdef __HIP_DEVICE_COMPILE__\n#endif\n");
    becomes("#if defined(__CUDACC__)\n#endif\n", "#if defined(__HIPCC__)\n#endif\n");
    assert_eq!(ported("#if __CUDA_ARCH__ >= 600\n#endif\n").1.len(), 1);
}

#[test]
fn headers_have_other_names() {
    becomes(
        "#include <cuda_fp16.h> // half\n#include \"device_launch_parameters.h\"\nint a;",
        "#include <hip/hip_fp16.h> // half\nint a;",
    );
}
