//@ run: processor
// What kernels have of C++: specialisation, `if constexpr`, traits, packs, enum classes.
#include <cstdint>
#include <iostream>
#include <limits>
#include <type_traits>

enum class Operation : uint8_t { Sum, Most };

template <typename T> struct Neutral {
    static constexpr __device__ T value() { return T(0); }
};
template <> struct Neutral<float> {
    static constexpr __device__ float value() { return -1.0f; }
};

template <typename... Rest> __host__ __device__ constexpr int count(Rest...) { return sizeof...(Rest); }

template <Operation op, typename T> __device__ T combined(T a, T b)
{
    static_assert(std::is_arithmetic<T>::value, "numbers only");
    if constexpr (op == Operation::Sum)
        return a + b;
    else
        return max(a, b);
}

template <Operation op, typename T, int Threads = 64> __global__ void reduce(const T *in, int n, T *out)
{
    __shared__ T partial[Threads];
    T mine = op == Operation::Most ? std::numeric_limits<T>::lowest() : Neutral<T>::value();
    for (int i = threadIdx.x; i < n; i += Threads)
        mine = combined<op>(mine, in[i]);
    partial[threadIdx.x] = mine;
    __syncthreads();
#pragma unroll
    for (int s = Threads / 2; s > 0; s /= 2) {
        if (threadIdx.x < s)
            partial[threadIdx.x] = combined<op>(partial[threadIdx.x], partial[threadIdx.x + s]);
        __syncthreads();
    }
    auto &first = partial[0];
    if (threadIdx.x == 0)
        *out = first + count(1, 2.0, 'c');
}

template <Operation op, typename T> T on_device(int n)
{
    T *in, *out, result;
    cudaMallocManaged(&in, n * sizeof(T));
    cudaMalloc(&out, sizeof(T));
    for (int i = 0; i < n; i++)
        in[i] = T(i % 13) / 2;
    reduce<op><<<1, 64>>>(in, n, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    return result;
}

int main()
{
    std::cout << on_device<Operation::Sum, int>(200) << " " << on_device<Operation::Most, double>(200) << " "
              << on_device<Operation::Sum, float>(200) << "\n";
}
