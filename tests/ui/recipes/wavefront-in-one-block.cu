//@ run: cpu
//@ run: sim
//@ emit: cuda
// A kernel of one block goes through the planes itself, from barrier to barrier. Arrays that every iteration fills anew are no
// obstacle to planes, wherever they are declared.
#include <stdio.h>

#define N 21
#define M 17

static double v[N][M][3], d[N][M][3][3];
static int cost[N][M];

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

// wavefront-in-one-block.c:19: kernel eliminate
__global__ void eliminate(const double (*__restrict__ d)[17][3][3], double (*__restrict__ v)[17][3], int n, int m)
{
    double share;
    for (int plane = 2; plane <= n + m - 2; plane++) {
        for (int j = (1 > plane - n + 1 ? 1 : plane - n + 1) + threadIdx.x; j < (m - 1 < plane - 1 ? m - 1 : plane - 1) + 1; j += 32) {
            double own[3][3];
            int i = plane - j;
            for (int r = 0; r < 3; r++) {
                own[r][0] = d[i][j][r][0];
                own[r][1] = d[i][j][r][1];
                own[r][2] = d[i][j][r][2];
                v[i][j][r] -= 0.1 * (own[r][0] * v[i - 1][j][r] + own[r][1] * v[i][j - 1][r]);
            }
            share = own[1][0] / own[0][0];
            own[1][1] -= share * own[0][1];
            v[i][j][1] -= share * v[i][j][0];
            share = own[2][1] / own[1][1];
            v[i][j][2] = (v[i][j][2] - share * v[i][j][1]) / own[2][2];
        }
        __syncthreads();
    }
}

// A point needs those above and beside it; the matrix of a point is worked on in a copy.
static void lower(int n, int m)
{
    int i, r;
    eliminate<<<1, 32>>>((double (*)[17][3][3])hicuda_copy_of(d, "wavefront-in-one-block.c:19: kernel eliminate tblock(1) thread(32)"), (double (*)[17][3])hicuda_copy_of(v, "wavefront-in-one-block.c:19: kernel eliminate tblock(1) thread(32)"), n, m);
    hicuda_launched(cudaGetLastError(), "wavefront-in-one-block.c:19: kernel eliminate tblock(1) thread(32)");
}

// wavefront-in-one-block.c:42: kernel cheapest
__global__ void cheapest(int (*__restrict__ cost)[17])
{
    for (int plane = -34; plane <= 0; plane++) {
        for (int j = (0 > -19 - plane ? 0 : -19 - plane) + threadIdx.x; j < (15 < -plane ? 15 : -plane) + 1; j += 64) {
            int i = -plane - j;
            int right = cost[i][j + 1], below = cost[i + 1][j];
            cost[i][j] += right < below ? right : below;
        }
        __syncthreads();
    }
}

// Downwards, and with more threads than a plane has points.
static void upper(void)
{
    cheapest<<<1, 64>>>((int (*)[17])hicuda_copy_of(cost, "wavefront-in-one-block.c:42: kernel cheapest tblock(1) thread(64)"));
    hicuda_launched(cudaGetLastError(), "wavefront-in-one-block.c:42: kernel cheapest tblock(1) thread(64)");
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            cost[i][j] = (i * 7 + j * 5) % 9;
            for (int r = 0; r < 3; r++) {
                v[i][j][r] = 1 + (i + 2 * j + 3 * r) % 5;
                for (int c = 0; c < 3; c++)
                    d[i][j][r][c] = (r == c ? 4 : 0.5) + (i * j + r + c) % 3 * 0.125;
            }
        }
    double (*d_v)[17][3];
    hicuda_check(cudaMalloc((void **)&d_v, sizeof v), "wavefront-in-one-block.c:64: global alloc v[*][*][*] copyin");
    hicuda_remember(v, 0, sizeof v, d_v, "wavefront-in-one-block.c:64: global alloc v[*][*][*] copyin");
    hicuda_check(cudaMemcpy(d_v, v, sizeof v, cudaMemcpyHostToDevice), "wavefront-in-one-block.c:64: global alloc v[*][*][*] copyin");
    double (*d_d)[17][3][3];
    hicuda_check(cudaMalloc((void **)&d_d, sizeof d), "wavefront-in-one-block.c:65: global alloc d[*][*][*][*] copyin");
    hicuda_remember(d, 0, sizeof d, d_d, "wavefront-in-one-block.c:65: global alloc d[*][*][*][*] copyin");
    hicuda_check(cudaMemcpy(d_d, d, sizeof d, cudaMemcpyHostToDevice), "wavefront-in-one-block.c:65: global alloc d[*][*][*][*] copyin");
    int (*d_cost)[17];
    hicuda_check(cudaMalloc((void **)&d_cost, sizeof cost), "wavefront-in-one-block.c:66: global alloc cost[*][*] copyin");
    hicuda_remember(cost, 0, sizeof cost, d_cost, "wavefront-in-one-block.c:66: global alloc cost[*][*] copyin");
    hicuda_check(cudaMemcpy(d_cost, cost, sizeof cost, cudaMemcpyHostToDevice), "wavefront-in-one-block.c:66: global alloc cost[*][*] copyin");
    lower(N, M);
    upper();
    hicuda_check(cudaMemcpy(v, d_v, sizeof v, cudaMemcpyDeviceToHost), "wavefront-in-one-block.c:69: global copyout v[*][*][*]");
    hicuda_check(cudaMemcpy(cost, d_cost, sizeof cost, cudaMemcpyDeviceToHost), "wavefront-in-one-block.c:70: global copyout cost[*][*]");
    hicuda_check(cudaFree(d_v), "wavefront-in-one-block.c:71: global free v d cost");
    hicuda_forget(v, "wavefront-in-one-block.c:71: global free v d cost");
    hicuda_check(cudaFree(d_d), "wavefront-in-one-block.c:71: global free v d cost");
    hicuda_forget(d, "wavefront-in-one-block.c:71: global free v d cost");
    hicuda_check(cudaFree(d_cost), "wavefront-in-one-block.c:71: global free v d cost");
    hicuda_forget(cost, "wavefront-in-one-block.c:71: global free v d cost");
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += v[i][j][0] + 2 * v[i][j][1] + 3 * v[i][j][2];
    printf("%.10f %d\n", sum, cost[0][0]);
    return 0;
}
