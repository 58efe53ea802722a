//@ emit: cuda cpu
//@ run: cpu
// A section of a member's array flows into functions: its bounds are said in
// the names that the function has for them.
#include <stdio.h>

struct grid {
    int *cells;
};

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

// members-of-callers.c:13: kernel add_all
__global__ void add_all(int *__restrict__ g_cells, int first, int count, int by)
{
    int i_chunk = (count + 1) / 2;
    int i_begin = first + blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, first + count);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 16)
        g_cells[i] += by;
}

static void add(struct grid *g, int first, int count, int by)
{
    add_all<<<2, 16>>>((int *)hicuda_copy_of(g->cells, "members-of-callers.c:13: kernel add_all tblock(2) thread(16)"), first, count, by);
    hicuda_launched(cudaGetLastError(), "members-of-callers.c:13: kernel add_all tblock(2) thread(16)");
}

static void twice(struct grid *g, int from, int n)
{
    add(g, from, n, 1);
    add(g, from, n, 10);
}

int main(int argc, char **argv)
{
    int storage[64], from = 8 * argc, n = 40;
    struct grid g = { storage };
    for (int i = 0; i < 64; i++)
        storage[i] = i;
    int *d_g_cells;
    hicuda_check(cudaMalloc((void **)&d_g_cells, sizeof(int) * n), "members-of-callers.c:32: global alloc g.cells[from:from+n-1] copyin");
    hicuda_remember(g.cells, sizeof(int) * from, sizeof(int) * n, d_g_cells, "members-of-callers.c:32: global alloc g.cells[from:from+n-1] copyin");
    hicuda_check(cudaMemcpy(d_g_cells, &g.cells[from], sizeof(int) * n, cudaMemcpyHostToDevice), "members-of-callers.c:32: global alloc g.cells[from:from+n-1] copyin");
    twice(&g, from, n);
    hicuda_check(cudaMemcpy(&g.cells[from], d_g_cells, sizeof(int) * n, cudaMemcpyDeviceToHost), "members-of-callers.c:34: global copyout g.cells[from:from+n-1]");
    hicuda_check(cudaFree(d_g_cells), "members-of-callers.c:35: global free g.cells");
    hicuda_forget(g.cells, "members-of-callers.c:35: global free g.cells");
    printf("%d %d %d %d\n", storage[7], storage[8], storage[47], storage[48]);
    return 0;
}
