//@ run: cpu sim
// What a template is for some arguments: of functions with written and with told arguments, of kernels, of structs.
#include <cstdio>

template <typename T> struct limits {
    T largest;
    __device__ limits() : largest(0) {}
};
template <> struct limits<int> {
    int largest, smallest;
    __device__ limits() : largest(2147483647), smallest(-2147483647 - 1) {}
};

template <typename T, int N> __device__ T power(T x)
{
    return x * power<T, N - 1>(x);
}
template <> __device__ float power<float, 0>(float x)
{
    return 1;
}
template <> __device__ int power<int, 1>(int x)
{
    return x + 0;
}

template <typename T> __device__ T twice(const T &x)
{
    return x + x;
}
template <> __device__ unsigned int twice(const unsigned int &x)
{
    return x << 1 | 0x80000000u;
}

template <typename T> __device__ T first(const T *values)
{
    return values[0];
}
template <> __device__ inline double first(const double *values)
{
    return -values[0];
}

template <typename T> __global__ void all(T *out)
{
    limits<T> own;
    out[threadIdx.x] = power<T, 3>(out[threadIdx.x]) + own.largest;
}
template <> __global__ void all<double>(double *out)
{
    out[threadIdx.x] = first(out + threadIdx.x);
}

__global__ void others(unsigned int *words, int *numbers)
{
    limits<int> own;
    words[0] = twice(words[0]);
    numbers[0] = twice(numbers[0]) + own.smallest;
    numbers[1] = first(numbers + 1);
}

template <typename T> void show(const char *format, T start)
{
    T *values;
    cudaMallocManaged(&values, 2 * sizeof(T));
    values[0] = values[1] = start;
    all<<<1, 2>>>(values);
    cudaDeviceSynchronize();
    printf(format, values[0], values[1]);
    cudaFree(values);
}

int main()
{
    show<float>("%g %g\n", 2.5f);
    show<double>("%g %g\n", 2.5);
    unsigned int *words;
    int *numbers;
    cudaMallocManaged(&words, sizeof(unsigned int));
    cudaMallocManaged(&numbers, 2 * sizeof(int));
    words[0] = 3, numbers[0] = 4, numbers[1] = 5;
    others<<<1, 1>>>(words, numbers);
    cudaDeviceSynchronize();
    printf("%x %d %d\n", words[0], numbers[0], numbers[1]);
    cudaFree(words);
    cudaFree(numbers);
    return 0;
}
