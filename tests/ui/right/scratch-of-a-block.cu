//@ emit: cuda opencl
//@ run: cpu sim
// A block has an array for each of its iterations, whose numbers only the run knows; a barrier lies
// between what its threads read and what they write over it, in every iteration.
#include <stdio.h>
enum { NR = 9, NQ = 7, NP = 30 };
static float a[NR][NQ][NP], c4[NP][NP], sum[NP];
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

// scratch-of-a-block.c:13: kernel k
__global__ void k(float (*__restrict__ a)[7][30], const float (*__restrict__ c4)[30], int nr, int nq, int np)
{
    __shared__ float sum_tile[30];
    int r_chunk = (nr + 3) / 4;
    int r_begin = blockIdx.y * r_chunk;
    int r_end = min(r_begin + r_chunk, nr);
    for (int r = r_begin; r < r_end; r++) {
        int q_chunk = (nq + 2) / 3;
        int q_begin = blockIdx.x * q_chunk;
        int q_end = min(q_begin + q_chunk, nq);
        for (int q = q_begin; q < q_end; q++) {
            for (int p = threadIdx.x; p < np; p += 32) {
                sum_tile[p] = 0;
                for (int s = 0; s < np; s++)
                    sum_tile[p] += a[r][q][s] * c4[s][p];
            }
            __syncthreads();
            for (int p = threadIdx.x; p < np; p += 32)
                a[r][q][p] = sum_tile[p];
        }
    }
}

static void doitgen(int nr, int nq, int np, float a[NR][NQ][NP], float c4[NP][NP], float sum[NP])
{
    float (*d_a)[7][30];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(float) * 9 * 7 * 30), "scratch-of-a-block.c:10: global alloc a[*][*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof(float) * 9 * 7 * 30, cudaMemcpyHostToDevice), "scratch-of-a-block.c:10: global alloc a[*][*][*] copyin");
    float (*d_c4)[30];
    hicuda_check(cudaMalloc((void **)&d_c4, sizeof(float) * 30 * 30), "scratch-of-a-block.c:11: global alloc c4[*][*] copyin");
    hicuda_check(cudaMemcpy(d_c4, c4, sizeof(float) * 30 * 30, cudaMemcpyHostToDevice), "scratch-of-a-block.c:11: global alloc c4[*][*] copyin");
    float *d_sum;
    hicuda_check(cudaMalloc((void **)&d_sum, sizeof(float) * 30), "scratch-of-a-block.c:12: global alloc sum[*]");
    k<<<dim3(3, 4), 32>>>(d_a, d_c4, nr, nq, np);
    hicuda_launched(cudaGetLastError(), "scratch-of-a-block.c:13: kernel k tblock(4,3) thread(32)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof(float) * 9 * 7 * 30, cudaMemcpyDeviceToHost), "scratch-of-a-block.c:32: global copyout a[*][*][*]");
    hicuda_check(cudaFree(d_a), "scratch-of-a-block.c:33: global free a c4 sum");
    hicuda_check(cudaFree(d_c4), "scratch-of-a-block.c:33: global free a c4 sum");
    hicuda_check(cudaFree(d_sum), "scratch-of-a-block.c:33: global free a c4 sum");
}
int main(void)
{
    for (int i=0;i<NR*NQ*NP;i++) (&a[0][0][0])[i]=i%7;
    for (int i=0;i<NP*NP;i++) (&c4[0][0])[i]=i%5;
    doitgen(NR,NQ,NP,a,c4,sum);
    float t=0; for (int i=0;i<NR*NQ*NP;i++) t+=(&a[0][0][0])[i]*(i%3);
    printf("%g\n",t);
}
