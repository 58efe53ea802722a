//@ emit: cuda cpu
//@ run: cpu
// Functions that reach device arrays through members of a struct of the host.
#include <stdio.h>
#include <stdlib.h>

struct box { int n; float width; };
struct sim { struct box box; float *x, *v; };

static float wrapped(const struct sim *sd, float x)
{
    return x < sd->box.width ? x : x - sd->box.width;
}

static float moved(struct sim *sd, int i)
{
    return wrapped(sd, sd->x[i] + sd->v[i]);
}

static void kick(struct sim *sd, int i, float by)
{
    sd->v[i] += by;
}

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

// A section that does not fit its array, or a grid that is too large, ends the program.
static void hicuda_require(int holds, const char *problem)
{
    if (!holds) {
        fprintf(stderr, "%s\n", problem);
        exit(EXIT_FAILURE);
    }
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

__device__ static float wrapped_in_kernel(float sd_box_width, float x)
{
    return x < sd_box_width ? x : x - sd_box_width;
}

__device__ static float moved_in_kernel(float sd_box_width, float *sd_x, float *sd_v, int i)
{
    return wrapped_in_kernel(sd_box_width, sd_x[i] + sd_v[i]);
}

__device__ static void kick_in_kernel(float *sd_v, int i, float by)
{
    sd_v[i] += by;
}

// arrays-behind-a-pointer.c:27: kernel advance
__global__ void advance(float *__restrict__ sd_x, float *__restrict__ sd_v, int n, float sd_box_width)
{
    int i_chunk = (n + 3) / 4;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 16) {
        sd_x[i] = moved_in_kernel(sd_box_width, sd_x, sd_v, i);
        kick_in_kernel(sd_v, i, 0.125f);
    }
}

static void step(struct sim *sd, int n)
{
    advance<<<4, 16>>>((float *)hicuda_copy_of(sd->x, "arrays-behind-a-pointer.c:27: kernel advance tblock(4) thread(16)"), (float *)hicuda_copy_of(sd->v, "arrays-behind-a-pointer.c:27: kernel advance tblock(4) thread(16)"), n, sd->box.width);
    hicuda_launched(cudaGetLastError(), "arrays-behind-a-pointer.c:27: kernel advance tblock(4) thread(16)");
}

int main(void)
{
    struct sim s = { { 60, 20 } };
    int n = s.box.n;
    s.x = (float *)malloc(n * sizeof(float));
    s.v = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; i++) {
        s.x[i] = i * 0.25f;
        s.v[i] = i % 5;
    }
    hicuda_require(0 <= n, "arrays-behind-a-pointer.c:46: the section of `s.x` ends before it starts");
    float *d_s_x;
    hicuda_check(cudaMalloc((void **)&d_s_x, sizeof(float) * n), "arrays-behind-a-pointer.c:46: global alloc s.x[0:n-1] copyin");
    hicuda_remember(s.x, 0, sizeof(float) * n, d_s_x, "arrays-behind-a-pointer.c:46: global alloc s.x[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_s_x, s.x, sizeof(float) * n, cudaMemcpyHostToDevice), "arrays-behind-a-pointer.c:46: global alloc s.x[0:n-1] copyin");
    hicuda_require(0 <= n, "arrays-behind-a-pointer.c:47: the section of `s.v` ends before it starts");
    float *d_s_v;
    hicuda_check(cudaMalloc((void **)&d_s_v, sizeof(float) * n), "arrays-behind-a-pointer.c:47: global alloc s.v[0:n-1] copyin");
    hicuda_remember(s.v, 0, sizeof(float) * n, d_s_v, "arrays-behind-a-pointer.c:47: global alloc s.v[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_s_v, s.v, sizeof(float) * n, cudaMemcpyHostToDevice), "arrays-behind-a-pointer.c:47: global alloc s.v[0:n-1] copyin");
    for (int t = 0; t < 4; t++)
        step(&s, n);
    hicuda_require(0 <= n, "arrays-behind-a-pointer.c:50: the section of `s.x` ends before it starts");
    hicuda_check(cudaMemcpy(s.x, d_s_x, sizeof(float) * n, cudaMemcpyDeviceToHost), "arrays-behind-a-pointer.c:50: global copyout s.x[0:n-1]");
    hicuda_check(cudaFree(d_s_x), "arrays-behind-a-pointer.c:51: global free s.x s.v");
    hicuda_forget(s.x, "arrays-behind-a-pointer.c:51: global free s.x s.v");
    hicuda_check(cudaFree(d_s_v), "arrays-behind-a-pointer.c:51: global free s.x s.v");
    hicuda_forget(s.v, "arrays-behind-a-pointer.c:51: global free s.x s.v");
    printf("%g %g\n", s.x[7], s.x[59]);
    free(s.x);
    free(s.v);
    return 0;
}
