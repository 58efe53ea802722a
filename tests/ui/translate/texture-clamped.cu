//@ emit: cuda cpu
//@ run: cpu h200
// A clamped subscript is what a clamping texture does by itself.
#include <stdio.h>

int picture[8][8], blurred[8][8];

#include <stdlib.h>
#include <string.h>

// A failed CUDA call ends the program and names the directive behind it.
static void hicuda_check(cudaError_t status, const char *directive)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", directive, cudaGetErrorString(status));
        if ((status == cudaErrorIllegalAddress || status == cudaErrorLaunchFailure) && !getenv("WARPLOOM_SYNC"))
            fprintf(stderr, "a kernel failed before that: WARPLOOM_SYNC=1 in the environment shows which\n");
        exit(EXIT_FAILURE);
    }
}

// The host goes on while a kernel runs. What fails in the kernel is reported by the next transfer,
// or here if the program runs with WARPLOOM_SYNC=1.
static void hicuda_launched(cudaError_t status, const char *directive)
{
    if (status == cudaSuccess && getenv("WARPLOOM_SYNC"))
        status = cudaDeviceSynchronize();
    hicuda_check(status, directive);
}

// A texture over a copy of `height` rows of `width` elements, `pitch` bytes apart on the host;
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

// texture-clamped.c:13: kernel blur
__global__ void blur(int (*__restrict__ blurred)[8], cudaTextureObject_t picture)
{
    int i = blockIdx.x;
    int j = threadIdx.x;
    int below = i + 1 < 8 ? i + 1 : 7;
    int right = j + 1 > 7 ? 7 : j + 1;
    blurred[i][j] = tex2D<int>(picture, right + 0.5f, i + 0.5f) + tex2D<int>(picture, j + 0.5f, below + 0.5f);
}

int main(void)
{
    picture[0][7] = 9;
    cudaTextureObject_t d_picture = hicuda_texture(picture, sizeof(int) * 8, 8, 8, cudaCreateChannelDesc<int>(), sizeof(int), cudaAddressModeClamp, cudaFilterModePoint, "texture-clamped.c:11: texture copyin picture[*][*] addr(clamp)");
    int (*d_blurred)[8];
    hicuda_check(cudaMalloc((void **)&d_blurred, sizeof blurred), "texture-clamped.c:12: global alloc blurred[*][*]");
    blur<<<8, 8>>>(d_blurred, d_picture);
    hicuda_launched(cudaGetLastError(), "texture-clamped.c:13: kernel blur tblock(8) thread(8)");
    hicuda_free_texture(d_picture, "texture-clamped.c:23: texture remove picture");
    hicuda_check(cudaMemcpy(blurred, d_blurred, sizeof blurred, cudaMemcpyDeviceToHost), "texture-clamped.c:24: global copyout blurred[*][*]");
    hicuda_check(cudaFree(d_blurred), "texture-clamped.c:25: global free blurred");
    printf("%d %d\n", blurred[0][6], blurred[0][7]);
    return 0;
}
