//! CUDA C programs as lectures print them must resolve without a word.

use diagnostics::Sink;
use hir::{BuiltinType, ExprKind, Program, Type};
use source::{FileKind, Sources};
use syntax::{Dialect, preprocess};

use crate::{Options, resolve};

/// The programs include nothing.
struct NoFiles;

impl preprocess::FileLoader for NoFiles {
    fn load(&mut self, _path: &str) -> preprocess::Loaded {
        preprocess::Loaded::NotFound
    }
}

fn resolved(text: &str) -> (Program, Sources, Vec<String>) {
    let mut sources = syntax::new_sources();
    let bytes: Vec<u8> = text.into();
    let file = sources.map.add("test.cu".to_owned(), bytes.into(), FileKind::User, None).unwrap();
    let options = preprocess::Options { dialect: Dialect::Cuda, ..Default::default() };
    let mut sink = Sink::default();
    let tokens = preprocess::preprocess(file, &options, &mut NoFiles, &mut sources, &mut sink);
    let unit = syntax::parse::parse(&tokens, Dialect::Cuda, &mut sources, &mut sink);
    let mut program = Program::default();
    let options = Options { cuda: true, ..Options::default() };
    resolve(&unit, &options, &mut program, &mut sources, &mut sink);
    let said = sink.diagnostics().iter().map(|d| format!("{} {}", d.code.id, d.message)).collect();
    (program, sources, said)
}

fn quiet(text: &str) -> (Program, Sources) {
    let (program, sources, said) = resolved(text);
    assert_eq!(said, Vec::<String>::new(), "{text}");
    (program, sources)
}

/// The type of the expression `probe = e;` assigns, for the variable `probe`.
fn type_of(expr: &str) -> Option<BuiltinType> {
    let text = format!(
        "__device__ int i; __device__ unsigned u; __device__ long l; __device__ float f; __device__ double d;\n\
         __device__ unsigned long long q; __device__ float4 v;\n\
         __global__ void k(int *pi, float *pf, const double *pd) {{ (void)({expr}); }}\n"
    );
    let (program, _) = quiet(&text);
    let cast = program.exprs.iter().rev().find_map(|(_, expr)| match expr.kind {
        ExprKind::Cast { operand, implicit: false, .. } if expr.ty == Type::VOID => Some(operand),
        _ => None,
    });
    program.types.as_builtin(program.exprs[cast?].ty)
}

#[test]
fn overloads_follow_the_types_of_their_arguments() {
    use BuiltinType as B;
    let table = [
        ("atomicAdd(pi, 1)", B::Int),
        ("atomicAdd(pf, 1)", B::Float),
        ("atomicAdd(&q, 1ull)", B::ULongLong),
        ("atomicCAS(&u, 0, 1)", B::UInt),
        ("max(i, 3)", B::Int),
        ("max(u, i)", B::UInt),
        ("min(f, 1.0f)", B::Float),
        ("min(f, d)", B::Double),
        ("abs(i)", B::Int),
        ("abs(f)", B::Float),
        ("abs(l)", B::Long),
        ("sqrt(f)", B::Float),
        ("sqrt(d)", B::Double),
        ("sqrt(i)", B::Double),
        ("pow(f, 2)", B::Double),
        ("pow(f, 2.0f)", B::Float),
        ("fma(f, f, f)", B::Float),
        ("sqrtf(d)", B::Float),
        ("__shfl_down_sync(0xffffffff, f, 16)", B::Float),
        ("__shfl_xor_sync(0xffffffff, u, 1, 32)", B::UInt),
        ("__ballot_sync(0xffffffff, i > 0)", B::UInt),
        ("__ldg(pd)", B::Double),
        ("__ldg(&pi[i])", B::Int),
        ("threadIdx.x", B::UInt),
        ("blockDim.y * blockIdx.y + threadIdx.y", B::UInt),
        ("warpSize", B::Int),
        ("v.w", B::Float),
        ("make_double2(1, 2).y", B::Double),
        ("__float_as_int(f)", B::Int),
        ("__sinf(f) + __expf(f)", B::Float),
        ("(__syncthreads(), 1)", B::Int),
        ("__syncthreads_or(i)", B::Int),
        ("float(i)", B::Float),
    ];
    for (expr, expected) in table {
        assert_eq!(type_of(expr), Some(expected), "{expr}");
    }
}

#[test]
fn vector_types_have_the_sizes_of_the_device() {
    for (name, size, align) in [
        ("float4", 16, 16),
        ("float3", 12, 4),
        ("double2", 16, 16),
        ("double4", 32, 16),
        ("char3", 3, 1),
        ("uchar4", 4, 4),
    ] {
        quiet(&format!(
            "_Static_assert(sizeof({name}) == {size}, \"\"); _Static_assert(_Alignof({name}) == {align}, \"\");\n"
        ));
    }
}

#[test]
fn vector_addition() {
    quiet(
        r#"
__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

int main(void)
{
    int n = 50000;
    size_t size = n * sizeof(float);
    float *h = (float *)malloc(size), *a = NULL, *b, *c;
    cudaError_t err = cudaMalloc((void **)&a, size);
    if (err != cudaSuccess)
        printf("%s\n", cudaGetErrorString(err));
    cudaMalloc(&b, size);
    cudaMalloc(&c, size);
    cudaMemcpy(a, h, size, cudaMemcpyHostToDevice);
    int threads = 256, blocks = (n + threads - 1) / threads;
    add<<<blocks, threads>>>(a, b, c, n);
    err = cudaGetLastError();
    cudaMemcpy(h, c, size, cudaMemcpyDeviceToHost);
    cudaFree(a);
    free(h);
    return 0;
}
"#
        .replace("NULL", "0")
        .as_str(),
    );
}

#[test]
fn tiled_matrix_product() {
    let (program, sources) = quiet(
        r#"
__global__ void product(float *c, float *a, float *b, int width)
{
    __shared__ float as[16][16];
    __shared__ float bs[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int m = 0; m < width / 16; ++m) {
        as[threadIdx.y][threadIdx.x] = a[row * width + m * 16 + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(m * 16 + threadIdx.y) * width + col];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k)
            sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[row * width + col] = sum;
}

void launch(float *c, float *a, float *b, int width, cudaStream_t stream)
{
    dim3 threads(16, 16);
    dim3 grid(width / threads.x, width / threads.y);
    cudaEvent_t start, stop;
    float ms;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    product<<<grid, threads, 0, stream>>>(c, a, b, width);
    cudaEventRecord(stop, stream);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&ms, start, stop);
}
"#,
    );
    let launches = program.exprs.iter().filter(|(_, e)| matches!(e.kind, ExprKind::Launch { .. })).count();
    assert_eq!(launches, 1);
    let barrier = program.functions.iter().find(|(_, f)| sources.text(f.name) == "__syncthreads");
    assert!(barrier.is_some_and(|(_, f)| f.builtin));
}

#[test]
fn reduction_with_shared_memory_and_symbols() {
    quiet(
        r#"
__constant__ float scale[4];
__device__ int count;

__device__ float warp_sum(float x)
{
    for (int offset = warpSize / 2; offset > 0; offset >>= 1)
        x += __shfl_down_sync(0xffffffff, x, offset);
    return x;
}

__global__ void reduce(const float *in, float *out, unsigned n)
{
    extern __shared__ float partial[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    partial[tid] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s)
            partial[tid] += partial[tid + s];
        __syncthreads();
    }
    float sum = warp_sum(partial[tid]);
    if (tid == 0) {
        atomicAdd(out, sum * scale[0]);
        atomicAdd(&count, 1);
    }
}

void run(const float *in, float *out, unsigned n)
{
    float host[4] = { 1, 2, 3, 4 };
    int zero = 0;
    cudaMemcpyToSymbol(scale, host, sizeof host);
    cudaMemcpyToSymbol(count, &zero, sizeof zero);
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    reduce<<<prop.multiProcessorCount * 2, 128, 128 * sizeof(float)>>>(in, out, n);
    cudaMemcpyFromSymbol(&zero, count, sizeof zero);
    cudaDeviceSynchronize();
}
"#,
    );
}

#[test]
fn a_name_of_the_user_hides_ours() {
    let (program, _) = quiet(
        "__device__ int max(int a, int b, int c) { return a + b + c; }\n\
         __global__ void k(int *p) { p[0] = max(1, 2, 3); }\n",
    );
    let call = program.exprs.iter().find_map(|(_, e)| match &e.kind {
        ExprKind::Call { args, .. } => Some(args.len()),
        _ => None,
    });
    assert_eq!(call, Some(3));
}
