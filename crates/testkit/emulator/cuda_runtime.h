// CUDA on the host, as far as translated programs use it: enough to run them
// where there is no GPU, under AddressSanitizer if wished.
//
// The threads of a block are fibers on one host thread. A fiber runs until it
// reaches a barrier, waits for others of its warp, or ends; then the next one runs.
// With the environment
// variable EMULATOR_REVERSED they take turns in the opposite order, so that a
// missing barrier shows as a difference. Blocks run one after another.
//
// Device memory is host memory in allocations of its own, filled with a
// pattern, so that reading outside or before writing does not go unnoticed.
// Launches are written `emulator::Launch(grid, block).run([&] { kernel(...); })`:
// the test suite rewrites `<<<>>>` to that.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <type_traits>
#include <ucontext.h>
#include <vector>

#define __global__
#define __device__
#define __host__
#define __constant__
#define __forceinline__ inline
#define __shared__ static
#define __align__(n) __attribute__((aligned(n)))

struct uint3 { unsigned x, y, z; };
struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

static uint3 threadIdx, blockIdx;
static dim3 blockDim, gridDim;

template <class T> static T min(T a, T b) { return b < a ? b : a; }
template <class T> static T max(T a, T b) { return a < b ? b : a; }

// ---------------------------------------------------------------- launches

namespace emulator {

constexpr size_t STACK = 64 * 1024;

struct Fiber {
    ucontext_t context;
    uint3 index;
    size_t number;
    bool ended = false, at_barrier = false;
    std::unique_ptr<char[]> stack{new char[STACK]};
};

// What the lanes of a warp exchange: a lane's value is there from its arrival until
// all lanes of the exchange have read.
struct Warp {
    unsigned long long values[32];
    unsigned arrived, done;
};

static ucontext_t scheduler;
static Fiber *running;
static Warp warps[32];
static const std::function<void()> *body;

static void fiber_main() {
    (*body)();
    running->ended = true;
    swapcontext(&running->context, &scheduler);
}

struct Launch {
    dim3 grid, block;
    size_t shared;
    Launch(dim3 grid, dim3 block, size_t shared = 0) : grid(grid), block(block), shared(shared) {}

    void run(const std::function<void()> &kernel) const {
        size_t threads = size_t(block.x) * block.y * block.z;
        if (threads == 0 || threads > 1024 || grid.x == 0 || grid.y == 0 || grid.z == 0) {
            fprintf(stderr, "emulator: a launch of %u x %u x %u blocks of %zu threads\n", grid.x, grid.y, grid.z,
                    threads);
            exit(3);
        }
        body = &kernel;
        gridDim = grid;
        blockDim = block;
        std::vector<Fiber> fibers(threads);
        for (unsigned z = 0; z < grid.z; z++)
            for (unsigned y = 0; y < grid.y; y++)
                for (unsigned x = 0; x < grid.x; x++) {
                    blockIdx = {x, y, z};
                    run_block(fibers);
                }
    }

    void run_block(std::vector<Fiber> &fibers) const {
        for (size_t i = 0; i < fibers.size(); i++) {
            Fiber &fiber = fibers[i];
            fiber.ended = fiber.at_barrier = false;
            fiber.number = i;
            fiber.index = {unsigned(i % block.x), unsigned(i / block.x % block.y), unsigned(i / block.x / block.y)};
            getcontext(&fiber.context);
            fiber.context.uc_stack.ss_sp = fiber.stack.get();
            fiber.context.uc_stack.ss_size = STACK;
            fiber.context.uc_link = nullptr;
            makecontext(&fiber.context, fiber_main, 0);
        }
        static const bool reversed = getenv("EMULATOR_REVERSED") != nullptr;
        memset(warps, 0, sizeof warps);
        size_t idle = 0;
        for (size_t ended = 0; ended < fibers.size();) {
            size_t waiting = 0, before = ended;
            for (size_t i = 0; i < fibers.size(); i++) {
                Fiber &fiber = fibers[reversed ? fibers.size() - 1 - i : i];
                if (!fiber.ended && !fiber.at_barrier) {
                    running = &fiber;
                    threadIdx = fiber.index;
                    swapcontext(&scheduler, &fiber.context);
                    ended += fiber.ended;
                }
                waiting += fiber.at_barrier;
            }
            if (waiting != 0 && waiting + ended == fibers.size()) {
                if (ended != 0) {
                    fprintf(stderr, "emulator: %zu threads wait at a barrier that %zu do not reach\n", waiting,
                            ended);
                    exit(3);
                }
                for (Fiber &fiber : fibers) fiber.at_barrier = false;
                idle = 0;
            } else if (ended == before && ++idle > 100) {
                fprintf(stderr, "emulator: threads of a warp wait for others that do not come\n");
                exit(3);
            }
        }
    }
};

} // namespace emulator

namespace emulator {

static void let_others_run() {
    swapcontext(&running->context, &scheduler);
    threadIdx = running->index;
}

// The value that lane `from` brings to an exchange of the lanes in `mask`.
template <class T> static T exchanged(unsigned mask, T value, unsigned from) {
    Warp &warp = warps[running->number / 32];
    unsigned lane = running->number % 32, own = 1u << lane;
    if (!(mask & own)) {
        fprintf(stderr, "emulator: lane %u exchanges without being in the mask %x\n", lane, mask);
        exit(3);
    }
    while (warp.arrived & own) let_others_run();
    memcpy(&warp.values[lane], &value, sizeof value);
    warp.arrived |= own;
    while ((warp.arrived & mask) != mask) let_others_run();
    T result;
    memcpy(&result, &warp.values[from < 32 ? from : lane], sizeof result);
    warp.done |= own;
    if ((warp.done & mask) == mask) {
        warp.arrived &= ~mask;
        warp.done &= ~mask;
    }
    return result;
}

} // namespace emulator

static void __syncthreads() {
    emulator::running->at_barrier = true;
    emulator::let_others_run();
}
static void __threadfence() {}

template <class T> static T __shfl_down_sync(unsigned mask, T value, unsigned offset) {
    return emulator::exchanged(mask, value, unsigned(emulator::running->number % 32) + offset);
}
template <class T> static T __shfl_xor_sync(unsigned mask, T value, unsigned bits) {
    return emulator::exchanged(mask, value, unsigned(emulator::running->number % 32) ^ bits);
}

// ---------------------------------------------------------- fast functions

static float rsqrtf(float x) { return 1 / sqrtf(x); }
static float __fdividef(float x, float y) { return x / y; }
#define __powf powf
#define __expf expf
#define __logf logf
#define __log2f log2f
#define __log10f log10f
#define __sinf sinf
#define __cosf cosf
#define __tanf tanf

// ----------------------------------------------------------------- atomics

// Fibers change turns only where they wait: every update is atomic.
template <class T, class V> static T atomicAdd(T *at, V value) { T old = *at; *at = T(old + T(value)); return old; }
template <class T, class V> static T atomicMin(T *at, V value) { T old = *at; *at = min(old, T(value)); return old; }
template <class T, class V> static T atomicMax(T *at, V value) { T old = *at; *at = max(old, T(value)); return old; }
template <class T, class V> static T atomicAnd(T *at, V value) { T old = *at; *at &= T(value); return old; }
template <class T, class V> static T atomicOr(T *at, V value) { T old = *at; *at |= T(value); return old; }
template <class T, class V> static T atomicXor(T *at, V value) { T old = *at; *at ^= T(value); return old; }
template <class T> static T atomicCAS(T *at, T expected, T value) {
    T old = *at;
    if (old == expected) *at = value;
    return old;
}
static unsigned atomicInc(unsigned *at, unsigned last) {
    unsigned old = *at;
    *at = old >= last ? 0 : old + 1;
    return old;
}

// ------------------------------------------------------------------ memory

enum cudaError_t { cudaSuccess, cudaErrorInvalidValue };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice };

static const char *cudaGetErrorString(cudaError_t) { return "invalid value"; }
static cudaError_t cudaGetLastError() { return cudaSuccess; }
static cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize };
template <class Kernel> static cudaError_t cudaFuncSetAttribute(Kernel, cudaFuncAttribute, int) { return cudaSuccess; }

static cudaError_t cudaMalloc(void **pointer, size_t bytes) {
    *pointer = malloc(bytes == 0 ? 1 : bytes);
    memset(*pointer, 0xA5, bytes);
    return cudaSuccess;
}
static cudaError_t cudaFree(void *pointer) {
    free(pointer);
    return cudaSuccess;
}
static cudaError_t cudaMemset(void *to, int value, size_t bytes) {
    memset(to, value, bytes);
    return cudaSuccess;
}
static cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind) {
    memcpy(to, from, bytes);
    return cudaSuccess;
}
static cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                                size_t height, cudaMemcpyKind) {
    if (width > to_pitch || width > from_pitch) return cudaErrorInvalidValue;
    for (size_t row = 0; row < height; row++)
        memcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width);
    return cudaSuccess;
}
template <class T>
static cudaError_t cudaMemcpyToSymbol(T &symbol, const void *from, size_t bytes, size_t offset = 0) {
    if (offset + bytes > sizeof(T)) return cudaErrorInvalidValue;
    memcpy((char *)&symbol + offset, from, bytes);
    return cudaSuccess;
}

// ---------------------------------------------------------------- textures

enum cudaTextureAddressMode { cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder };
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode { cudaReadModeElementType };
enum cudaResourceType { cudaResourceTypeArray, cudaResourceTypeLinear = 2 };

struct cudaChannelFormatDesc { int bytes; };
template <class T> static cudaChannelFormatDesc cudaCreateChannelDesc() { return {int(sizeof(T))}; }

struct cudaArray {
    size_t element, width, height;
    std::vector<char> bytes;
};
typedef cudaArray *cudaArray_t;
struct cudaResourceDesc {
    cudaResourceType resType;
    struct {
        struct { cudaArray_t array; } array;
        struct { void *devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
    } res;
};
struct cudaTextureDesc {
    cudaTextureAddressMode addressMode[3];
    cudaTextureFilterMode filterMode;
    cudaTextureReadMode readMode;
    int normalizedCoords;
};
struct EmulatedTexture {
    cudaResourceDesc resource;
    cudaTextureDesc texture;
};
typedef EmulatedTexture *cudaTextureObject_t;

static cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *format, size_t width,
                                   size_t height, unsigned) {
    size_t element = size_t(format->bytes);
    *array = new cudaArray{element, width, height, std::vector<char>(element * width * height)};
    return cudaSuccess;
}
static cudaError_t cudaFreeArray(cudaArray_t array) {
    delete array;
    return cudaSuccess;
}
static cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t, size_t, const void *from, size_t pitch, size_t width,
                                       size_t height, cudaMemcpyKind) {
    if (width > to->width * to->element || height > to->height) return cudaErrorInvalidValue;
    for (size_t row = 0; row < height; row++)
        memcpy(&to->bytes[row * to->width * to->element], (const char *)from + row * pitch, width);
    return cudaSuccess;
}
static cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const cudaResourceDesc *resource,
                                           const cudaTextureDesc *texture, const void *) {
    *object = new EmulatedTexture{*resource, *texture};
    return cudaSuccess;
}
static cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc *resource, cudaTextureObject_t object) {
    *resource = object->resource;
    return cudaSuccess;
}
static cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
    delete object;
    return cudaSuccess;
}

template <class T> static T tex1Dfetch(cudaTextureObject_t object, int i) {
    const auto &linear = object->resource.res.linear;
    if (i < 0 || size_t(i) >= linear.sizeInBytes / sizeof(T)) return T();
    return ((const T *)linear.devPtr)[i];
}

template <class T> static T emulated_texel(cudaTextureObject_t object, long x, long y) {
    const cudaArray &array = *object->resource.res.array.array;
    long width = long(array.width), height = long(array.height);
    bool outside = x < 0 || y < 0 || x >= width || y >= height;
    if (outside && object->texture.addressMode[0] == cudaAddressModeBorder) return T();
    x = std::clamp(x, 0L, width - 1);
    y = std::clamp(y, 0L, height - 1);
    T value;
    memcpy(&value, &array.bytes[size_t(y * width + x) * sizeof(T)], sizeof(T));
    return value;
}

template <class T> static T tex2D(cudaTextureObject_t object, float x, float y) {
    if (object->texture.filterMode == cudaFilterModePoint)
        return emulated_texel<T>(object, long(std::floor(x)), long(std::floor(y)));
    // The hardware keeps eight bits of the fraction.
    float across = x - 0.5f, down = y - 0.5f;
    long column = long(std::floor(across)), row = long(std::floor(down));
    float right = std::round((across - float(column)) * 256) / 256, below = std::round((down - float(row)) * 256) / 256;
    auto at = [&](long dx, long dy) { return float(emulated_texel<T>(object, column + dx, row + dy)); };
    return T((1 - below) * ((1 - right) * at(0, 0) + right * at(1, 0)) +
             below * ((1 - right) * at(0, 1) + right * at(1, 1)));
}
