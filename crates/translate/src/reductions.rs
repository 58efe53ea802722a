//! What a CUDA file needs for reductions: device functions that combine the values
//! of threads, and memory for the results of blocks.
//!
//! Each function stands in the file once, whatever the number of kernels and types
//! that use it. All of them combine in a fixed order.

use std::collections::BTreeSet;

use hir::ReductionOp;
use lower::cuda::Helper;
use lower::cuda::reduction::noun;
use source::Sources;

const OPERATIONS: [ReductionOp; 9] = [
    ReductionOp::Add,
    ReductionOp::Mul,
    ReductionOp::Min,
    ReductionOp::Max,
    ReductionOp::BitAnd,
    ReductionOp::BitOr,
    ReductionOp::BitXor,
    ReductionOp::And,
    ReductionOp::Or,
];

/// What keeps the names of the functions apart from the user's: nothing, if the
/// user has none of them.
pub(crate) fn helper_prefix(sources: &Sources) -> &'static str {
    let of = |op| [Helper::Block(op), Helper::BlockOf(op), Helper::Lanes(op), Helper::Group(op)];
    let mut names: Vec<String> = OPERATIONS.into_iter().flat_map(of).map(Helper::name).collect();
    names.extend(OPERATIONS.into_iter().map(|op| format!("warp_{}", noun(op))));
    names.extend(OPERATIONS.into_iter().map(|op| Helper::Atomic(op).name()));
    names.push(Helper::LastBlock.name());
    let is_taken = names.iter().any(|name| sources.symbols.lookup(name.as_bytes()).is_some());
    if is_taken { "hicuda_" } else { "" }
}

/// The functions, in the order in which they call each other.
pub(crate) fn definitions(helpers: &[Helper], prefix: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    if helpers.contains(&Helper::LastBlock) {
        parts.push(LAST_BLOCK.to_string());
    }
    for op in OPERATIONS {
        let has = |helper: fn(ReductionOp) -> Helper| helpers.contains(&helper(op));
        let mut texts: Vec<&str> = Vec::new();
        let (block, block_of) = (has(Helper::Block), has(Helper::BlockOf));
        if block || block_of {
            texts.extend([WARP, BLOCK]);
        }
        texts.extend(block_of.then_some(BLOCK_OF));
        texts.extend(has(Helper::Lanes).then_some(LANES));
        texts.extend(has(Helper::Group).then_some(GROUP));
        texts.extend(has(Helper::Atomic).then_some(ATOMIC));
        parts.extend(texts.iter().map(|text| for_operation(text, op)));
    }
    let text = parts.join("\n");
    if prefix.is_empty() { text } else { with_prefix(&text, prefix) }
}

/// Writes an operation's words into a text.
fn for_operation(text: &str, op: ReductionOp) -> String {
    let update = |value: &str, other: &str| match op {
        ReductionOp::Add => format!("{value} += {other};"),
        ReductionOp::Mul => format!("{value} *= {other};"),
        ReductionOp::Min => format!("{value} = min({value}, {other});"),
        ReductionOp::Max => format!("{value} = max({value}, {other});"),
        ReductionOp::BitAnd => format!("{value} &= {other};"),
        ReductionOp::BitOr => format!("{value} |= {other};"),
        ReductionOp::BitXor => format!("{value} ^= {other};"),
        ReductionOp::And => format!("{value} = {value} == {other} ? {value} : T({value} && {other});"),
        ReductionOp::Or => format!("{value} = {value} == {other} ? {value} : T({value} || {other});"),
    };
    let first = match kir::neutral(op) {
        Some(number) => number.to_string(),
        None => String::from("values[0]"),
    };
    let what = match op {
        ReductionOp::Add => "sum",
        ReductionOp::Mul => "product",
        ReductionOp::Min => "smallest",
        ReductionOp::Max => "largest",
        ReductionOp::BitAnd => "bitwise and",
        ReductionOp::BitOr => "bitwise or",
        ReductionOp::BitXor => "exclusive or",
        ReductionOp::And => "conjunction",
        ReductionOp::Or => "disjunction",
    };
    text.replace("COMBINE_OTHER", &update("value", "other"))
        .replace("COMBINE_VALUES", &update("value", "values[i]"))
        .replace("COMBINE_PARTS", &update("parts[thread]", "parts[thread + half]"))
        .replace("FIRST", &first)
        .replace("WHAT", what)
        .replace("NOUN", noun(op))
}

/// Puts the prefix before every helper's name.
fn with_prefix(text: &str, prefix: &str) -> String {
    let mut text = text.replace("is_last_block", &format!("{prefix}is_last_block"));
    let nouns: BTreeSet<&str> = OPERATIONS.into_iter().map(noun).collect();
    for noun in nouns {
        for scope in ["warp", "block", "lanes", "group"] {
            let name = format!("{scope}_{noun}");
            text = text.replace(&format!("{name}("), &format!("{prefix}{name}("));
            text = text.replace(&format!("{name}_of("), &format!("{prefix}{name}_of("));
        }
        text = text.replace(&format!("atomic_{noun}("), &format!("{prefix}atomic_{noun}("));
    }
    text
}

const WARP: &str = r#"// The WHAT over the first `lanes` threads of a warp, in the first of them.
template <typename T>
static __device__ T warp_NOUN(T value, int lane, int lanes)
{
    const unsigned int present = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        T other = __shfl_down_sync(present, value, offset);
        if (lane + offset < lanes)
            COMBINE_OTHER
    }
    return value;
}
"#;

const BLOCK: &str = r#"// The WHAT over the threads of the block, in all of them. All must call it.
template <typename T>
static __device__ T block_NOUN(T value)
{
    __shared__ T of_warps[32];
    const int threads = blockDim.x * blockDim.y * blockDim.z;
    const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    const int lane = thread % 32, warp = thread / 32, warps = (threads + 31) / 32;
    value = warp_NOUN(value, lane, min(32, threads - warp * 32));
    __syncthreads();
    if (lane == 0)
        of_warps[warp] = value;
    __syncthreads();
    if (warps == 1)
        return of_warps[0];
    if (warp == 0 && lane < warps) {
        value = warp_NOUN(of_warps[lane], lane, warps);
        if (lane == 0)
            of_warps[0] = value;
    }
    __syncthreads();
    return of_warps[0];
}
"#;

const BLOCK_OF: &str = r#"// The WHAT of values in memory, computed by the block together.
template <typename T>
static __device__ T block_NOUN_of(const T *values, unsigned int count)
{
    const unsigned int threads = blockDim.x * blockDim.y * blockDim.z;
    T value = FIRST;
    for (unsigned int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; i < count; i += threads)
        COMBINE_VALUES
    return block_NOUN(value);
}
"#;

const LANES: &str = r#"// The WHAT over `lanes` neighbouring threads, a power of two within a warp, in all of them.
template <typename T>
static __device__ T lanes_NOUN(T value, int lanes)
{
    const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    const int first = thread % 32 / lanes * lanes;
    const unsigned int group = (lanes == 32 ? 0xffffffff : (1u << lanes) - 1) << first;
    for (int offset = lanes / 2; offset > 0; offset /= 2) {
        T other = __shfl_xor_sync(group, value, offset);
        COMBINE_OTHER
    }
    return value;
}
"#;

const GROUP: &str = r#"// The WHAT over `count` neighbouring threads, in all of them. The whole block must call it.
template <typename T>
static __device__ T group_NOUN(T value, int count)
{
    __shared__ T parts[1024];
    const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    const int place = thread % count;
    __syncthreads();
    parts[thread] = value;
    for (int left = count; left > 1; left = (left + 1) / 2) {
        const int half = (left + 1) / 2;
        __syncthreads();
        if (place < left / 2)
            COMBINE_PARTS
    }
    __syncthreads();
    return parts[thread - place];
}
"#;

const ATOMIC: &str = r#"// Combines a value with one in memory, whoever else does so: the WHAT of both.
template <typename Word, typename T>
static __device__ void atomic_NOUN(T *target, T other)
{
    Word seen = *(volatile Word *)target, expected;
    do {
        expected = seen;
        T value = *(T *)&expected;
        COMBINE_OTHER
        seen = atomicCAS((Word *)target, expected, *(Word *)&value);
    } while (seen != expected);
}
"#;

const LAST_BLOCK: &str = r#"// True in the block that calls this last; it sees what the others wrote before.
static __device__ bool is_last_block(unsigned int *blocks_done)
{
    __shared__ bool is_last;
    const unsigned int blocks = gridDim.x * gridDim.y * gridDim.z;
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
        __threadfence();
        // Counts to the last block, and is 0 again for the next launch.
        is_last = atomicInc(blocks_done, blocks - 1) == blocks - 1;
        __threadfence();
    }
    __syncthreads();
    return is_last;
}
"#;

/// Device memory for results, with so many places.
pub(crate) fn memory(places: usize) -> String {
    MEMORY.replace("PLACES", &places.to_string())
}

const MEMORY: &str = r#"// Device memory for the results of blocks, kept from launch to launch.
static void *hicuda_results(int place, size_t bytes, const char *directive)
{
    static void *memory[PLACES];
    static size_t held[PLACES];
    if (held[place] < bytes) {
        hicuda_check(cudaFree(memory[place]), directive);
        hicuda_check(cudaMalloc(&memory[place], bytes), directive);
        held[place] = bytes;
    }
    return memory[place];
}

"#;
