//@ explain: accesses
//@ coalesce: diff
// Kernels of a program in C++ are analysed like any others.
#include <chrono>
#include <vector>

template <typename T> __global__ void columns(T *out, const T *in, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    out[row] = in[row * n];
}

__global__ void rows(float *out, const float *in, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < n; j++)
        sum += in[row * n + j];
    out[row] = sum;
}

int main()
{
    auto launch = [](auto *pointer, int n) {
        columns<<<1, 32>>>(pointer, pointer, n);
        rows<<<1, 32>>>(pointer, pointer, n);
    };
    launch((float *)nullptr, 0);
}
