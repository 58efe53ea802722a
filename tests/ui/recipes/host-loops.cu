//@ emit: cuda cpu
//@ run: cpu
// Recipes on loops of the host: only the loops' text changes.
#include <stdio.h>

#define N 10
#define M 7

static int a[N][M], b[M][N], c[N][M], d[N], e[N], f[N];

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

static int sum(const int *x, int n)
{
    int s = 0;   // the rest of the text stays as it is
    {
        int i_rest = n % 4;
        for (int i = 0; i < i_rest; i++)
            s = s * 3 + x[i];
        for (int i = i_rest; i < n; i += 4) {
            s = s * 3 + x[i];
            s = s * 3 + x[i + 1];
            s = s * 3 + x[i + 2];
            s = s * 3 + x[i + 3];
        }
    }
    return s;
}

static int backwards(const int *x, int n)
{
    int s = 0, i;
    {
        int i_rest = n - 1 - (n - 1 >= 0 ? ((long)(n - 1) + 2) / 2 % 3 : 0) * 2;
        for (i = n - 1; i > i_rest; i -= 2) {
            int t = x[i];
            s = s * 5 + t;
        }
        for (i = i_rest; i >= 0; i -= 6) {
            {
                int t = x[i];
                s = s * 5 + t;
            }
            {
                int t = x[i - 2];
                s = s * 5 + t;
            }
            {
                int t = x[i - 4];
                s = s * 5 + t;
            }
        }
    }
    return s * 100 + i;
}

// host-loops.c:75: kernel twice
__global__ void twice(int *__restrict__ d)
{
    int i = threadIdx.x;
    d[i] *= 2;
}

int main(void)
{
    int i, j;
    for (int i_tile = 0; i_tile < N; i_tile += 4)
        for (int j_tile = 0; j_tile < M; j_tile += 3)
            for (i = i_tile; i < (i_tile + 4 < N ? i_tile + 4 : N); i++)
                for (j = j_tile; j < (j_tile + 3 < M ? j_tile + 3 : M); j++)
                    a[i][j] = i * 10 + j;

    for (j = 0; j < M; j++)
        for (i = 0; i < N; i++)
            b[j][i] = a[i][j] * 2;

    for (long i_j = 0; i_j < 9; i_j++) {
        int i = N - 1 - i_j / 3 * 3;
        int j = i_j % 3 * 2 + 1;
        c[i][j] = a[i][j] + b[j][i];
    }

    for (i = 0; i < N; i++) {
        d[i] = a[i][1];
        e[i] = d[i] + i;
    }

    {
        for (i = 1; i < N; i++)
            d[i] = d[i - 1] + e[i];
        for (i = 1; i < N; i++)
            f[i] = e[i] * 2;
    }

    {
        f[0] += 0;
        f[1] += 1;
        f[2] += 2;
    }

    unsigned check = 0;
    for (i = 0; i < N; i++) {
        check = check * 31u + (unsigned)(d[i] + e[i] * 7 + f[i]);
        for (j = 0; j < M; j++)
            check = check * 31u + (unsigned)(a[i][j] + b[j][i] * 3 + c[i][j] * 5);
    }
    printf("%u\n", check);
    for (int n = 0; n <= N; n++)
        printf("%d %d\n", sum(e, n), backwards(e, n));
    int *d_d;
    hicuda_check(cudaMalloc((void **)&d_d, sizeof d), "host-loops.c:74: global alloc d[*] copyin");
    hicuda_check(cudaMemcpy(d_d, d, sizeof d, cudaMemcpyHostToDevice), "host-loops.c:74: global alloc d[*] copyin");
    twice<<<1, N>>>(d_d);
    hicuda_launched(cudaGetLastError(), "host-loops.c:75: kernel twice tblock(1) thread(N)");
    hicuda_check(cudaMemcpy(d, d_d, sizeof d, cudaMemcpyDeviceToHost), "host-loops.c:80: global copyout d[*]");
    hicuda_check(cudaFree(d_d), "host-loops.c:81: global free d");
    printf("%d\n", d[N - 1]);
    return 0;
}
