//@ emit: cuda cpu
//@ run: cpu
// Functions that reach a texture, parts of rows or a tile: they stand in the place
// of their calls, where the array is known.
#include <stdio.h>

float cut[8][64], whole[64], out[64];
int table[16];
unsigned char image[24][40], edges[24][40];

static float pick(float (*p)[64], int i)
{
    return p[i % 8][i];
}

static int look(const int *p, int i)
{
    return p[i % 16];
}

// Calls what needs it.
static int look_twice(const int *p, int i)
{
    int first = look(p, i);
    if (first > 20)
        return first - look(p, i + 1);
    return first;
}

static void add(float *p, float x)
{
    *p += x;
}

static float sum_of_row(const float *row, int from, int to)
{
    float sum = 0;
    for (int j = from; j < to; j++)
        sum += row[j];
    return sum;
}

static int gradient(unsigned char (*im)[40], int y, int x)
{
    int dx = im[y][x + 1] - im[y][x - 1], dy = im[y + 1][x] - im[y - 1][x];
    return dx * dx + dy * dy;
}

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

// arrays-in-other-layouts.c:63: kernel mix
__global__ void mix(float *__restrict__ whole, cudaTextureObject_t table, float (*__restrict__ cut)[56], float *__restrict__ out)
{
    __shared__ float whole_tile[16];
    int i_base = blockIdx.x * 14 + 8;
    int i = i_base + threadIdx.x;
    int from = i_base + threadIdx.x;
    whole_tile[threadIdx.x] = from < 64 ? whole[from] : 0;
    float *p;
    if (threadIdx.x < 14)
        p = &whole[i];
    __syncthreads();
    if (threadIdx.x < 14)
        whole_tile[threadIdx.x] += 1;
    float near;
    if (threadIdx.x < 14) {
        near = i > 20 && tex1Dfetch<int>(table, i % 16) > 9 ? cut[i % 8][i - 8] : tex1Dfetch<int>(table, 0 % 16);
        int look_twice_result;
        int first = tex1Dfetch<int>(table, i % 16);
        if (first > 20) {
            look_twice_result = first - tex1Dfetch<int>(table, (i + 1) % 16);
        } else {
            look_twice_result = first;
        }
        out[i] = near + look_twice_result + whole_tile[threadIdx.x];
        float sum_of_row_result;
        {
            const float *row = cut[i % 8];
            float sum = 0;
            for (int j = 8; j < 12; j++)
                sum += cut[i % 8][j - 8];
            sum_of_row_result = sum;
        }
        {
            float sum_of_row_result2;
            const float *row = &cut[3][0];
            float sum = 0;
            for (int j = 20; j < 24; j++)
                sum += cut[3][j - 8];
            sum_of_row_result2 = sum;
            out[i] += sum_of_row_result + sum_of_row_result2;
        }
    }
}

// arrays-in-other-layouts.c:80: kernel find_edges
__global__ void find_edges(cudaTextureObject_t image, unsigned char (*__restrict__ edges)[40])
{
    int y = blockIdx.x + 1;
    int x = threadIdx.x + 1;
    int gradient_result;
    int dx = tex2D<unsigned char>(image, x + 1 + 0.5f, y + 0.5f) - tex2D<unsigned char>(image, x - 1 + 0.5f, y + 0.5f), dy = tex2D<unsigned char>(image, x + 0.5f, y + 1 + 0.5f) - tex2D<unsigned char>(image, x + 0.5f, y - 1 + 0.5f);
    gradient_result = dx * dx + dy * dy;
    edges[y][x] = gradient_result > 900;
}

int main(void)
{
    for (int i = 0; i < 512; i++)
        cut[i / 64][i % 64] = i % 10;
    for (int i = 0; i < 64; i++)
        whole[i] = i;
    for (int i = 0; i < 16; i++)
        table[i] = 3 * i;
    for (int i = 0; i < 960; i++)
        image[i / 40][i % 40] = i * 7 % 251;
    float (*d_cut)[56];
    hicuda_check(cudaMalloc((void **)&d_cut, sizeof(float) * 8 * 56), "arrays-in-other-layouts.c:59: global alloc cut[*][8:63] copyin");
    hicuda_check(cudaMemcpy2D(d_cut, sizeof(float) * 56, &cut[0][8], sizeof(float) * 64, sizeof(float) * 56, 8, cudaMemcpyHostToDevice), "arrays-in-other-layouts.c:59: global alloc cut[*][8:63] copyin");
    float *d_whole;
    hicuda_check(cudaMalloc((void **)&d_whole, sizeof whole), "arrays-in-other-layouts.c:60: global alloc whole[*] copyin");
    hicuda_check(cudaMemcpy(d_whole, whole, sizeof whole, cudaMemcpyHostToDevice), "arrays-in-other-layouts.c:60: global alloc whole[*] copyin");
    float *d_out;
    hicuda_check(cudaMalloc((void **)&d_out, sizeof out), "arrays-in-other-layouts.c:61: global alloc out[*] clear");
    hicuda_check(cudaMemset(d_out, 0, sizeof out), "arrays-in-other-layouts.c:61: global alloc out[*] clear");
    cudaTextureObject_t d_table = hicuda_texture(table, sizeof(int) * 16, 16, 0, cudaCreateChannelDesc<int>(), sizeof(int), cudaAddressModeClamp, cudaFilterModePoint, "arrays-in-other-layouts.c:62: texture copyin table[*]");
    mix<<<4, 16>>>(d_whole, d_table, d_cut, d_out);
    hicuda_launched(cudaGetLastError(), "arrays-in-other-layouts.c:63: kernel mix tblock(4) thread(16)");
    hicuda_check(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost), "arrays-in-other-layouts.c:74: global copyout out[*]");
    hicuda_free_texture(d_table, "arrays-in-other-layouts.c:75: texture remove table");
    hicuda_check(cudaFree(d_cut), "arrays-in-other-layouts.c:76: global free cut whole out");
    hicuda_check(cudaFree(d_whole), "arrays-in-other-layouts.c:76: global free cut whole out");
    hicuda_check(cudaFree(d_out), "arrays-in-other-layouts.c:76: global free cut whole out");

    cudaTextureObject_t d_image = hicuda_texture(image, sizeof(unsigned char) * 40, 40, 24, cudaCreateChannelDesc<unsigned char>(), sizeof(unsigned char), cudaAddressModeClamp, cudaFilterModePoint, "arrays-in-other-layouts.c:78: texture copyin image[*][*]");
    unsigned char (*d_edges)[40];
    hicuda_check(cudaMalloc((void **)&d_edges, sizeof edges), "arrays-in-other-layouts.c:79: global alloc edges[*][*] clear");
    hicuda_check(cudaMemset(d_edges, 0, sizeof edges), "arrays-in-other-layouts.c:79: global alloc edges[*][*] clear");
    find_edges<<<22, 38>>>(d_image, d_edges);
    hicuda_launched(cudaGetLastError(), "arrays-in-other-layouts.c:80: kernel find_edges tblock(22) thread(38)");
    hicuda_check(cudaMemcpy(edges, d_edges, sizeof edges, cudaMemcpyDeviceToHost), "arrays-in-other-layouts.c:87: global copyout edges[*][*]");
    hicuda_free_texture(d_image, "arrays-in-other-layouts.c:88: texture remove image");
    hicuda_check(cudaFree(d_edges), "arrays-in-other-layouts.c:89: global free edges");
    int n = 0;
    for (int i = 0; i < 960; i++)
        n += edges[i / 40][i % 40];
    printf("%g %g %g %d\n", out[8], out[30], out[63], n);
    return 0;
}
