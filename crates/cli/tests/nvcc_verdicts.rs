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
    ("kernel-variadic", false, "__global__ void k(int n, ...) { }"),
    ("kernel-main", false, "__global__ void main(int *a) { }"),
    ("global-and-device", false, "__global__ __device__ void k(int *a) { a[0] = 1; }"),
    ("global-and-host", false, "__host__ __global__ void k(int *a) { a[0] = 1; }"),
    (
        "host-member-in-kernel",
        false,
        "struct S { int f() const { return 3; } };\n__global__ void k(S s, int *a) { a[0] = s.f(); }",
    ),
    (
        "host-template-in-kernel",
        false,
        "template <class T> T twice(T x) { return x + x; }\n__global__ void k(int *a) { a[0] = twice(3); }",
    ),
    (
        "constexpr-array-direct",
        false,
        "constexpr int t[3] = {1, 2, 3};\n__global__ void k(int *a) { a[0] = t[1]; }",
    ),
    ("const-array-direct", false, "const int t[3] = {1, 2, 3};\n__global__ void k(int *a) { a[0] = t[1]; }"),
    (
        "const-array-in-kernel",
        false,
        "const int t[3] = {1, 2, 3};\n__global__ void k(int *a) { a[0] = t[threadIdx.x]; }",
    ),
    (
        "const-array-sizeof",
        true,
        "const int t[3] = {1, 2, 3};\n__global__ void k(int *a) { a[0] = sizeof(t) / sizeof(t[0]); }",
    ),
    (
        "const-array-constant-subscript",
        true,
        "constexpr int t[3] = {1, 2, 3};\n__global__ void k(int *a) { constexpr int n = t[1]; a[0] = n; }",
    ),
    (
        "const-struct-member",
        true,
        "struct P { int x, y; };\nconstexpr P p = {1, 2};\n__global__ void k(int *a) { a[0] = p.y; }",
    ),
    (
        "const-from-const",
        true,
        "const int n = 3;\nconst int m = n * 2;\n__global__ void k(int *a) { a[0] = m; }",
    ),
    (
        "const-float-from-float",
        true,
        "const float x = 1.0f / 3.0f;\nconst float y = x * 2;\n__global__ void k(float *a) { a[0] = y; }",
    ),
    ("const-pointer", false, "const char *const s = \"abc\";\n__global__ void k(char *a) { a[0] = s[1]; }"),
    ("extern-const", false, "extern const int n;\n__global__ void k(int *a) { a[0] = n; }"),
    (
        "address-of-constant-of-host",
        false,
        "const int n = 3;\n__global__ void k(const int **a) { a[0] = &n; }",
    ),
    (
        "reference-to-constant-of-host",
        false,
        "const int n = 3;\n__device__ int f(const int &x) { return x; }\n__global__ void k(int *a) { a[0] = f(n); }",
    ),
    ("constant-written", false, "__constant__ int n;\n__global__ void k() { n = 3; }"),
    ("constant-in-function", false, "__global__ void k(int *a) { __constant__ int n; a[0] = n; }"),
    ("device-in-kernel", false, "__global__ void k(int *a) { __device__ int n; a[0] = n; }"),
    ("static-in-kernel", true, "__global__ void k(int *a) { static int n; n += 1; a[0] = n; }"),
    ("static-shared", true, "__global__ void k(int *a) { static __shared__ int n; n = 1; a[0] = n; }"),
    ("shared-at-file", true, "__shared__ int n;\n__global__ void k(int *a) { n = a[0]; }"),
    ("shared-on-host", false, "int main() { __shared__ int n; n = 3; return n; }"),
    (
        "extern-shared-two-types",
        false,
        "__global__ void k(int *a) { extern __shared__ int t[]; t[0] = a[0]; }\n__global__ void l(float *a) { extern __shared__ float t[]; t[0] = a[0]; }",
    ),
    (
        "extern-shared-two-types-templates",
        false,
        "template <class T> __global__ void k(T *a) { extern __shared__ T t[]; t[0] = a[0]; }\nint main() { k<int><<<1, 1>>>(nullptr); k<float><<<1, 1>>>(nullptr); return 0; }",
    ),
    ("shared-variable-size", false, "__global__ void k(int *a, int n) { __shared__ int t[n]; t[0] = a[0]; }"),
    ("local-variable-size", false, "__global__ void k(int *a, int n) { int t[n]; t[0] = a[0]; }"),
    ("zero-array", false, "__global__ void k(int *a) { int t[0]; a[0] = sizeof t; }"),
    ("exceptions-in-kernel", false, "__global__ void k(int *a) { if (a[0]) throw 3; }"),
    ("try-in-kernel", false, "__global__ void k(int *a) { try { a[0] = 1; } catch (...) { } }"),
    (
        "dynamic-cast-in-kernel",
        false,
        "struct B { __device__ virtual int f() { return 1; } };\nstruct D : B { };\n__global__ void k(B *b, int *a) { D *d = dynamic_cast<D *>(b); a[0] = d != 0; }",
    ),
    (
        "typeid-in-kernel",
        false,
        "#include <typeinfo>\n__global__ void k(int *a) { a[0] = typeid(int) == typeid(float); }",
    ),
    (
        "string-in-kernel",
        false,
        "#include <string>\n__global__ void k(int *a) { std::string s(\"x\"); a[0] = s.size(); }",
    ),
    (
        "vector-in-kernel",
        false,
        "#include <vector>\n__global__ void k(int *a) { std::vector<int> v(3); a[0] = v[0]; }",
    ),
    ("cout-in-kernel", false, "#include <iostream>\n__global__ void k(int *a) { std::cout << a[0]; }"),
    (
        "device-function-in-both",
        false,
        "__device__ int f() { return 1; }\n__host__ __device__ int g() { return f(); }\nint main() { return g(); }",
    ),
    (
        "host-function-in-both",
        true,
        "int f() { return 1; }\n__host__ __device__ int g() { return f(); }\n__global__ void k(int *a) { a[0] = g(); }\nint main() { return g(); }",
    ),
    (
        "host-function-pointer-in-kernel",
        false,
        "int f(int x) { return x; }\n__global__ void k(int *a) { int (*p)(int) = f; a[1] = p(3); }",
    ),
    (
        "function-pointer-in-kernel",
        true,
        "__device__ int f(int x) { return x; }\n__device__ int g(int x) { return -x; }\n__global__ void k(int *a) { int (*p)(int) = a[0] ? f : g; a[1] = p(3); }",
    ),
    (
        "device-function-pointer-variable",
        true,
        "typedef int (*F)(int);\n__device__ int f(int x) { return x; }\n__device__ F table[1] = {f};\n__global__ void k(int *a) { a[0] = table[0](3); }",
    ),
    (
        "device-address-on-host",
        true,
        "__device__ int f(int x) { return x; }\nint main() { int (*p)(int) = f; return p != 0; }",
    ),
    ("syncthreads-on-host", false, "int main() { __syncthreads(); return 0; }"),
    ("atomic-on-host", false, "int main() { int n = 0; atomicAdd(&n, 1); return n; }"),
    ("popc-on-host", false, "int main() { return __popc(3); }"),
    ("min-on-host", true, "int main(int c, char **v) { return min(c, 3) + max(c, 4u); }"),
    ("atomic-double", true, "__global__ void k(double *a) { atomicAdd(a, 1.0); }"),
    ("atomic-max-float", false, "__global__ void k(float *a) { atomicMax(a, 1.0f); }"),
    ("atomic-on-short", false, "__global__ void k(short *a) { atomicAdd(a, 1); }"),
    ("atomic-long", false, "__global__ void k(long *a) { atomicAdd(a, 1L); }"),
    ("atomic-long-long", true, "__global__ void k(unsigned long long *a) { atomicAdd(a, 1); }"),
    ("atomic-sub-float", false, "__global__ void k(float *a) { atomicSub(a, 1.0f); }"),
    ("atomic-cas-float", false, "__global__ void k(float *a) { atomicCAS(a, 0.0f, 1.0f); }"),
    ("atomic-exch-double", false, "__global__ void k(double *a) { atomicExch(a, 1.0); }"),
    ("volatile-atomic", false, "__global__ void k(volatile int *a) { atomicAdd(a, 1); }"),
    ("atomic-add-from-size", true, "__global__ void k(unsigned *a, size_t n) { atomicAdd(a, n); }"),
    ("max-int-float", false, "__global__ void k(float *a) { a[0] = max(a[0], 1); }"),
    ("max-int-long", false, "__global__ void k(int *a, long n) { a[0] = max(a[0], n); }"),
    ("max-size-int", false, "__global__ void k(int *a, size_t n) { a[0] = min(n, 3); }"),
    ("max-float-double", true, "__global__ void k(float *a) { a[0] = max(a[0], 1.0); }"),
    ("max-int-unsigned", true, "__global__ void k(int *a, unsigned n) { a[0] = max(a[0], n); }"),
    ("max-int-double-host", false, "int main(int c, char **v) { return (int)max(c, 1.0); }"),
    ("strlen-in-kernel", false, "#include <string.h>\n__global__ void k(char *a) { a[0] = strlen(a); }"),
    ("strcpy-in-kernel", false, "#include <string.h>\n__global__ void k(char *a) { strcpy(a, a + 8); }"),
    ("memmove-in-kernel", false, "#include <string.h>\n__global__ void k(char *a) { memmove(a, a + 1, 8); }"),
    (
        "memcpy-in-kernel",
        true,
        "#include <string.h>\n__global__ void k(char *a) { memcpy(a, a + 8, 8); memset(a, 0, 4); }",
    ),
    (
        "memcpy-runtime-in-kernel",
        false,
        "__global__ void k(int *a) { cudaMemcpy(a, a + 1, 4, cudaMemcpyDeviceToDevice); }",
    ),
    ("sprintf-in-kernel", false, "__global__ void k(char *a) { sprintf(a, \"%d\", 3); }"),
    (
        "calloc-in-kernel",
        false,
        "#include <stdlib.h>\n__global__ void k(int **a) { a[0] = (int *)calloc(3, 4); }",
    ),
    (
        "malloc-in-kernel",
        true,
        "__global__ void k(int *a) { int *p = (int *)malloc(12); if (p) { p[0] = a[0]; a[1] = p[0]; } free(p); }",
    ),
    (
        "abs-labs-in-kernel",
        true,
        "#include <stdlib.h>\n__global__ void k(long *a) { a[0] = labs(a[1]) + abs((int)a[2]) + llabs(a[3]); }",
    ),
    ("int-to-pointer", false, "__global__ void k(int *a) { int *p = 5; a[0] = p[0]; }"),
    ("enum-from-int", false, "enum E { A, B };\n__global__ void k(E *a) { a[0] = 1; }"),
    ("enum-or", false, "enum E { A = 1, B = 2 };\nint main() { E e = A | B; return e; }"),
    ("enum-conditional", true, "enum E { A, B };\nint main(int c, char **v) { E e = c ? A : B; return e; }"),
    ("const-discarded", false, "__global__ void k(const int *a) { int *p = a; p[0] = 1; }"),
    ("char-pointer-signs", false, "int main() { unsigned char a[3] = {1}; char *p = a; return p[0]; }"),
    (
        "pointer-of-wrong-type",
        false,
        "__global__ void k(int *a) { a[0] = 1; }\nint main() { float *f = 0; k<<<1, 1>>>(f); return 0; }",
    ),
    ("pointer-compared-with-int", false, "int main() { int *p = 0; return p == 5; }"),
    (
        "cudaMemcpy-kind-as-number",
        false,
        "int main() { float *a = 0, b; cudaMemcpy(a, &b, 4, 1); return 0; }",
    ),
    ("string-literal-argument", true, "void f(char *s) { s[0] = 1; }\nint main() { f(\"abc\"); return 0; }"),
    ("redefinition-of-parameter", false, "__global__ void k(int *a, int n) { int n = 3; a[0] = n; }"),
    ("c-keyword-as-name", false, "__global__ void k(int *a) { int new = 3; a[0] = new; }"),
    ("return-in-void", false, "__device__ void f(int x) { return x; }\n__global__ void k(int *a) { f(1); }"),
    ("kernel-return-value", false, "__global__ void k(int *a) { if (a[0]) return 1; a[1] = 2; }"),
    ("too-many-initialisers", false, "__global__ void k(int *a) { int t[2] = {1, 2, 3}; a[0] = t[0]; }"),
    ("const-without-value", false, "int main() { const int n; return 0; }"),
    (
        "launch-with-braces",
        true,
        "__global__ void k(int *a) { a[0] = 1; }\nint main() { k<<<{1, 2}, {3, 4}>>>(nullptr); return 0; }",
    ),
    (
        "dim3-from-uint3",
        true,
        "__global__ void k(int *a) { dim3 d = blockIdx; uint3 u = blockDim; a[0] = d.x + u.y; }",
    ),
    (
        "host-and-device-of-one-name",
        false,
        "__host__ int f(int x) { return x; }\n__device__ int f(int x) { return x; }\n__global__ void k(int *a) { a[0] = f(1); }",
    ),
    (
        "managed",
        true,
        "__managed__ int n;\n__global__ void k() { n = 3; }\nint main() { k<<<1, 1>>>(); cudaDeviceSynchronize(); return n; }",
    ),
    (
        "variable-template",
        true,
        "template <class T> constexpr T two = T(2);\n__global__ void k(float *a) { a[0] = two<float>; }",
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
