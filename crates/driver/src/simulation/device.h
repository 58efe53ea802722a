/* What programs on the simulated device are linked with, beyond CUDA's own
   names: the door to the device. */
#ifndef WARPLOOM_DEVICE_H
#define WARPLOOM_DEVICE_H

#include <stddef.h>

/* Starts a kernel; its arguments lie where `args` says. */
cudaError_t warploom_launch(unsigned kernel, dim3 grid, dim3 block, size_t shared_bytes, unsigned count,
                            const void *const *args, const size_t *sizes);
/* Tells which variable of the device a variable of the host stands for. */
void warploom_symbol(const void *host, unsigned symbol);
/* Fills a variable of the device. */
cudaError_t warploom_fill(unsigned symbol, const void *from, size_t count);

cudaError_t warploom_copy_to_symbol(const void *symbol, const void *from, size_t count, size_t offset,
                                    cudaMemcpyKind kind);
cudaError_t warploom_copy_from_symbol(void *to, const void *symbol, size_t count, size_t offset,
                                      cudaMemcpyKind kind);
cudaError_t warploom_symbol_address(void **pointer, const void *symbol);
cudaError_t warploom_symbol_size(size_t *size, const void *symbol);

/* Textures: what a kernel is given is the address of a description. */
enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned,
    cudaChannelFormatKindUnsigned,
    cudaChannelFormatKindFloat,
    cudaChannelFormatKindNone
};
enum cudaTextureAddressMode {
    cudaAddressModeWrap,
    cudaAddressModeClamp,
    cudaAddressModeMirror,
    cudaAddressModeBorder
};
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaResourceType {
    cudaResourceTypeArray,
    cudaResourceTypeMipmappedArray,
    cudaResourceTypeLinear,
    cudaResourceTypePitch2D
};
struct cudaChannelFormatDesc {
    int x, y, z, w;
    enum cudaChannelFormatKind f;
};
struct cudaResourceDesc {
    enum cudaResourceType resType;
    union {
        struct {
            cudaArray_t array;
        } array;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
    } res;
};
struct cudaTextureDesc {
    enum cudaTextureAddressMode addressMode[3];
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureReadMode readMode;
    int normalizedCoords;
};
struct cudaResourceViewDesc;

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f);
cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format, size_t width,
                            size_t height, unsigned int flags);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                size_t height, cudaMemcpyKind kind);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc *view);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource, cudaTextureObject_t object);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object);

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
