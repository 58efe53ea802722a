//! The few lines that translated files need: how a failure is reported, how a
//! copy is found.
//!
//! A program of one file carries them in that file, and needs nothing else. The
//! files of a larger one share them in a header, `warploom_runtime.h`, and with
//! them the table of device copies: what one file puts on the device the others
//! find.

use std::collections::BTreeSet;

use lower::Language;
use source::Sources;

use crate::api::Api;
use crate::open_cl_textures;

/// The name of the header that the files of a program share.
pub const HEADER: &str = "warploom_runtime.h";

/// A piece of support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Support {
    /// OpenCL, in the shape of CUDA's runtime.
    OpenCl,
    /// Checked CUDA calls.
    Cuda,
    /// Checked launches.
    CudaLaunch,
    /// Streams of kernels that run side by side.
    CudaStreams,
    /// Streams of the rounds of loops.
    CudaRounds,
    /// Memory of the host that stays in its place.
    CudaPinned,
    /// Device memory on the CPU.
    Cpu,
    /// Checked sections.
    Require,
    /// Copies found by host address.
    ByAddress,
    /// Textures.
    CudaTexture,
    /// Copies of rows on the CPU.
    CpuRows,
    /// Copies of rows that are anywhere on the host.
    ScatteredRows,
    /// A device for each process.
    CudaDevice,
}

impl Support {
    fn text(self, api: Api) -> String {
        let text = match self {
            Support::OpenCl => return OPEN_CL.replace("\nstatic ocl", "\nstatic inline ocl"),
            Support::Cuda if api.0 == Language::OpenCl => OPEN_CL_CHECK,
            Support::Cuda => CUDA,
            Support::CudaLaunch => CUDA_LAUNCH,
            Support::CudaStreams => {
                return api.spell(&CUDA_STREAMS.replace("COUNT", &kir::STREAMS.to_string()));
            }
            Support::CudaRounds => {
                return api.spell(&CUDA_ROUNDS.replace("COUNT", &kir::ROUNDS.to_string()));
            }
            Support::CudaPinned => CUDA_PINNED,
            Support::Cpu => CPU,
            Support::Require => REQUIRE,
            Support::ByAddress => BY_ADDRESS,
            Support::CudaTexture if api.0 == Language::OpenCl => open_cl_textures::SUPPORT,
            Support::CudaTexture => CUDA_TEXTURE,
            Support::CpuRows => CPU_ROWS,
            Support::ScatteredRows => SCATTERED_ROWS,
            Support::CudaDevice => CUDA_DEVICE,
        };
        api.spell(text)
    }
}

/// What stands before the first function with directives: the pieces, or the
/// header that has them.
pub(crate) fn opening(
    api: Api,
    own_header: &str,
    (original, headers): (&[u8], &[&str]),
    pieces: &[Support],
    shared: Option<&mut BTreeSet<Support>>,
) -> String {
    match shared {
        Some(shared) => {
            shared.extend(pieces);
            format!("#include \"{HEADER}\"\n\n")
        }
        None => {
            let missing = missing_includes(original, headers);
            let gap = if missing.is_empty() && !own_header.is_empty() { "\n" } else { "" };
            let includes = format!("{own_header}{missing}{gap}");
            pieces.iter().fold(includes, |text, piece| text + &piece.text(api))
        }
    }
}

/// The header with all pieces that the files of a program need.
pub fn header(language: Language, pieces: &BTreeSet<Support>) -> String {
    let api = Api(language);
    let is_cuda = pieces.contains(&Support::Cuda);
    let includes = if is_cuda { api.host_opening() } else { String::new() };
    let guard = "#ifndef WARPLOOM_RUNTIME_H\n#define WARPLOOM_RUNTIME_H\n";
    let about = "// What the translated files of this program share.\n";
    let mut text =
        format!("{about}{guard}\n{includes}#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n");
    for piece in pieces {
        // Not every file uses every function; the table is one for all.
        let piece = piece.text(api).replace("\nstatic ", "\nstatic inline ");
        text += &piece.replace(
            "\nstatic inline struct ",
            "\n// Weak: every file has it, the program has one.\n__attribute__((weak)) struct ",
        );
    }
    text + "#endif\n"
}

/// Do several processes of the program share a machine?
pub(crate) fn is_mpi_program(sources: &Sources) -> bool {
    sources.map.files().any(|(_, file)| file.name.rsplit('/').next() == Some("mpi.h"))
}

/// The `#include` lines of headers that the text does not include itself.
pub(crate) fn missing_includes(text: &[u8], headers: &[&str]) -> String {
    let text = String::from_utf8_lossy(text);
    // What is included below comes too late: the runtime stands before the first directive.
    let is_directive = |line: &str| line.split_whitespace().take(2).eq(["#pragma", "hicuda"]);
    let above = || text.lines().take_while(|line| !is_directive(line));
    let included = |header: &str| {
        above().any(|line| {
            let line: String = line.split_whitespace().collect();
            line.starts_with("#include") && line.contains(&format!("<{header}>"))
        })
    };
    let missing: String =
        headers.iter().filter(|h| !included(h)).map(|h| format!("#include <{h}>\n")).collect();
    if missing.is_empty() { missing } else { missing + "\n" }
}

/// Before the first function that uses CUDA.
pub(crate) const CUDA: &str = r#"// A failed CUDA call ends the program and names the directive behind it.
static void hicuda_check(cudaError_t status, const char *directive)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", directive, cudaGetErrorString(status));
        if ((status == cudaErrorIllegalAddress || status == cudaErrorLaunchFailure) && !getenv("WARPLOOM_SYNC"))
            fprintf(stderr, "a kernel failed before that: WARPLOOM_SYNC=1 in the environment shows which\n");
        exit(EXIT_FAILURE);
    }
}

"#;

/// Before the first kernel that runs beside another.
const CUDA_STREAMS: &str = r#"// Kernels with `nowait` that have nothing to do with each other run side by side, each group of
// them in a stream. Whatever else the device does waits for all streams, and they for it.
static cudaStream_t hicuda_stream(int group)
{
    static cudaStream_t streams[COUNT];
    if (!streams[group])
        hicuda_check(cudaStreamCreate(&streams[group]), "a stream for kernels with nowait");
    return streams[group];
}

"#;

/// Before the first loop whose rounds overlap.
const CUDA_ROUNDS: &str = r#"// The rounds of a loop take these streams in turn: each round is in order, and others copy while it computes. Memory that
// a round gives back is kept for those that come.
static cudaStream_t hicuda_next_stream(void)
{
    static cudaStream_t streams[COUNT];
    static unsigned int rounds;
    const char *what = "a stream for the rounds of a loop";
    if (!streams[0]) {
        unsigned long long keep_all = ~0ull;
        cudaMemPool_t pool;
        int device;
        hicuda_check(cudaGetDevice(&device), what);
        hicuda_check(cudaDeviceGetDefaultMemPool(&pool, device), what);
        hicuda_check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep_all), what);
        for (int i = 0; i < COUNT; i++)
            hicuda_check(cudaStreamCreate(&streams[i]), what);
    }
    return streams[rounds++ % COUNT];
}

"#;

/// Before the first array with `pinned`.
const CUDA_PINNED: &str = r#"// Memory of the host that stays in its place is copied faster, and while the host and kernels go on. Where it cannot be
// kept there, copies are only slower.
static void hicuda_pin(const void *host, size_t bytes)
{
    if (bytes && cudaHostRegister((void *)host, bytes, cudaHostRegisterDefault) != cudaSuccess)
        (void)cudaGetLastError();
}

static void hicuda_unpin(const void *host)
{
    if (cudaHostUnregister((void *)host) != cudaSuccess)
        (void)cudaGetLastError();
}

"#;

/// OpenCL behind the functions that hosts call.
const OPEN_CL: &str = include_str!("open_cl_runtime.c");

/// Before the first function that uses OpenCL.
const OPEN_CL_CHECK: &str = r#"// A failed OpenCL call ends the program and names the directive behind it.
static void hicuda_check(oclError_t status, const char *directive)
{
    if (status != oclSuccess) {
        fprintf(stderr, "%s: %s\n", directive, oclGetErrorString(status));
        exit(EXIT_FAILURE);
    }
}

"#;

/// Before the first function that launches a kernel. Where CUDA reports what went wrong in a
/// kernel, it is at a later call, unless the user asks to wait.
pub(crate) const CUDA_LAUNCH: &str = r#"// The host goes on while a kernel runs. What fails in the kernel is reported by the next transfer,
// or here if the program runs with WARPLOOM_SYNC=1.
static void hicuda_launched(cudaError_t status, const char *directive)
{
    if (status == cudaSuccess && getenv("WARPLOOM_SYNC"))
        status = cudaDeviceSynchronize();
    hicuda_check(status, directive);
}

"#;

/// Before the first kernel that loads sections ahead.
pub(crate) const CUDA_COPIES: &str = r#"// Starts to copy 4, 8 or 16 bytes to shared memory. A GPU before compute capability 8.0 cannot
// do that by itself: the thread does.
static __device__ void hicuda_start_copy(void *to, const void *from, int bytes)
{
#if __CUDA_ARCH__ >= 800
    unsigned int place = (unsigned int)__cvta_generic_to_shared(to);
    if (bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(place), "l"(from) : "memory");
    else if (bytes == 8)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" : : "r"(place), "l"(from) : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(place), "l"(from) : "memory");
#else
    memcpy(to, from, bytes);
#endif
}

// Waits for the copies that this thread has started.
static __device__ void hicuda_await_copies(void)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" : : : "memory");
#endif
}
"#;

/// The same where no GPU copies by itself.
pub(crate) const HIP_COPIES: &str = r#"// Copies 4, 8 or 16 bytes to shared memory.
static __device__ void hicuda_start_copy(void *to, const void *from, int bytes)
{
    memcpy(to, from, bytes);
}

// The thread has done its copies itself.
static __device__ void hicuda_await_copies(void)
{
}
"#;

/// Before the first kernel that reads structs in one piece.
pub(crate) const CUDA_WHOLE: &str = r#"// A struct at an address that is a multiple of its size, read at once.
template <typename T> static __device__ T hicuda_whole(const T *at)
{
    T value;
    memcpy(&value, __builtin_assume_aligned(at, sizeof value), sizeof value);
    return value;
}
"#;

/// Added to programs that use MPI. The variables are those of Open MPI,
/// MVAPICH2, MPICH and Slurm.
pub(crate) const CUDA_DEVICE: &str = r#"// The processes of one machine take its devices in turn.
static void hicuda_choose_device(const char *directive)
{
    static const char *const local_ranks[] = { "OMPI_COMM_WORLD_LOCAL_RANK", "MV2_COMM_WORLD_LOCAL_RANK",
                                               "MPI_LOCALRANKID", "SLURM_LOCALID" };
    static int is_chosen;
    int devices;
    if (is_chosen)
        return;
    is_chosen = 1;
    hicuda_check(cudaGetDeviceCount(&devices), directive);
    for (int i = 0; i < 4; i++)
        if (getenv(local_ranks[i])) {
            hicuda_check(cudaSetDevice(atoi(getenv(local_ranks[i])) % devices), directive);
            return;
        }
}

"#;

/// Added where textures are used. Valid as C too, for a host that stays C.
pub(crate) const CUDA_TEXTURE: &str = r#"// A texture over a copy of `height` rows of `width` elements, `pitch` bytes apart on the host;
// with one row it is linear memory, otherwise an array of the device.
static cudaTextureObject_t hicuda_texture(const void *host, size_t pitch, size_t width, size_t height,
                                          struct cudaChannelFormatDesc format, size_t element,
                                          enum cudaTextureAddressMode address, enum cudaTextureFilterMode filter,
                                          const char *directive)
{
    struct cudaResourceDesc resource;
    struct cudaTextureDesc texture;
    cudaTextureObject_t object;
    memset(&resource, 0, sizeof resource);
    memset(&texture, 0, sizeof texture);
    texture.addressMode[0] = texture.addressMode[1] = address;
    texture.filterMode = filter;
    texture.readMode = cudaReadModeElementType;
    if (height == 0) {
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear.desc = format;
        resource.res.linear.sizeInBytes = width * element;
        hicuda_check(cudaMalloc(&resource.res.linear.devPtr, width * element), directive);
        hicuda_check(cudaMemcpy(resource.res.linear.devPtr, host, width * element, cudaMemcpyHostToDevice), directive);
    } else {
        resource.resType = cudaResourceTypeArray;
        hicuda_check(cudaMallocArray(&resource.res.array.array, &format, width, height, 0), directive);
        hicuda_check(cudaMemcpy2DToArray(resource.res.array.array, 0, 0, host, pitch, width * element, height,
                                         cudaMemcpyHostToDevice), directive);
    }
    hicuda_check(cudaCreateTextureObject(&object, &resource, &texture, NULL), directive);
    return object;
}

static void hicuda_free_texture(cudaTextureObject_t object, const char *directive)
{
    struct cudaResourceDesc resource;
    hicuda_check(cudaGetTextureObjectResourceDesc(&resource, object), directive);
    hicuda_check(cudaDestroyTextureObject(object), directive);
    if (resource.resType == cudaResourceTypeArray)
        hicuda_check(cudaFreeArray(resource.res.array.array), directive);
    else
        hicuda_check(cudaFree(resource.res.linear.devPtr), directive);
}

"#;

/// Added where a host pointer is reassigned while its data is on the device,
/// or a function works on what its callers have put there.
pub(crate) const BY_ADDRESS: &str = r#"// A device copy belongs to the host object, whichever pointer leads to it. Of the object at
// `host` it holds `bytes` bytes from the one with number `first` on.
static struct hicuda_copy {
    const char *host;
    size_t first, bytes;
    char *device;
    int is_there;
} hicuda_copies[1024];

static void hicuda_remember(const void *host, size_t first, size_t bytes, void *device, const char *directive)
{
    for (int i = 0; i < 1024; i++)
        if (!hicuda_copies[i].is_there) {
            hicuda_copies[i].host = (const char *)host;
            hicuda_copies[i].first = first;
            hicuda_copies[i].bytes = bytes;
            hicuda_copies[i].device = (char *)device;
            hicuda_copies[i].is_there = 1;
            return;
        }
    fprintf(stderr, "%s: more than 1024 device copies\n", directive);
    exit(EXIT_FAILURE);
}

static struct hicuda_copy *hicuda_find(const void *host, const char *directive)
{
    struct hicuda_copy *empty = NULL;
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].is_there && hicuda_copies[i].host == host) {
            if (hicuda_copies[i].bytes)
                return &hicuda_copies[i];
            empty = &hicuda_copies[i];
        }
    for (int i = 0; i < 1024; i++)
        if (hicuda_copies[i].is_there
            && (size_t)((const char *)host - hicuda_copies[i].host) - hicuda_copies[i].first < hicuda_copies[i].bytes)
            return &hicuda_copies[i];
    if (empty)
        return empty;
    fprintf(stderr, "%s: this object has no copy on the device\n", directive);
    exit(EXIT_FAILURE);
}

// Where the byte at `host`, the start of an object or inside a copy, is on the device.
static void *hicuda_copy_of(const void *host, const char *directive)
{
    struct hicuda_copy *copy = hicuda_find(host, directive);
    return copy->device + ((const char *)host - copy->host) - copy->first;
}

static void *hicuda_forget(const void *host, const char *directive)
{
    struct hicuda_copy *copy = hicuda_find(host, directive);
    copy->is_there = 0;
    return copy->device;
}

"#;

/// Added where the rows of an array are behind pointers. A transfer takes some microseconds however short it is: a million rows of
/// 17 numbers took 58 s one by one on an H200.
const SCATTERED_ROWS: &str = r#"// Rows that are anywhere on the host and lie one behind the other on the device. Short ones are collected, so that many of
// them are one transfer.
static struct hicuda_row_list {
    char *buffer, *device;
    size_t bytes, count;
    int to_host;
    char *rows[4096];
    size_t lengths[4096];
} hicuda_row_list;

// Moves the rows that were collected.
static void hicuda_rows_end(const char *directive)
{
    struct hicuda_row_list *list = &hicuda_row_list;
    char *at = list->buffer;
    if (list->count && list->to_host)
        hicuda_check(cudaMemcpy(list->buffer, list->device, list->bytes, cudaMemcpyDeviceToHost), directive);
    for (size_t row = 0; row < list->count; at += list->lengths[row], row++)
        memcpy(list->to_host ? list->rows[row] : at, list->to_host ? at : list->rows[row], list->lengths[row]);
    if (list->count && !list->to_host)
        hicuda_check(cudaMemcpy(list->device, list->buffer, list->bytes, cudaMemcpyHostToDevice), directive);
    list->count = list->bytes = 0;
}

static void hicuda_row(const void *device, const void *host, size_t bytes, int to_host, const char *directive)
{
    const size_t room = 1 << 22;
    struct hicuda_row_list *list = &hicuda_row_list;
    if (!list->buffer)
        list->buffer = (char *)malloc(room);
    if (list->count == 4096 || list->bytes + bytes > room || list->to_host != to_host
        || list->device + list->bytes != (const char *)device)
        hicuda_rows_end(directive);
    if (!list->buffer || bytes > room / 16) {
        hicuda_rows_end(directive);
        hicuda_check(to_host ? cudaMemcpy((void *)host, device, bytes, cudaMemcpyDeviceToHost)
                             : cudaMemcpy((void *)device, host, bytes, cudaMemcpyHostToDevice), directive);
        return;
    }
    if (!list->count)
        list->device = (char *)device;
    list->to_host = to_host;
    list->rows[list->count] = (char *)host;
    list->lengths[list->count++] = bytes;
    list->bytes += bytes;
}

"#;

/// Added where a section could not be checked at compile time.
pub(crate) const REQUIRE: &str = r#"// A section that does not fit its array, or a grid that is too large, ends the program.
static void hicuda_require(int holds, const char *problem)
{
    if (!holds) {
        fprintf(stderr, "%s\n", problem);
        exit(EXIT_FAILURE);
    }
}

"#;

/// Before the first function that uses device memory on the CPU.
pub(crate) const CPU: &str = r#"// Device memory on a machine without a device: memory of its own. What was
// never copied in is filled with a pattern, so that a forgotten copy shows.
static void *hicuda_alloc(size_t bytes, const char *directive)
{
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) {
        fprintf(stderr, "%s: out of memory (%zu bytes)\n", directive, bytes);
        exit(EXIT_FAILURE);
    }
    return memset(memory, 0xff, bytes);
}

"#;

/// Added where rows of an array are copied.
pub(crate) const CPU_ROWS: &str = r#"// Copies `rows` runs of `width` bytes that lie `to_pitch` and `from_pitch` apart.
static void hicuda_copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                             size_t width, size_t rows)
{
    for (size_t row = 0; row < rows; row++)
        memcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width);
}

"#;
