//@ run: processor
// Shuffles and votes on doubles and structs, a kernel through a pointer, overloads.
#include <iostream>
#include <map>
#include <string>

struct Pair {
    double value;
    int index;
};

template <typename T> __device__ __forceinline__ T best(T mine)
{
    for (int offset = 16; offset > 0; offset /= 2) {
        T other;
        other.value = __shfl_down_sync(0xffffffff, mine.value, offset);
        other.index = __shfl_down_sync(0xffffffff, mine.index, offset);
        if (other.value > mine.value)
            mine = other;
    }
    return mine;
}

__global__ void largest(const double *a, int n, Pair *out)
{
    Pair mine = {-1, -1};
    for (int i = threadIdx.x; i < n; i += warpSize)
        if (a[i] > mine.value)
            mine = {a[i], i};
    mine = best(mine);
    if (threadIdx.x == 0)
        *out = mine;
}

__global__ void votes(const double *a, int n, Pair *out)
{
    unsigned all = __ballot_sync(0xffffffff, a[threadIdx.x] > 50);
    if (threadIdx.x == 0)
        *out = {(double)__popc(all), (int)__ffs(all)};
}

int main()
{
    double *a;
    Pair *out;
    cudaMallocManaged(&a, 100 * sizeof(double));
    cudaMallocManaged(&out, sizeof(Pair));
    for (int i = 0; i < 100; i++)
        a[i] = (i * 37) % 101;
    std::map<std::string, void (*)(const double *, int, Pair *)> kernels{{"largest", largest}, {"votes", votes}};
    for (const auto &[name, kernel] : kernels) {
        kernel<<<1, 32>>>(a, 100, out);
        cudaDeviceSynchronize();
        std::cout << name << " " << out->value << " " << out->index << "\n";
    }
}
