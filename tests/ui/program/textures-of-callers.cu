//@ emit: cuda cpu
//@ run: cpu
// Functions read textures that their callers made.
#include <stdio.h>
#define N 64

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

// A device copy belongs to the host object, whichever pointer leads to it. Of the object at
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

// textures-of-callers.c:9: kernel first
__global__ void first(float *__restrict__ r, cudaTextureObject_t line, int n)
{
    int i_chunk = (n + 3) / 4;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 16)
        r[i] = tex1Dfetch<float>(line, i) * 2;
}

static void along(const float *line, float *r, int n)
{
    first<<<4, 16>>>((float *)hicuda_copy_of(r, "textures-of-callers.c:9: kernel first tblock(4) thread(16)"), (cudaTextureObject_t)(size_t)hicuda_copy_of(line, "textures-of-callers.c:9: kernel first tblock(4) thread(16)"), n);
    hicuda_launched(cudaGetLastError(), "textures-of-callers.c:9: kernel first tblock(4) thread(16)");
}

// textures-of-callers.c:18: kernel second
__global__ void second(float *__restrict__ r, cudaTextureObject_t image)
{
    int i = blockIdx.x * 16 + threadIdx.x;
    r[i] += tex2D<float>(image, i / 16 + 0.5f, i % 16 + 0.5f);
}

static void across(float image[16][8], float *r)
{
    second<<<4, 16>>>((float *)hicuda_copy_of(r, "textures-of-callers.c:18: kernel second tblock(4) thread(16)"), (cudaTextureObject_t)(size_t)hicuda_copy_of(image, "textures-of-callers.c:18: kernel second tblock(4) thread(16)"));
    hicuda_launched(cudaGetLastError(), "textures-of-callers.c:18: kernel second tblock(4) thread(16)");
}

static void both(const float *line, float image[16][8], float *r)
{
    along(line, r, N);
    across(image, r);
}

int main(void)
{
    float line[N], image[16][8], r[N], total = 0;
    for (int i = 0; i < N; i++)
        line[i] = i % 9;
    for (int i = 0; i < 128; i++)
        image[i / 8][i % 8] = i % 11;
    cudaTextureObject_t d_line = hicuda_texture(line, sizeof(float) * 64, 64, 0, cudaCreateChannelDesc<float>(), sizeof(float), cudaAddressModeClamp, cudaFilterModePoint, "textures-of-callers.c:38: texture copyin line[*]");
    hicuda_remember(line, 0, 0, (void *)(size_t)d_line, "textures-of-callers.c:38: texture copyin line[*]");
    cudaTextureObject_t d_image = hicuda_texture(image, sizeof(float) * 8, 8, 16, cudaCreateChannelDesc<float>(), sizeof(float), cudaAddressModeClamp, cudaFilterModePoint, "textures-of-callers.c:39: texture copyin image[*][*]");
    hicuda_remember(image, 0, 0, (void *)(size_t)d_image, "textures-of-callers.c:39: texture copyin image[*][*]");
    float *d_r;
    hicuda_check(cudaMalloc((void **)&d_r, sizeof r), "textures-of-callers.c:40: global alloc r[*]");
    hicuda_remember(r, 0, sizeof r, d_r, "textures-of-callers.c:40: global alloc r[*]");
    both(line, image, r);
    hicuda_free_texture(d_line, "textures-of-callers.c:42: texture remove line image");
    hicuda_forget(line, "textures-of-callers.c:42: texture remove line image");
    hicuda_free_texture(d_image, "textures-of-callers.c:42: texture remove line image");
    hicuda_forget(image, "textures-of-callers.c:42: texture remove line image");
    hicuda_check(cudaMemcpy(r, d_r, sizeof r, cudaMemcpyDeviceToHost), "textures-of-callers.c:43: global copyout r[*]");
    hicuda_check(cudaFree(d_r), "textures-of-callers.c:44: global free r");
    hicuda_forget(r, "textures-of-callers.c:44: global free r");
    for (int i = 0; i < N; i++)
        total += (i + 1) * r[i];
    printf("%g\n", total);
    return 0;
}
