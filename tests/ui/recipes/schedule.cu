//@ run: cpu sim
//@ emit: cuda
// Nests that are neither perfect nor rectangular, in the order of the times that `schedule` gives their statements:
// which loop the host runs, and what threads do in each of its rounds.
#include <math.h>
#include <stdio.h>

#define N 37
#define M 29

static double a[N][N], b[M][N], c[M][N], s[M][M], x[N], y[N];
static int t[N][N];

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

// schedule.c:26: kernel lu_divide
__global__ void lu_divide(double (*__restrict__ a)[37], int k, int n)
{
    int i = k + 1 + blockIdx.x * 1024 + threadIdx.x;
    if (i + 768 < n) {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            a[i + 256 * u][k] /= a[k][k];
        }
    } else {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (i + 256 * u < n) {
                a[i + 256 * u][k] /= a[k][k];
            }
        }
    }
}

// schedule.c:22: kernel lu_update
__global__ void lu_update(double (*__restrict__ a)[37], int k, int n)
{
    for (int i = k + 1 + blockIdx.y * 4 + threadIdx.y; i < n; i += gridDim.y * 4) {
        int j = k + 1 + blockIdx.x * 256 + threadIdx.x;
        if (j + 192 < n) {
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                a[i][j + 64 * u] -= a[i][k] * a[k][j + 64 * u];
            }
        } else {
            #pragma unroll
            for (int u = 0; u < 4; u++) {
                if (j + 64 * u < n) {
                    a[i][j + 64 * u] -= a[i][k] * a[k][j + 64 * u];
                }
            }
        }
    }
}

// Right-looking: the column is divided, then what is right of it and below follows.
static void lu(int n, double a[N][N])
{
    int i, j, k;
    double (*d_a)[37];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(double) * 37 * 37), "schedule.c:18: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof(double) * 37 * 37, cudaMemcpyHostToDevice), "schedule.c:18: global alloc a[*][*] copyin");
    for (int k = 0; k < n - 1; k++) {
        if ((n - (k + 1) + 1023) / 1024 > 0) {
            lu_divide<<<(n - (k + 1) + 1023) / 1024, 256>>>(d_a, k, n);
            hicuda_launched(cudaGetLastError(), "schedule.c:26: kernel lu_divide");
        }
        if ((n - (k + 1) + 3) / 4 > 0 && (n - (k + 1) + 255) / 256 > 0) {
            lu_update<<<dim3((n - (k + 1) + 255) / 256, (n - (k + 1) + 3) / 4 < 65535 ? (n - (k + 1) + 3) / 4 : 65535), dim3(64, 4)>>>(d_a, k, n);
            hicuda_launched(cudaGetLastError(), "schedule.c:22: kernel lu_update");
        }
    }
    hicuda_check(cudaMemcpy(a, d_a, sizeof(double) * 37 * 37, cudaMemcpyDeviceToHost), "schedule.c:34: global copyout a[*][*]");
    hicuda_check(cudaFree(d_a), "schedule.c:35: global free a");
}

// schedule.c:56: kernel cholesky_root
__global__ void cholesky_root(double (*__restrict__ a)[37], int k)
{
    a[k][k] = sqrt(a[k][k]);
}

// schedule.c:50: kernel cholesky_divide
__global__ void cholesky_divide(double (*__restrict__ a)[37], int k, int n)
{
    int i = k + 1 + blockIdx.x * 1024 + threadIdx.x;
    if (i + 768 < n) {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            a[i + 256 * u][k] /= a[k][k];
        }
    } else {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (i + 256 * u < n) {
                a[i + 256 * u][k] /= a[k][k];
            }
        }
    }
}

// schedule.c:46: kernel cholesky_update
__global__ void cholesky_update(double (*__restrict__ a)[37], int k, int n)
{
    for (int i = k + 1 + blockIdx.y * 16 + threadIdx.y; i < n; i += gridDim.y * 16) {
        int j = k + 1 + blockIdx.x * 32 + threadIdx.x;
        #pragma unroll
        for (int u = 0; u < 2; u++) {
            if (j + 16 * u < n) {
                if (j + 16 * u < i)
                    a[i][j + 16 * u] -= a[i][k] * a[j + 16 * u][k];
                if (i == j + 16 * u)
                    a[i][i] -= a[i][k] * a[i][k];
            }
        }
    }
}

// The diagonal is a column of the update: its last time is `i` again.
static void cholesky(int n, double a[N][N])
{
    double (*d_a2)[37];
    hicuda_check(cudaMalloc((void **)&d_a2, sizeof(double) * 37 * 37), "schedule.c:41: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a2, a, sizeof(double) * 37 * 37, cudaMemcpyHostToDevice), "schedule.c:41: global alloc a[*][*] copyin");
    for (int k = 0; k < n; k++) {
        cholesky_root<<<1, 1>>>(d_a2, k);
        hicuda_launched(cudaGetLastError(), "schedule.c:56: kernel cholesky_root tblock(1) thread(1)");
        if ((n - (k + 1) + 1023) / 1024 > 0) {
            cholesky_divide<<<(n - (k + 1) + 1023) / 1024, 256>>>(d_a2, k, n);
            hicuda_launched(cudaGetLastError(), "schedule.c:50: kernel cholesky_divide");
        }
        if ((n - (k + 1) + 15) / 16 > 0 && (n - (k + 1) + 31) / 32 > 0) {
            cholesky_update<<<dim3((n - (k + 1) + 31) / 32, (n - (k + 1) + 15) / 16 < 65535 ? (n - (k + 1) + 15) / 16 : 65535), dim3(16, 16)>>>(d_a2, k, n);
            hicuda_launched(cudaGetLastError(), "schedule.c:46: kernel cholesky_update");
        }
    }
    hicuda_check(cudaMemcpy(a, d_a2, sizeof(double) * 37 * 37, cudaMemcpyDeviceToHost), "schedule.c:60: global copyout a[*][*]");
    hicuda_check(cudaFree(d_a2), "schedule.c:61: global free a");
}

// schedule.c:74: kernel symm_rows
__global__ void symm_rows(const double (*__restrict__ b)[37], const double (*__restrict__ a)[29], double (*__restrict__ c)[37], int m, int n, double alpha)
{
    double sum;
    for (int i = blockIdx.y * 16 + threadIdx.y; i < m; i += gridDim.y * 16) {
        int j = blockIdx.x * 16 + threadIdx.x;
        if (j < n) {
            sum = 0;
            for (int k = 0; k < i; k++) {
                sum += b[k][j] * a[i][k];
            }
            c[i][j] = 0.5 * c[i][j] + alpha * b[i][j] * a[i][i] + alpha * sum;
        }
    }
}

// schedule.c:78: kernel symm_rows_above
__global__ void symm_rows_above(double (*__restrict__ c)[37], const double (*__restrict__ b)[37], const double (*__restrict__ a)[29], int m, int n, double alpha)
{
    for (int k = blockIdx.y * 16 + threadIdx.y; k < m - 1; k += gridDim.y * 16) {
        int j = blockIdx.x * 16 + threadIdx.x;
        if (j < n) {
            for (int i = k + 1; i < m; i++) {
                c[k][j] += alpha * b[i][j] * a[i][k];
            }
        }
    }
}

// Two kernels out of one nest: the rows above wait until their own values are there.
static void symm(int m, int n, double alpha, double c[M][N], double a[M][M], double b[M][N])
{
    double (*d_a3)[29];
    hicuda_check(cudaMalloc((void **)&d_a3, sizeof(double) * 29 * 29), "schedule.c:68: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a3, a, sizeof(double) * 29 * 29, cudaMemcpyHostToDevice), "schedule.c:68: global alloc a[*][*] copyin");
    double (*d_b)[37];
    hicuda_check(cudaMalloc((void **)&d_b, sizeof(double) * 29 * 37), "schedule.c:69: global alloc b[*][*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof(double) * 29 * 37, cudaMemcpyHostToDevice), "schedule.c:69: global alloc b[*][*] copyin");
    double (*d_c)[37];
    hicuda_check(cudaMalloc((void **)&d_c, sizeof(double) * 29 * 37), "schedule.c:70: global alloc c[*][*] copyin");
    hicuda_check(cudaMemcpy(d_c, c, sizeof(double) * 29 * 37, cudaMemcpyHostToDevice), "schedule.c:70: global alloc c[*][*] copyin");
    {
        if ((m + 15) / 16 > 0 && (n + 15) / 16 > 0) {
            symm_rows<<<dim3((n + 15) / 16, (m + 15) / 16 < 65535 ? (m + 15) / 16 : 65535), dim3(16, 16)>>>(d_b, d_a3, d_c, m, n, alpha);
            hicuda_launched(cudaGetLastError(), "schedule.c:74: kernel symm_rows");
        }
        if ((m + 14) / 16 > 0 && (n + 15) / 16 > 0) {
            symm_rows_above<<<dim3((n + 15) / 16, (m + 14) / 16 < 65535 ? (m + 14) / 16 : 65535), dim3(16, 16)>>>(d_c, d_b, d_a3, m, n, alpha);
            hicuda_launched(cudaGetLastError(), "schedule.c:78: kernel symm_rows_above");
        }
    }
    hicuda_check(cudaMemcpy(c, d_c, sizeof(double) * 29 * 37, cudaMemcpyDeviceToHost), "schedule.c:85: global copyout c[*][*]");
    hicuda_check(cudaFree(d_a3), "schedule.c:86: global free a b c");
    hicuda_check(cudaFree(d_b), "schedule.c:86: global free a b c");
    hicuda_check(cudaFree(d_c), "schedule.c:86: global free a b c");
}

// schedule.c:101: kernel back_own
__global__ void back_own(double *__restrict__ x, const double (*__restrict__ a)[37], int j)
{
    x[j] /= a[j][j];
}

// schedule.c:97: kernel back_others
__global__ void back_others(const double (*__restrict__ a)[37], double *__restrict__ x, int j)
{
    int i = blockIdx.x * 1024 + threadIdx.x;
    if (i + 768 < j) {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            x[i + 256 * u] -= a[i + 256 * u][j] * x[j];
        }
    } else {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (i + 256 * u < j) {
                x[i + 256 * u] -= a[i + 256 * u][j] * x[j];
            }
        }
    }
}

// A loop that counts down, and one kernel in each of its rounds.
static void back(int n, double a[N][N], double x[N])
{
    double (*d_a4)[37];
    hicuda_check(cudaMalloc((void **)&d_a4, sizeof(double) * 37 * 37), "schedule.c:92: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a4, a, sizeof(double) * 37 * 37, cudaMemcpyHostToDevice), "schedule.c:92: global alloc a[*][*] copyin");
    double *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof(double) * 37), "schedule.c:93: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof(double) * 37, cudaMemcpyHostToDevice), "schedule.c:93: global alloc x[*] copyin");
    for (int j = n - 1; j >= 0; j--) {
        back_own<<<1, 1>>>(d_x, d_a4, j);
        hicuda_launched(cudaGetLastError(), "schedule.c:101: kernel back_own tblock(1) thread(1)");
        if ((j + 1023) / 1024 > 0) {
            back_others<<<(j + 1023) / 1024, 256>>>(d_a4, d_x, j);
            hicuda_launched(cudaGetLastError(), "schedule.c:97: kernel back_others");
        }
    }
    hicuda_check(cudaMemcpy(x, d_x, sizeof(double) * 37, cudaMemcpyDeviceToHost), "schedule.c:105: global copyout x[*]");
    hicuda_check(cudaFree(d_a4), "schedule.c:106: global free a x");
    hicuda_check(cudaFree(d_x), "schedule.c:106: global free a x");
}

// Loops of the host: skewed, and one after the other.
static void host(int n)
{
    for (int time = 2; time < 2 * n - 1; time++) {
        for (int i = (time - n + 1 > 1 ? time - n + 1 : 1); i < (time < n ? time : n); i++) {
            t[i][time - i] += t[i - 1][time - i] - 2 * t[i][time - i - 1];
        }
    }
    {
        for (int i = 0; i < n; i++) {
            y[i] = 3 - i;
        }
        for (int i = 0; i < n; i++) {
            x[i] = i;
        }
    }
}

// schedule.c:128: kernel column_sums
__global__ void column_sums(double *__restrict__ y, const double (*__restrict__ a)[37], int n)
{
    int j = blockIdx.x * 256 + threadIdx.x;
    if (j < n) {
        for (int i = j; i < n; i++) {
            y[j] += a[i][j];
        }
    }
}

// In a kernel the loops change places like others.
static void columns(int n, double a[N][N], double y[N])
{
    double (*d_a5)[37];
    hicuda_check(cudaMalloc((void **)&d_a5, sizeof(double) * 37 * 37), "schedule.c:126: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a5, a, sizeof(double) * 37 * 37, cudaMemcpyHostToDevice), "schedule.c:126: global alloc a[*][*] copyin");
    double *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof(double) * 37), "schedule.c:127: global alloc y[*] copyin");
    hicuda_check(cudaMemcpy(d_y, y, sizeof(double) * 37, cudaMemcpyHostToDevice), "schedule.c:127: global alloc y[*] copyin");
    if ((n + 255) / 256 > 0) {
        column_sums<<<(n + 255) / 256, 256>>>(d_y, d_a5, n);
        hicuda_launched(cudaGetLastError(), "schedule.c:128: kernel column_sums");
    }
    hicuda_check(cudaMemcpy(y, d_y, sizeof(double) * 37, cudaMemcpyDeviceToHost), "schedule.c:134: global copyout y[*]");
    hicuda_check(cudaFree(d_a5), "schedule.c:135: global free a y");
    hicuda_check(cudaFree(d_y), "schedule.c:135: global free a y");
}

static void fill(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i == j ? 2 * N : 1.0 / (i + j + 1);
            t[i][j] = (i * 7 + j * 3) % 11;
        }
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < N; j++) {
            b[i][j] = i - 0.5 * j;
            c[i][j] = i * 0.25 + j;
        }
        for (int j = 0; j < M; j++)
            s[i][j] = (i + 2 * j) % 5;
    }
}

static void print(const char *what, int rows, double of[][N])
{
    double sum = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < N; j++)
            sum += of[i][j] * (i + 2 * j + 1);
    printf("%s %.6f\n", what, sum);
}

int main(void)
{
    fill();
    lu(N, a);
    print("lu", N, a);
    fill();
    cholesky(N, a);
    print("cholesky", N, a);
    symm(M, N, 1.5, c, s, b);
    print("symm", M, c);
    host(N);
    int sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = sum * 3 + t[i][j];
    printf("host %d %g %g\n", sum & 0xffff, x[N - 1], y[N - 1]);
    fill();
    back(N, a, x);
    columns(N, a, y);
    double check = 0;
    for (int i = 0; i < N; i++)
        check += x[i] * (i + 1) + y[i];
    printf("back, columns %.6f\n", check);
    return 0;
}
