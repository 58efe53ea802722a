//@ emit: cuda opencl
//@ run: cpu sim
// Bit-fields, which OpenCL C has not: words that hold them, where the host has them.
#include <stdio.h>

struct cell {
    char kind;
    unsigned char low : 3, high : 5;
    short tail;
};
struct packet {
    float value;
    unsigned id : 12;
    int delta : 9;
    _Bool is_last : 1;
    unsigned : 2;
    unsigned rest : 8;
    unsigned all : 32;
    double after;
};
enum mode { OFF, ON, AUTO };
struct state {
    struct packet first;
    enum mode mode : 2;
    struct cell cells[2];
};

static int sum_of(struct packet p) { return p.id - p.delta * 3 + p.is_last; }
static void shift(struct cell *c) { c->high >>= 1; }

struct state s[64];
int out[64];

#include <cuda_runtime.h>
#include <stdlib.h>

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

cudaError_t launch_change(dim3 grid, dim3 block, struct state *s, int *out);

int main(void)
{
    for (int i = 0; i < 64; i++) {
        s[i].first.id = i * 77;
        s[i].first.delta = i - 32;
        s[i].first.rest = 255 - i;
        s[i].first.all = 0x80000000u + i;
        s[i].mode = i % 3;
        s[i].cells[i & 1] = (struct cell){ 'a', i, i * 3, -i };
    }
    struct state *d_s;
    hicuda_check(cudaMalloc((void **)&d_s, sizeof s), "bit-fields.c:44: global alloc s[*] copyin");
    hicuda_check(cudaMemcpy(d_s, s, sizeof s, cudaMemcpyHostToDevice), "bit-fields.c:44: global alloc s[*] copyin");
    int *d_out;
    hicuda_check(cudaMalloc((void **)&d_out, sizeof out), "bit-fields.c:45: global alloc out[*]");
    hicuda_launched(launch_change((dim3){2, 1, 1}, (dim3){32, 1, 1}, d_s, d_out), "bit-fields.c:46: kernel change tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(s, d_s, sizeof s, cudaMemcpyDeviceToHost), "bit-fields.c:67: global copyout s[*]");
    hicuda_check(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost), "bit-fields.c:68: global copyout out[*]");
    hicuda_check(cudaFree(d_s), "bit-fields.c:69: global free s out");
    hicuda_check(cudaFree(d_out), "bit-fields.c:69: global free s out");
    for (int i = 0; i < 64; i += 5)
        printf("%d %d %d %d %d %u %d %d %d %d %d\n", out[i], s[i].first.id, s[i].first.delta, s[i].first.is_last,
            s[i].first.rest, s[i].first.all, s[i].mode, s[i].cells[0].low, s[i].cells[1].high, s[i].cells[1].kind,
            s[i].cells[1].tail);
    return 0;
}
struct cell {
    char kind;
    unsigned char low : 3;
    unsigned char high : 5;
    short tail;
};
struct packet {
    float value;
    unsigned int id : 12;
    int delta : 9;
    bool is_last : 1;
    unsigned int : 2;
    unsigned int rest : 8;
    unsigned int all : 32;
    double after;
};
enum mode {
    OFF,
    ON,
    AUTO,
};
struct state {
    struct packet first;
    enum mode mode : 2;
    struct cell cells[2];
};

__device__ static void shift(struct cell *c)
{
    c->high >>= 1;
}

__device__ static int sum_of(struct packet p)
{
    return p.id - p.delta * 3 + p.is_last;
}

// bit-fields.c:46: kernel change
__global__ void change(struct state *__restrict__ s, int *__restrict__ out)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    struct packet fresh = {1.5f, (unsigned int)(i + 1), -i, (bool)(i & 4), 7, 9, 2.5};
    struct state *own = &s[i];
    own->first.id++;
    own->first.delta -= 2;
    own->first.is_last = own->first.id & 6;
    own->first.is_last = own->first.is_last - 1;
    own->first.rest *= 3;
    own->first.all += 1;
    if (own->mode == AUTO)
        own->mode = ON;
    struct cell second = own->cells[1];
    shift(&second);
    own->cells[1] = second;
    own->cells[0].low = fresh.delta;
    out[i] = (own->cells[0].low - 6 < 0) + sum_of(own->first) * 2 + sum_of(fresh);
    out[i] += (own->first.all > 5) * 1000 + (-own->first.rest < 0) * 2000;
}

extern "C" cudaError_t launch_change(dim3 grid, dim3 block, struct state *s, int *out)
{
    change<<<grid, block>>>(s, out);
    return cudaGetLastError();
}
