//@ emit: cuda cpu
//@ run: cpu h200
// Read-only arrays as textures, one- and two-dimensional.
#include <stdio.h>

unsigned char picture[16][24];
float line[24];
float sums[16][24];

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

// texture.c:17: kernel add
__global__ void add(float (*__restrict__ sums)[24], cudaTextureObject_t picture, cudaTextureObject_t line)
{
    int i = blockIdx.x;
    int j = threadIdx.x;
    sums[i][j] = tex2D<unsigned char>(picture, j + 0.5f, i + 0.5f) + tex1Dfetch<float>(line, j);
}

int main(void)
{
    for (int j = 0; j < 24; j++)
        line[j] = j, picture[3][j] = j + 1;
    cudaTextureObject_t d_picture = hicuda_texture(picture, sizeof(unsigned char) * 24, 24, 16, cudaCreateChannelDesc<unsigned char>(), sizeof(unsigned char), cudaAddressModeClamp, cudaFilterModePoint, "texture.c:14: texture copyin picture[*][*]");
    cudaTextureObject_t d_line = hicuda_texture(line, sizeof(float) * 24, 24, 0, cudaCreateChannelDesc<float>(), sizeof(float), cudaAddressModeClamp, cudaFilterModePoint, "texture.c:15: texture copyin line[*]");
    float (*d_sums)[24];
    hicuda_check(cudaMalloc((void **)&d_sums, sizeof sums), "texture.c:16: global alloc sums[*][*]");
    add<<<16, 24>>>(d_sums, d_picture, d_line);
    hicuda_launched(cudaGetLastError(), "texture.c:17: kernel add tblock(16) thread(24)");
    hicuda_free_texture(d_picture, "texture.c:24: texture remove picture line");
    hicuda_free_texture(d_line, "texture.c:24: texture remove picture line");
    hicuda_check(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost), "texture.c:25: global copyout sums[*][*]");
    hicuda_check(cudaFree(d_sums), "texture.c:26: global free sums");
    printf("%g %g\n", sums[3][5], sums[4][23]);
    return 0;
}
