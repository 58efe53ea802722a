//@ run: cpu h200
// Kernels between classes and lambdas of the host: templates whose arguments the host's compiler
// deduces, overloads, operators, constants, variables of the device, a namespace.
#include <chrono>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace weather {

struct wind {
    float x, y;
    wind() = default;
    explicit wind(const std::vector<float> &both) : x(both[0]), y(both[1]) {}
    __host__ __device__ float strength() const { return x * x + y * y; }
    std::string name() const { return "wind " + std::to_string(x); }
};

__host__ __device__ inline wind operator+(const wind &a, const wind &b)
{
    wind sum;
    sum.x = a.x + b.x;
    sum.y = a.y + b.y;
    return sum;
}

enum class kind : int { first, second };
constexpr int BLOCK = 64;
__constant__ float weights[4];
__device__ int seen = 3, *nowhere;

template <typename T, int N, kind K = kind::second> __global__ void scale(T *a, int n, T by)
{
    static_assert(N > 0, "threads");
    int i = blockIdx.x * N + threadIdx.x;
    if constexpr (K == kind::second) {
        if (i < n)
            a[i] = a[i] * by + static_cast<T>(weights[1]);
    }
}

template <class T> __global__ void least(const T *a, int n, T *out)
{
    T found = std::numeric_limits<T>::max();
    for (int i = 0; i < n; i++)
        found = a[i] < found ? a[i] : found;
    *out = found;
}

}

struct timer {
    std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count(); }
};

__global__ void strengths(const weather::wind *__restrict__ winds, float *out, int n)
{
    int i = blockIdx.x * weather::BLOCK + threadIdx.x;
    if (i < n)
        out[i] = (winds[i] + winds[0]).strength() + weather::seen;
}

// One name, two kernels.
__global__ void fill(int *a, int value) { a[threadIdx.x] = value; }
__global__ void fill(int *a, int value, int step) { a[threadIdx.x] = value + step * (int)threadIdx.x; }

template <typename T> class buffer {
    T *memory = nullptr;
    size_t count;

public:
    explicit buffer(const std::vector<T> &values) : count(values.size())
    {
        cudaMalloc(&memory, count * sizeof(T));
        cudaMemcpy(memory, values.data(), count * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~buffer() { cudaFree(memory); }
    buffer(const buffer &) = delete;
    T *get() { return memory; }
    std::vector<T> values() const
    {
        std::vector<T> values(count);
        cudaMemcpy(values.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost);
        return values;
    }
};

int main()
{
    timer clock;
    const int n = 1000;
    const float weights[4] = {1, 5, 3, 4};
    cudaMemcpyToSymbol(weather::weights, weights, sizeof weights);
    buffer<float> floats(std::vector<float>(n, 2.f));
    buffer<double> doubles(std::vector<double>(n, 0.5));
    weather::scale<float, 128><<<(n + 127) / 128, 128>>>(floats.get(), n, 3.f);
    auto scaled = [&](auto &values, auto by) { weather::scale<decltype(by), 64><<<(n + 63) / 64, 64>>>(values.get(), n, by); };
    scaled(doubles, 4.0);
    const auto sum = floats.values();
    std::cout << std::accumulate(sum.begin(), sum.end(), 0.f) << " " << doubles.values()[7] << "\n";

    buffer<int> numbers({4, -7, 12});
    buffer<int> smallest({0});
    weather::least<<<1, 1>>>(numbers.get(), 3, smallest.get());
    std::cout << smallest.values()[0] << "\n";

    std::vector<weather::wind> winds(n, weather::wind({1, 2}));
    buffer<weather::wind> on_device(winds);
    strengths<<<dim3((n + 63) / 64), dim3(64)>>>(on_device.get(), floats.get(), n);
    int seen = 0;
    cudaMemcpyFromSymbol(&seen, weather::seen, sizeof seen);
    std::cout << floats.values()[999] << " " << seen << " " << winds[0].name() << "\n";

    fill<<<1, 3>>>(numbers.get(), 8);
    std::map<std::string, std::function<void()>> launches{{"stepping", [&] { fill<<<1, 2>>>(numbers.get(), 1, 10); }}};
    launches.at("stepping")();
    for (int value : numbers.values())
        std::cout << value << " ";
    std::cout << (clock.seconds() > 0) << "\n";
}
