/* Arrays, and what kernels read and write of them: textures and surfaces. */
#include "cuda_runtime.h"

#include <stdlib.h>

struct cudaArray {
    void *memory;
    cudaChannelFormatDesc format;
    size_t width, height, depth;
    unsigned int flags;
};

struct texture {
    cudaResourceDesc resource;
    cudaTextureObject_t object;
    struct texture *next;
};
static struct texture *textures;

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f)
{
    return (cudaChannelFormatDesc){x, y, z, w, f};
}

static size_t element_bytes(cudaChannelFormatDesc format)
{
    return (format.x + format.y + format.z + format.w) / 8;
}

/* One, two or four channels of equal size. */
static int is_format(cudaChannelFormatDesc format)
{
    int channels = 1 + (format.y != 0) + (format.z != 0) + (format.w != 0);
    int is_equal = (format.y == 0 || format.y == format.x) && (format.z == 0 || format.z == format.x)
                   && (format.w == 0 || format.w == format.x);
    return (format.x == 8 || format.x == 16 || format.x == 32) && is_equal && channels != 3;
}

static size_t at_least_one(size_t extent)
{
    return extent == 0 ? 1 : extent;
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *format, cudaExtent extent,
                              unsigned int flags)
{
    if (!is_format(*format))
        return warploom_note(cudaErrorInvalidChannelDescriptor);
    *array = malloc(sizeof **array);
    if (*array == NULL)
        return warploom_note(cudaErrorMemoryAllocation);
    const size_t height = at_least_one(extent.height), depth = at_least_one(extent.depth);
    **array = (struct cudaArray){NULL, *format, extent.width, height, depth, flags};
    return cudaMalloc(&(*array)->memory, element_bytes(*format) * extent.width * height * depth);
}

cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *format, size_t width, size_t height,
                            unsigned int flags)
{
    return cudaMalloc3DArray(array, format, (cudaExtent){width, height, 0}, flags);
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *format, cudaArray_const_t array)
{
    *format = array->format;
    return cudaSuccess;
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *format, cudaExtent *extent, unsigned int *flags, cudaArray_t array)
{
    if (format != NULL)
        *format = array->format;
    if (extent != NULL)
        *extent = (cudaExtent){array->width, array->height, array->depth};
    if (flags != NULL)
        *flags = array->flags;
    return cudaSuccess;
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    if (array == NULL)
        return cudaSuccess;
    cudaError_t status = cudaFree(array->memory);
    free(array);
    return status;
}

static size_t row_bytes(const struct cudaArray *array)
{
    return element_bytes(array->format) * array->width;
}

/* Where a part of an array begins: `x` in bytes, `y` in rows. */
static char *inside(const struct cudaArray *array, size_t x, size_t y)
{
    return (char *)array->memory + y * row_bytes(array) + x;
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t count,
                              cudaMemcpyKind kind)
{
    return cudaMemcpy(inside(to, x, y), from, count, kind);
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t count,
                                cudaMemcpyKind kind)
{
    return cudaMemcpy(to, inside(from, x, y), count, kind);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                size_t height, cudaMemcpyKind kind)
{
    return cudaMemcpy2D(inside(to, x, y), row_bytes(to), from, pitch, width, height, kind);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                     size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpy2DToArray(to, x, y, from, pitch, width, height, kind);
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                  size_t width, size_t height, cudaMemcpyKind kind)
{
    return cudaMemcpy2D(to, pitch, inside(from, x, y), row_bytes(from), width, height, kind);
}

/* Boxes of memory. */

static char *start_of(cudaPitchedPtr pointer, cudaPos place, size_t slice)
{
    return (char *)pointer.ptr + (place.z + slice) * pointer.pitch * pointer.ysize + place.y * pointer.pitch
           + place.x;
}

/* One side of a copy; places in an array are counted in its elements. */
static cudaPitchedPtr side(const struct cudaArray *array, cudaPitchedPtr pointer, cudaPos *place)
{
    if (array == NULL)
        return pointer;
    place->x *= element_bytes(array->format);
    return (cudaPitchedPtr){array->memory, row_bytes(array), row_bytes(array), array->height};
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *p)
{
    cudaPos from_place = p->srcPos, to_place = p->dstPos;
    const cudaPitchedPtr from = side(p->srcArray, p->srcPtr, &from_place), to = side(p->dstArray, p->dstPtr, &to_place);
    const struct cudaArray *array = p->srcArray != NULL ? p->srcArray : p->dstArray;
    const size_t width = p->extent.width * (array == NULL ? 1 : element_bytes(array->format));
    for (size_t slice = 0; slice < p->extent.depth; slice++) {
        cudaError_t status = cudaMemcpy2D(start_of(to, to_place, slice), to.pitch, start_of(from, from_place, slice),
                                          from.pitch, width, p->extent.height, p->kind);
        if (status != cudaSuccess)
            return status;
    }
    return cudaSuccess;
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *parameters, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpy3D(parameters);
}

/* Where the elements of a texture lie. */
static cudaError_t place(const cudaResourceDesc *resource, struct warploom_texture *to,
                         cudaChannelFormatDesc *format)
{
    to->depth = 1;
    switch (resource->resType) {
    case cudaResourceTypeLinear:
        *format = resource->res.linear.desc;
        to->memory = (size_t)resource->res.linear.devPtr;
        to->height = 1;
        to->pitch = resource->res.linear.sizeInBytes;
        to->width = is_format(*format) ? to->pitch / element_bytes(*format) : 0;
        return cudaSuccess;
    case cudaResourceTypePitch2D:
        *format = resource->res.pitch2D.desc;
        to->memory = (size_t)resource->res.pitch2D.devPtr;
        to->width = resource->res.pitch2D.width;
        to->height = resource->res.pitch2D.height;
        to->pitch = resource->res.pitch2D.pitchInBytes;
        return cudaSuccess;
    case cudaResourceTypeArray:
        if (resource->res.array.array == NULL)
            return cudaErrorInvalidValue;
        *format = resource->res.array.array->format;
        to->memory = (size_t)resource->res.array.array->memory;
        to->width = resource->res.array.array->width;
        to->height = resource->res.array.array->height;
        to->depth = resource->res.array.array->depth;
        to->pitch = row_bytes(resource->res.array.array);
        return cudaSuccess;
    default:
        return cudaErrorNotSupported;
    }
}

/* The address of the description, in the device's memory, is the object. */
static cudaError_t describe(cudaTextureObject_t *object, const cudaResourceDesc *resource,
                            const struct warploom_texture *description)
{
    struct texture *kept = malloc(sizeof *kept);
    void *place;
    if (kept == NULL)
        return warploom_note(cudaErrorMemoryAllocation);
    cudaError_t status = cudaMalloc(&place, sizeof *description);
    if (status == cudaSuccess)
        status = cudaMemcpy(place, description, sizeof *description, cudaMemcpyHostToDevice);
    *object = (cudaTextureObject_t)(size_t)place;
    *kept = (struct texture){*resource, *object, textures};
    textures = kept;
    return status;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const cudaResourceDesc *resource,
                                    const cudaTextureDesc *texture, const cudaResourceViewDesc *view)
{
    struct warploom_texture description = {0};
    cudaChannelFormatDesc format;
    cudaError_t status = view == NULL ? place(resource, &description, &format) : cudaErrorNotSupported;
    if (status == cudaSuccess && (!is_format(format) || description.memory == 0))
        status = cudaErrorInvalidValue;
    if (status != cudaSuccess)
        return warploom_note(status);
    int is_float = format.f == cudaChannelFormatKindFloat;
    description.element = element_bytes(format);
    description.mode_x = texture->addressMode[0];
    description.mode_y = texture->addressMode[1];
    description.mode_z = texture->addressMode[2];
    description.linear = texture->filterMode == cudaFilterModeLinear;
    description.normalized = texture->normalizedCoords != 0;
    description.channel_bytes = format.x / 8;
    description.channel_kind = format.f;
    description.fraction = texture->readMode == cudaReadModeNormalizedFloat && !is_float;
    /* Only reals lie between reals. */
    if (description.linear && !is_float && !description.fraction)
        return warploom_note(cudaErrorInvalidFilterSetting);
    return describe(object, resource, &description);
}

/* A surface is a texture that is read and written as it lies. */
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object, const cudaResourceDesc *resource)
{
    struct warploom_texture description = {0};
    cudaChannelFormatDesc format;
    if (resource->resType != cudaResourceTypeArray)
        return warploom_note(cudaErrorInvalidValue);
    const cudaError_t status = place(resource, &description, &format);
    if (status != cudaSuccess)
        return warploom_note(status);
    description.element = element_bytes(format);
    return describe(object, resource, &description);
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc *resource, cudaTextureObject_t object)
{
    for (const struct texture *texture = textures; texture != NULL; texture = texture->next)
        if (texture->object == object) {
            *resource = texture->resource;
            return cudaSuccess;
        }
    return warploom_note(cudaErrorInvalidValue);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object)
{
    for (struct texture **at = &textures; *at != NULL; at = &(*at)->next)
        if ((*at)->object == object) {
            struct texture *gone = *at;
            *at = gone->next;
            free(gone);
            return cudaFree((void *)(size_t)object);
        }
    return warploom_note(cudaErrorInvalidValue);
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object)
{
    return cudaDestroyTextureObject(object);
}
