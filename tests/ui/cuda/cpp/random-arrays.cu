//@ run: processor
// cuRAND's generators of whole arrays: what a kernel's states give, in turn; offsets, seeds, moments.
#include <nvtx3/nvToolsExt.h>
#include <cmath>
#include <cstdio>
#include <vector>
#include <curand.h>
#include <curand_kernel.h>

__global__ void by_states(unsigned *out, int n, unsigned long long seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        curandState state;
        curand_init(seed, i, 0, &state);
        out[i] = curand(&state);
    }
}

int main()
{
    const int n = 100000;
    nvtxRangePushA("all");
    unsigned *a, *b, first[8], wanted[8];
    float *x;
    double *y;
    cudaMalloc(&a, n * sizeof *a);
    cudaMalloc(&b, 8 * sizeof *b);
    cudaMalloc(&x, n * sizeof *x);
    cudaMalloc(&y, n * sizeof *y);

    curandGenerator_t generator;
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
    curandSetPseudoRandomGeneratorSeed(generator, 1234ULL);
    curandGenerate(generator, a, n);
    by_states<<<1, 8>>>(b, 8, 1234);
    cudaMemcpy(first, a, sizeof first, cudaMemcpyDeviceToHost);
    cudaMemcpy(wanted, b, sizeof wanted, cudaMemcpyDeviceToHost);
    int alike = 0;
    for (int i = 0; i < 8; i++)
        alike += first[i] == wanted[i];
    printf("%d of 8 are the states'\n", alike);

    unsigned later[2], at[2];
    cudaMemcpy(later, a + 5000, sizeof later, cudaMemcpyDeviceToHost);
    curandSetGeneratorOffset(generator, 5000);
    curandGenerate(generator, a, 2);
    cudaMemcpy(at, a, sizeof at, cudaMemcpyDeviceToHost);
    printf("behind an offset: %d\n", later[0] == at[0] && later[1] == at[1]);

    curandGenerateNormal(generator, x, n, 3.0f, 2.0f);
    curandGenerateUniformDouble(generator, y, n);
    std::vector<float> normal(n);
    std::vector<double> uniform(n);
    cudaMemcpy(normal.data(), x, n * sizeof *x, cudaMemcpyDeviceToHost);
    cudaMemcpy(uniform.data(), y, n * sizeof *y, cudaMemcpyDeviceToHost);
    double sum = 0, squares = 0, mean = 0, least = 1, most = 0;
    for (int i = 0; i < n; i++) {
        sum += normal[i];
        squares += (normal[i] - 3.0) * (normal[i] - 3.0);
        mean += uniform[i];
        least = std::fmin(least, uniform[i]);
        most = std::fmax(most, uniform[i]);
    }
    printf("%.1f %.1f, %.2f, %d\n", sum / n, std::sqrt(squares / n), mean / n, least > 0 && most <= 1);
    printf("%d\n", curandGenerateNormal(generator, x, 3, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
    printf("%d\n", curandDestroyGenerator(generator));

    std::vector<float> of_host(4);
    curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10);
    curandGenerateUniform(generator, of_host.data(), of_host.size());
    printf("%d\n", of_host[0] != of_host[1]);
    nvtxRangePop();
    return 0;
}
