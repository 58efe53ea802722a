//! Short C definitions of what a program still calls and only CUDA has.
//!
//! A header that the program includes may call `cudaMalloc`, a macro may check what it returns:
//! their text stays, and the definitions stand at the top of the file. Only what is used is
//! written, with what it needs itself.
//!
//! Device memory is ordinary memory here, and a copy is a copy in whatever direction.

use std::collections::BTreeSet;

/// A name and its definition; those that others use come first.
const ALL: &[(&str, &str)] = &[
    (
        "cudaError_t",
        "typedef enum { cudaSuccess, cudaErrorInvalidValue, cudaErrorMemoryAllocation } cudaError_t;\n",
    ),
    (
        "cudaMemcpyKind",
        "enum cudaMemcpyKind {\n    cudaMemcpyHostToHost,\n    cudaMemcpyHostToDevice,\n    cudaMemcpyDeviceToHost,\n    cudaMemcpyDeviceToDevice,\n    cudaMemcpyDefault\n};\n",
    ),
    ("dim3", "typedef struct {\n    unsigned x, y, z;\n} dim3;\n"),
    ("cudaEvent_t", "typedef struct timespec cudaEvent_t;\n"),
    ("cudaStream_t", "typedef int cudaStream_t;\n"),
    ("float2", "typedef struct {\n    float x, y;\n} __attribute__((aligned(8))) float2;\n"),
    ("float3", "typedef struct {\n    float x, y, z;\n} float3;\n"),
    ("float4", "typedef struct {\n    float x, y, z, w;\n} __attribute__((aligned(16))) float4;\n"),
    ("double2", "typedef struct {\n    double x, y;\n} __attribute__((aligned(16))) double2;\n"),
    ("int2", "typedef struct {\n    int x, y;\n} __attribute__((aligned(8))) int2;\n"),
    ("int3", "typedef struct {\n    int x, y, z;\n} int3;\n"),
    ("int4", "typedef struct {\n    int x, y, z, w;\n} __attribute__((aligned(16))) int4;\n"),
    ("uchar4", "typedef struct {\n    unsigned char x, y, z, w;\n} __attribute__((aligned(4))) uchar4;\n"),
    ("make_float2", "static inline float2 make_float2(float x, float y) { return (float2){x, y}; }\n"),
    (
        "make_float3",
        "static inline float3 make_float3(float x, float y, float z) { return (float3){x, y, z}; }\n",
    ),
    (
        "make_float4",
        "static inline float4 make_float4(float x, float y, float z, float w) { return (float4){x, y, z, w}; }\n",
    ),
    ("make_double2", "static inline double2 make_double2(double x, double y) { return (double2){x, y}; }\n"),
    ("make_int2", "static inline int2 make_int2(int x, int y) { return (int2){x, y}; }\n"),
    ("make_int3", "static inline int3 make_int3(int x, int y, int z) { return (int3){x, y, z}; }\n"),
    (
        "make_int4",
        "static inline int4 make_int4(int x, int y, int z, int w) { return (int4){x, y, z, w}; }\n",
    ),
    (
        "make_uchar4",
        "static inline uchar4 make_uchar4(int x, int y, int z, int w) { return (uchar4){x, y, z, w}; }\n",
    ),
    ("min", "static inline int min(int a, int b) { return a < b ? a : b; }\n"),
    ("max", "static inline int max(int a, int b) { return a > b ? a : b; }\n"),
    ("umin", "static inline unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }\n"),
    ("umax", "static inline unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }\n"),
    ("llmin", "static inline long long llmin(long long a, long long b) { return a < b ? a : b; }\n"),
    ("llmax", "static inline long long llmax(long long a, long long b) { return a > b ? a : b; }\n"),
    (
        "ullmin",
        "static inline unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }\n",
    ),
    (
        "ullmax",
        "static inline unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }\n",
    ),
    ("rsqrtf", "static inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }\n"),
    ("rsqrt", "static inline double rsqrt(double x) { return 1.0 / sqrt(x); }\n"),
    ("rcbrtf", "static inline float rcbrtf(float x) { return 1.0f / cbrtf(x); }\n"),
    ("__exp10f", "static inline float __exp10f(float x) { return powf(10.0f, x); }\n"),
    ("__fdividef", "static inline float __fdividef(float a, float b) { return a / b; }\n"),
    ("__fdiv_rn", "static inline float __fdiv_rn(float a, float b) { return a / b; }\n"),
    ("__fadd_rn", "static inline float __fadd_rn(float a, float b) { return a + b; }\n"),
    ("__fsub_rn", "static inline float __fsub_rn(float a, float b) { return a - b; }\n"),
    ("__fmul_rn", "static inline float __fmul_rn(float a, float b) { return a * b; }\n"),
    ("__frcp_rn", "static inline float __frcp_rn(float x) { return 1.0f / x; }\n"),
    (
        "__saturatef",
        "static inline float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }\n",
    ),
    (
        "__mul24",
        "static inline int __mul24(int a, int b) { return (int)((unsigned)(a << 8 >> 8) * (unsigned)(b << 8 >> 8)); }\n",
    ),
    (
        "__umul24",
        "static inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }\n",
    ),
    (
        "__umulhi",
        "static inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }\n",
    ),
    ("__clz", "static inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }\n"),
    ("__popcll", "static inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }\n"),
    ("__int2float_rn", "static inline float __int2float_rn(int x) { return (float)x; }\n"),
    (
        "__float_as_int",
        "static inline int __float_as_int(float x)\n{\n    int bits;\n    memcpy(&bits, &x, sizeof bits);\n    return bits;\n}\n",
    ),
    (
        "__int_as_float",
        "static inline float __int_as_float(int bits)\n{\n    float x;\n    memcpy(&x, &bits, sizeof x);\n    return x;\n}\n",
    ),
    (
        "atomicAdd",
        "#define atomicAdd(address, value) ({ __typeof__(address) p_ = (address); __typeof__(*p_) old_ = *p_; *p_ = old_ + (value); old_; })\n",
    ),
    (
        "atomicSub",
        "#define atomicSub(address, value) ({ __typeof__(address) p_ = (address); __typeof__(*p_) old_ = *p_; *p_ = old_ - (value); old_; })\n",
    ),
    (
        "atomicExch",
        "#define atomicExch(address, value) ({ __typeof__(address) p_ = (address); __typeof__(*p_) old_ = *p_; *p_ = (value); old_; })\n",
    ),
    (
        "atomicMin",
        "#define atomicMin(address, value) ({ __typeof__(address) p_ = (address); __typeof__(*p_) old_ = *p_, new_ = (value); *p_ = new_ < old_ ? new_ : old_; old_; })\n",
    ),
    (
        "atomicMax",
        "#define atomicMax(address, value) ({ __typeof__(address) p_ = (address); __typeof__(*p_) old_ = *p_, new_ = (value); *p_ = new_ > old_ ? new_ : old_; old_; })\n",
    ),
    (
        "atomicOr",
        "#define atomicOr(address, value) ({ __typeof__(address) p_ = (address); __typeof__(*p_) old_ = *p_; *p_ = old_ | (value); old_; })\n",
    ),
    (
        "atomicAnd",
        "#define atomicAnd(address, value) ({ __typeof__(address) p_ = (address); __typeof__(*p_) old_ = *p_; *p_ = old_ & (value); old_; })\n",
    ),
    (
        "atomicXor",
        "#define atomicXor(address, value) ({ __typeof__(address) p_ = (address); __typeof__(*p_) old_ = *p_; *p_ = old_ ^ (value); old_; })\n",
    ),
    (
        "atomicInc",
        "#define atomicInc(address, value) ({ __typeof__(address) p_ = (address); __typeof__(*p_) old_ = *p_; *p_ = old_ >= (value) ? 0 : old_ + 1; old_; })\n",
    ),
    (
        "atomicCAS",
        "#define atomicCAS(address, compare, value) ({ __typeof__(address) p_ = (address); __typeof__(*p_) old_ = *p_, compare_ = (compare), new_ = (value); *p_ = old_ == compare_ ? new_ : old_; old_; })\n",
    ),
    (
        "cudaMalloc",
        "static inline cudaError_t cudaMalloc(void *pointer, size_t bytes)\n{\n    void *memory = malloc(bytes);\n    memcpy(pointer, &memory, sizeof memory);\n    return memory || bytes == 0 ? cudaSuccess : cudaErrorMemoryAllocation;\n}\n",
    ),
    (
        "cudaMallocHost",
        "static inline cudaError_t cudaMallocHost(void *pointer, size_t bytes) { return cudaMalloc(pointer, bytes); }\n",
    ),
    (
        "cudaFree",
        "static inline cudaError_t cudaFree(void *pointer)\n{\n    free(pointer);\n    return cudaSuccess;\n}\n",
    ),
    ("cudaFreeHost", "static inline cudaError_t cudaFreeHost(void *pointer) { return cudaFree(pointer); }\n"),
    (
        "cudaMemcpy",
        "static inline cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)\n{\n    (void)kind;\n    memmove(to, from, bytes);\n    return cudaSuccess;\n}\n",
    ),
    (
        "cudaMemcpyAsync",
        "#define cudaMemcpyAsync(to, from, bytes, ...) cudaMemcpy(to, from, bytes, cudaMemcpyDefault)\n",
    ),
    (
        "cudaStreamCreate",
        "static inline cudaError_t cudaStreamCreate(cudaStream_t *stream)\n{\n    *stream = 1;\n    return cudaSuccess;\n}\n",
    ),
    ("cudaStreamSynchronize", "#define cudaStreamSynchronize(stream) ((void)(stream), cudaSuccess)\n"),
    ("cudaStreamDestroy", "#define cudaStreamDestroy(stream) ((void)(stream), cudaSuccess)\n"),
    (
        "cudaMemset",
        "static inline cudaError_t cudaMemset(void *to, int byte, size_t bytes)\n{\n    memset(to, byte, bytes);\n    return cudaSuccess;\n}\n",
    ),
    ("cudaGetLastError", "static inline cudaError_t cudaGetLastError(void) { return cudaSuccess; }\n"),
    ("cudaPeekAtLastError", "static inline cudaError_t cudaPeekAtLastError(void) { return cudaSuccess; }\n"),
    (
        "cudaDeviceSynchronize",
        "static inline cudaError_t cudaDeviceSynchronize(void) { return cudaSuccess; }\n",
    ),
    (
        "cudaThreadSynchronize",
        "static inline cudaError_t cudaThreadSynchronize(void) { return cudaSuccess; }\n",
    ),
    ("cudaDeviceReset", "static inline cudaError_t cudaDeviceReset(void) { return cudaSuccess; }\n"),
    (
        "cudaSetDevice",
        "static inline cudaError_t cudaSetDevice(int device) { return device == 0 ? cudaSuccess : cudaErrorInvalidValue; }\n",
    ),
    (
        "cudaGetErrorString",
        "static inline const char *cudaGetErrorString(cudaError_t error) { return error == cudaSuccess ? \"no error\" : \"out of memory\"; }\n",
    ),
    (
        "cudaEventCreate",
        "static inline cudaError_t cudaEventCreate(cudaEvent_t *event, ...)\n{\n    *event = (cudaEvent_t){0};\n    return cudaSuccess;\n}\n",
    ),
    (
        "cudaEventRecord",
        "static inline cudaError_t event_record(cudaEvent_t *event)\n{\n    timespec_get(event, TIME_UTC);\n    return cudaSuccess;\n}\n#define cudaEventRecord(event, ...) event_record(&(event))\n",
    ),
    ("cudaEventSynchronize", "#define cudaEventSynchronize(event) ((void)(event), cudaSuccess)\n"),
    ("cudaEventDestroy", "#define cudaEventDestroy(event) ((void)(event), cudaSuccess)\n"),
    (
        "cudaEventElapsedTime",
        "static inline cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end)\n{\n    *milliseconds = (end.tv_sec - start.tv_sec) * 1e3f + (end.tv_nsec - start.tv_nsec) * 1e-6f;\n    return cudaSuccess;\n}\n",
    ),
    (
        "cudaDeviceProp",
        "typedef struct cudaDeviceProp {\n    char name[256];\n    size_t totalGlobalMem, sharedMemPerBlock;\n    int warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];\n    int multiProcessorCount, clockRate, major, minor;\n} cudaDeviceProp;\n",
    ),
    (
        "cudaGetDeviceProperties",
        "static inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device)\n{\n    *properties = (cudaDeviceProp){\"the host's processor\", 1u << 30, 49152, 32, 1024, {1024, 1024, 64}, {2147483647, 65535, 65535}, 1, 1000000, 9, 0};\n    return device == 0 ? cudaSuccess : cudaErrorInvalidValue;\n}\n",
    ),
    (
        "cudaGetDeviceCount",
        "static inline cudaError_t cudaGetDeviceCount(int *count)\n{\n    *count = 1;\n    return cudaSuccess;\n}\n",
    ),
    ("__ldg", "#define __ldg(address) (*(address))\n"),
    ("__device__", "#define __device__\n"),
    ("__host__", "#define __host__\n"),
    ("__forceinline__", "#define __forceinline__ inline\n"),
];

/// Names that another entry defines on the way.
const WITH: [(&str, &str); 9] = [
    ("cudaErrorInvalidValue", "cudaError_t"),
    ("cudaErrorMemoryAllocation", "cudaError_t"),
    ("cudaSuccess", "cudaError_t"),
    ("cudaMemcpyHostToHost", "cudaMemcpyKind"),
    ("cudaMemcpyHostToDevice", "cudaMemcpyKind"),
    ("cudaMemcpyDeviceToHost", "cudaMemcpyKind"),
    ("cudaMemcpyDeviceToDevice", "cudaMemcpyKind"),
    ("cudaMemcpyDefault", "cudaMemcpyKind"),
    ("cudaError", "cudaError_t"),
];

/// Headers that declare functions of C's library.
const HEADERS: [(&str, &[&str]); 4] = [
    ("<math.h>", &[]),
    (
        "<stdlib.h>",
        &["malloc", "free", "exit", "abort", "atoi", "atof", "rand", "srand", "calloc", "abs", "llabs"],
    ),
    ("<string.h>", &["memcpy", "memmove", "memset", "memcmp", "strcmp"]),
    ("<time.h>", &["timespec", "timespec_get", "clock"]),
];

/// Is there a stand-in of this name?
pub(crate) fn has(name: &str) -> bool {
    ALL.iter().any(|(known, text)| *known == name && !text.is_empty())
}

/// Is it defined by a stand-in, also on the way?
pub(crate) fn defines(name: &str) -> bool {
    has(name) || WITH.iter().any(|(known, _)| *known == name)
}

/// The headers and definitions that a text with these words needs, which it has not itself.
pub(crate) fn needed(
    words: &BTreeSet<String>,
    declared: &dyn Fn(&str) -> bool,
) -> (Vec<&'static str>, String) {
    let mut wanted: BTreeSet<String> = words.clone();
    loop {
        let mut more = BTreeSet::new();
        for word in &wanted {
            if let Some((_, home)) = WITH.iter().find(|(name, _)| name == word) {
                more.insert((*home).to_owned());
            }
            if let Some((_, text)) = ALL.iter().find(|(name, _)| name == word).filter(|_| !declared(word)) {
                more.extend(identifiers(text.as_bytes()));
            }
        }
        let before = wanted.len();
        wanted.extend(more);
        if wanted.len() == before {
            break;
        }
    }
    let mut text = String::new();
    for (name, definition) in ALL {
        if wanted.contains(*name) && !declared(name) {
            text.push_str(definition);
        }
    }
    let is_wanted = |header: &str, names: &[&str]| match header {
        "<math.h>" => wanted.iter().any(|word| {
            let plain = word.strip_suffix('f').unwrap_or(word);
            (hir::mathematics::is_function(plain) || hir::mathematics::is_function(word)) && !declared(word)
        }),
        _ => names.iter().any(|name| wanted.contains(*name) && !declared(name)),
    };
    let headers = HEADERS.iter().filter(|(header, names)| is_wanted(header, names)).map(|h| h.0).collect();
    (headers, text)
}

/// The identifiers of a C text, without those in comments and strings.
pub(crate) fn identifiers(text: &[u8]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (start, end) in words(text) {
        found.insert(String::from_utf8_lossy(&text[start..end]).into_owned());
    }
    found
}

/// Where the identifiers of a C text are.
pub(crate) fn words(text: &[u8]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with(b"//") {
            at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        } else if rest.starts_with(b"/*") {
            at += rest.windows(2).position(|w| w == b"*/").map_or(rest.len(), |end| end + 2);
        } else if rest[0] == b'"' || rest[0] == b'\'' {
            let mut end = 1;
            while end < rest.len() && rest[end] != rest[0] && rest[end] != b'\n' {
                end += if rest[end] == b'\\' { 2 } else { 1 };
            }
            at += (end + 1).min(rest.len());
        } else if rest[0].is_ascii_alphabetic() || rest[0] == b'_' {
            let len = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
            found.push((at, at + len));
            at += len;
        } else if rest[0].is_ascii_digit() {
            at += rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        } else {
            at += 1;
        }
    }
    found
}
