// A block for each row: a scan of 1024 columns after the other.
#include "harness.h"

__global__ void __launch_bounds__(1024) prefix_sum(const float *__restrict__ a, float *__restrict__ b, int m)
{
    __shared__ float parts[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float before = 0;
    for (int first = 0; first < m; first += 1024) {
        const int j = first + threadIdx.x;
        float sum = j < m ? a[blockIdx.x * m + j] : 0;
        for (int offset = 1; offset < 32; offset *= 2) {
            const float other = __shfl_up_sync(0xffffffff, sum, offset);
            sum += lane >= offset ? other : 0;
        }
        if (lane == 31)
            parts[warp] = sum;
        __syncthreads();
        float others = 0, all = 0;
        for (int w = 0; w < 32; w++) {
            others += w < warp ? parts[w] : 0;
            all += parts[w];
        }
        if (j < m)
            b[blockIdx.x * m + j] = before + others + sum;
        before += all;
        __syncthreads();
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = eighths(n * m, 1), *b = floats(n * m, 2);
    prefix_sum<<<n, 1024>>>(a, b, m);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
