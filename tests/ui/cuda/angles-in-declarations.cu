//@ run: cpu sim
// Functions of the device with commas between angles: of what they give back, of what they are for.
#include <cstdio>

template <typename T, int N> struct few {
    T at[N];
};

__device__ few<float, 2> both(float x)
{
    few<float, 2> made;
    made.at[0] = x;
    made.at[1] = x * x;
    return made;
}

template <typename T, int N> __device__ T power(T x)
{
    return x * power<T, N - 1>(x);
}
template <> __device__ float power<float, 0>(float x)
{
    return 1;
}

template <typename T, int N> __global__ void all(T *out)
{
    few<float, 2> made = both(out[threadIdx.x]);
    out[threadIdx.x] = power<T, N>(made.at[0]) + made.at[1];
}
template <> __global__ void all<int, 2>(int *out)
{
    out[threadIdx.x] = -out[threadIdx.x];
}

int main()
{
    float x[4] = {1, 2, 3, 4}, *d;
    int y[4] = {5, 6, 7, 8}, *e;
    cudaMalloc(&d, sizeof x);
    cudaMalloc(&e, sizeof y);
    cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(e, y, sizeof y, cudaMemcpyHostToDevice);
    all<float, 3><<<1, 4>>>(d);
    all<int, 2><<<1, 4>>>(e);
    cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost);
    cudaMemcpy(y, e, sizeof y, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++)
        printf("%g %d\n", x[i], y[i]);
    cudaFree(d);
    cudaFree(e);
    return 0;
}
