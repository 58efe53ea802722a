// The same algorithm, written in CUDA: one option per thread, 128 threads.
#include <cstdio>
#include <cstdlib>

__device__ float normal(float d)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float tail = 0.39894228f * expf(-0.5f * d * d) *
                 (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - tail : tail;
}

__global__ void black_scholes(int n, const float *__restrict__ stock, const float *__restrict__ strike,
                              const float *__restrict__ years, float *__restrict__ call, float *__restrict__ put,
                              float rate, float volatility)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float s = stock[i], x = strike[i], t = years[i];
    const float root = sqrtf(t);
    const float d1 = (logf(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
    const float d2 = d1 - volatility * root;
    const float n1 = normal(d1), n2 = normal(d2);
    const float discounted = x * expf(-rate * t);
    call[i] = s * n1 - discounted * n2;
    put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}

static float uniform(unsigned *seed, float low, float high)
{
    *seed = *seed * 1664525u + 1013904223u;
    return low + (high - low) * (float)(*seed >> 8) / (1 << 24);
}

int main()
{
    const int n = 1 << 25;
    const size_t bytes = n * sizeof(float);
    float *host[5], *device[5];
    unsigned seed = 5;

    for (int a = 0; a < 5; a++) {
        host[a] = (float *)malloc(bytes);
        cudaMalloc(&device[a], bytes);
    }
    for (int i = 0; i < n; i++) {
        host[0][i] = uniform(&seed, 5, 30);
        host[1][i] = uniform(&seed, 1, 100);
        host[2][i] = uniform(&seed, 0.25f, 10);
    }
    for (int a = 0; a < 3; a++)
        cudaMemcpy(device[a], host[a], bytes, cudaMemcpyHostToDevice);
    black_scholes<<<(n + 127) / 128, 128>>>(n, device[0], device[1], device[2], device[3], device[4], 0.02f, 0.30f);
    cudaMemcpy(host[3], device[3], bytes, cudaMemcpyDeviceToHost);
    if (cudaMemcpy(host[4], device[4], bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
        return EXIT_FAILURE;
    for (int at = 0; at < n; at += n / 40)
        printf("%.3f %.3f\n", host[3][at], host[4][at]);
    return 0;
}
