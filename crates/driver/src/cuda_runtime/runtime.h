/* What programs without a GPU are linked with, beyond CUDA's own names. */
#ifndef WARPLOOM_DEVICE_RUNTIME_H
#define WARPLOOM_DEVICE_RUNTIME_H

#include <stddef.h>

/* What C++ overloads, for host and device; each evaluates its arguments once. */
#define warploom_min(a, b) ({ __typeof__(a) a_ = (a), b_ = (b); b_ < a_ ? b_ : a_; })
#define warploom_max(a, b) ({ __typeof__(a) a_ = (a), b_ = (b); b_ > a_ ? b_ : a_; })
#define warploom_abs(x) ({ __typeof__(x) x_ = (x); x_ < 0 ? -x_ : x_; })

/* The device: memory that is its own (`remote.c`: in another process; `here.c`:
   on the heap), and the variables in it. */
cudaError_t warploom_alloc(void **pointer, size_t size);
cudaError_t warploom_release(void *pointer);
int warploom_is_device(const void *pointer);
cudaError_t warploom_write(void *to, const void *from, size_t count);
cudaError_t warploom_read(void *to, const void *from, size_t count);
cudaError_t warploom_copy(void *to, const void *from, size_t count);
cudaError_t warploom_set(void *to, int byte, size_t count);
void warploom_room(size_t *free_bytes, size_t *total_bytes);
cudaError_t warploom_find(const void *host, unsigned symbol, size_t size, void **pointer);
cudaError_t warploom_managed(void **pointer, size_t size);
/* Memory of the host, as kernels see it. */
cudaError_t warploom_mapped(void **device, void *host);
/* Can the blocks of a grid wait for each other? */
#ifdef WARPLOOM_ELSEWHERE
#define WARPLOOM_BLOCKS_WAIT 0
#else
#define WARPLOOM_BLOCKS_WAIT 1
#endif
extern const char warploom_device_name[];

#ifndef __cplusplus
/* Memory in the order of a stream, and host memory that stays in its place, as translated hosts use them. */
typedef struct warploom_pool *cudaMemPool_t;
enum { cudaMemPoolAttrReleaseThreshold = 4, cudaHostRegisterDefault = 0 };
cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream);
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, int attribute, void *value);
cudaError_t cudaHostRegister(void *host, size_t size, unsigned int flags);
cudaError_t cudaHostUnregister(void *host);
#endif

/* Keeps an error for `cudaGetLastError`. */
cudaError_t warploom_note(cudaError_t status);

/* Starts a kernel in another process; its arguments lie where `args` says. */
cudaError_t warploom_launch(unsigned kernel, dim3 grid, dim3 block, size_t shared_bytes, unsigned count,
                            const void *const *args, const size_t *sizes);
/* The number of a kernel, by the name that the compiler of the host has for it. */
cudaError_t warploom_kernel(const char *name, unsigned *number);
/* Tells which variable of the device a variable of the host stands for. */
void warploom_symbol(const void *host, unsigned number, size_t size);
/* Fills a variable of the device. */
cudaError_t warploom_fill(unsigned symbol, const void *from, size_t count);

cudaError_t warploom_copy_to_symbol(const void *symbol, const void *from, size_t count, size_t offset,
                                    cudaMemcpyKind kind);
cudaError_t warploom_copy_from_symbol(void *to, const void *symbol, size_t count, size_t offset,
                                      cudaMemcpyKind kind);
cudaError_t warploom_symbol_address(void **pointer, const void *symbol);
cudaError_t warploom_symbol_size(size_t *size, const void *symbol);

/* A texture, described to kernels: what they are given is the address of this
   in device memory. */
struct warploom_texture {
    unsigned long long memory, width, height, element, pitch, mode_x, mode_y, linear, normalized;
    unsigned long long channel_bytes, channel_kind, fraction;
    /* Of three dimensions, or layers. */
    unsigned long long depth, mode_z;
};

/* `std::cout` and `std::cerr`, by the numbers of their files: see `streams.c`. */
void warploom_print_integer(int stream, long long value);
void warploom_print_unsigned(int stream, unsigned long long value);
void warploom_print_real(int stream, double value);
void warploom_print_character(int stream, char value);
void warploom_print_text(int stream, const char *text);
void warploom_print_pointer(int stream, const void *pointer);
void warploom_print_precision(int stream, int digits);
void warploom_print_width(int stream, int characters);
void warploom_print_form(int stream, int form);
void warploom_print_end(int stream);
void warploom_print_flush(int stream);

#ifndef __cplusplus
/* C++ passes a symbol by reference; here its address is taken. */
#define cudaMemcpyToSymbol(symbol, ...) warploom_copy_to_symbol(&(symbol), __VA_ARGS__)
#define cudaMemcpyFromSymbol(to, symbol, ...) warploom_copy_from_symbol(to, &(symbol), __VA_ARGS__)
#define cudaMemcpyToSymbolAsync(symbol, from, count, offset, kind, stream) \
    warploom_copy_to_symbol(&(symbol), from, count, offset, kind)
#define cudaMemcpyFromSymbolAsync(to, symbol, count, offset, kind, stream) \
    warploom_copy_from_symbol(to, &(symbol), count, offset, kind)
#define cudaGetSymbolAddress(pointer, symbol) warploom_symbol_address(pointer, &(symbol))
#define cudaGetSymbolSize(size, symbol) warploom_symbol_size(size, &(symbol))
#endif

#endif
