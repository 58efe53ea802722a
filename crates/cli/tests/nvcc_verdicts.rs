//! What nvcc takes and refuses, we take and refuse.
//!
//! Small programs, each with one point. `warploom check` must give the verdict that is written
//! here, and so must nvcc, where there is one (`cargo xtask cuda`, `WARPLOOM_NVCC`): the list
//! keeps us honest, and nvcc keeps the list honest.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// A name, the verdict, the program.
const CASES: &[(&str, bool, &str)] = &[
    ("host-function", false, "int f(int x) { return x; }\n__global__ void k(int *a) { a[0] = f(1); }"),
    (
        "host-function-in-device-function",
        false,
        "int f(int x) { return x; }\n__device__ int g(int x) { return f(x); }\n__global__ void k(int *a) { a[0] = g(1); }",
    ),
    (
        "both-sides",
        true,
        "__host__ __device__ int f(int x) { return x; }\n__global__ void k(int *a) { a[0] = f(1); }\nint main() { return f(0); }",
    ),
    ("library-of-the-host", false, "#include <stdlib.h>\n__global__ void k(int *a) { a[0] = rand(); }"),
    (
        "library-of-the-device",
        true,
        "#include <stdio.h>\n#include <math.h>\n__global__ void k(float *a) { printf(\"%f\\n\", sinf(a[0]) + sqrt(2.0)); }",
    ),
    ("files", false, "#include <stdio.h>\n__global__ void k() { FILE *f = fopen(\"x\", \"r\"); fclose(f); }"),
    ("host-variable", false, "int n = 3;\n__global__ void k(int *a) { a[0] = n; }"),
    ("host-array", false, "float t[4];\n__global__ void k(float *a) { a[0] = t[1]; }"),
    ("constant", true, "const int n = 3;\n__global__ void k(int *a) { a[0] = n; }"),
    ("constant-expression", true, "constexpr float x = 1.5f;\n__global__ void k(float *a) { a[0] = x; }"),
    ("enumerator", true, "enum { N = 3 };\n__global__ void k(int *a) { a[0] = N; }"),
    (
        "device-variable",
        true,
        "__device__ int n = 3;\n__constant__ int m;\n__global__ void k(int *a) { a[0] = n + m; }",
    ),
    ("kernel-returns", false, "__global__ int k(int *a) { return a[0]; }"),
    ("kernel-called", false, "__global__ void k(int *a) { a[0] = 1; }\nint main() { k(0); return 0; }"),
    ("function-launched", false, "void f(int *a) { a[0] = 1; }\nint main() { f<<<1, 1>>>(0); return 0; }"),
    ("device-function-on-host", false, "__device__ int f() { return 1; }\nint main() { return f(); }"),
    ("device-variable-on-host", true, "__device__ int n;\nint main() { return n; }"),
    (
        "shape-of-numbers",
        true,
        "#include <math.h>\n__global__ void k(int *a) { a[0] = 1; }\nint main() { k<<<ceil(1000 / 256.0), 32.5f, 16.0>>>(0); return 0; }",
    ),
    (
        "generation-as-a-question",
        true,
        "__global__ void k(int *a) {\n#if __CUDA_ARCH__ >= 700\na[0] = 1;\n#endif\n}",
    ),
    ("generation-as-a-value", false, "__global__ void k(int *a) { a[0] = __CUDA_ARCH__; }"),
    (
        "name-of-a-missing-header",
        false,
        "__global__ void k(int *a) { a[0] = 1; }\nint main() { std::string name; return 0; }",
    ),
    ("shared-initialiser", false, "__global__ void k(int *a) { __shared__ int n = 0; a[0] = n; }"),
    ("shared", true, "__global__ void k(int *a) { __shared__ int n; n = 1; a[0] = n; }"),
    (
        "much-shared",
        false,
        "__global__ void k(int *a) { __shared__ int t[12289]; t[threadIdx.x] = a[0]; __syncthreads(); a[0] = t[a[1]]; }",
    ),
    (
        "enough-shared",
        true,
        "__global__ void k(int *a) { __shared__ int t[12288]; t[threadIdx.x] = a[0]; __syncthreads(); a[0] = t[a[1]]; }",
    ),
    (
        "malloc-without-cast",
        false,
        "#include <stdlib.h>\nint main() { int *a = malloc(4); free(a); return 0; }",
    ),
    (
        "malloc-with-cast",
        true,
        "#include <stdlib.h>\nint main() { int *a = (int *)malloc(4); free(a); return 0; }",
    ),
    (
        "goto-past-initialiser",
        false,
        "int main(int n, char **v) { if (n > 1) goto end; int m = n; n = m; end: return n; }",
    ),
    (
        "goto-past-declaration",
        true,
        "int main(int n, char **v) { if (n > 1) goto end; int m; m = n; n = m; end: return n; }",
    ),
    (
        "goto-backwards",
        true,
        "int main(int n, char **v) { again: int m = n; n--; if (m > 1) goto again; return n; }",
    ),
    (
        "case-past-initialiser",
        false,
        "int main(int n, char **v) { switch (n) { case 1: int m = 2; return m; default: return 0; } }",
    ),
    (
        "case-in-block",
        true,
        "int main(int n, char **v) { switch (n) { case 1: { int m = 2; return m; } default: return 0; } }",
    ),
    (
        "implicit-headers",
        true,
        "int main(int c, char **v) { if (c > INT_MAX - 1) exit(EXIT_FAILURE); return atoi(v[0]) + min(c, 2); }",
    ),
    ("spaced-launch", true, "__global__ void k(int n) {}\nint main() { k<< <1, 1>> >(3); return 0; }"),
    ("error-type", true, "int main() { cudaError e = cudaSuccess; return e; }"),
    (
        "lambda",
        true,
        "template <class F> __global__ void k(F f, int *a) { a[0] = f(1); }\nstruct Twice { __device__ int operator()(int x) const { return 2 * x; } };\nint main() { auto two = [] { return 2; }; k<<<1, 1>>>(Twice(), nullptr); return two(); }",
    ),
    (
        "deduced-launch",
        true,
        "template <typename T, int N = 4> __global__ void k(T *a) { a[0] = N; }\nint main() { float *f = 0; k<<<1, 1>>>(f); k<double, 2><<<1, 1>>>(nullptr); return 0; }",
    ),
    (
        "specialisation",
        true,
        "template <class T> struct S { static __device__ int n() { return 1; } };\ntemplate <> struct S<float> { static __device__ int n() { return 2; } };\n__global__ void k(int *a) { a[0] = S<int>::n() + S<float>::n(); }",
    ),
    (
        "namespaces",
        true,
        "#include <vector>\nnamespace a { namespace b { __device__ int f() { return 1; } __global__ void k(int *p) { *p = f(); } } }\nint main() { std::vector<int> v(3); a::b::k<<<1, 1>>>(nullptr); return v.size(); }",
    ),
    ("undeclared-in-host", false, "#include <chrono>\nint main() { return undeclared; }"),
    ("function-without-its-header", false, "int main() { std::function<int()> f; return 0; }"),
    (
        "wrong-argument",
        false,
        "#include <string>\n__global__ void k(int *a) {}\nint main() { std::string s; k<<<1, 1>>>(s); return 0; }",
    ),
    (
        "vectors",
        true,
        "#include <vector>\n#include <algorithm>\nint main() { std::vector<int> v = {3, 1, 2}, w = v; std::sort(w.begin(), w.end()); return w[0]; }",
    ),
];

#[test]
fn check_says_what_nvcc_says() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nvcc_verdicts");
    std::fs::create_dir_all(&folder).unwrap();
    let nvcc = nvcc();
    let sample = testkit::sample::Sample::from_environment();
    if nvcc.is_none() {
        eprintln!("no CUDA compiler (see `cargo xtask cuda`): the list is not compared with nvcc");
    }
    let mut wrong = Vec::new();
    for (name, accepted, text) in CASES {
        let file = folder.join(format!("{name}.cu"));
        std::fs::write(&file, text).unwrap();
        let ours = Command::new(env!("CARGO_BIN_EXE_warploom")).arg("check").arg(&file).output().unwrap();
        if ours.status.success() != *accepted {
            wrong.push(format!("{name}: check {}", String::from_utf8_lossy(&ours.stderr)));
        }
        let Some(nvcc) = nvcc.as_ref().filter(|_| sample.has(name)) else { continue };
        let mut theirs = Command::new(nvcc);
        theirs.args(["-w", "-c", "-arch=sm_90", "-o", "/dev/null"]).arg(&file);
        let theirs = theirs.output().unwrap();
        if theirs.status.success() != *accepted {
            wrong.push(format!("{name}: nvcc {}", String::from_utf8_lossy(&theirs.stderr)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn nvcc() -> Option<PathBuf> {
    let named = std::env::var_os("WARPLOOM_NVCC").map(PathBuf::from);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2)?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    named.into_iter().chain([target.join("cuda/nvidia/cu13/bin/nvcc")]).find(|nvcc| nvcc.is_file())
}
