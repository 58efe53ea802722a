//@ run: cpu
// `std::vector` on the host, a struct template with a default, algorithms.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <vector>

template <typename T, int N = 4> struct Row {
    T cell[N];
    __host__ __device__ Row(T value)
    {
        for (int i = 0; i < N; i++)
            cell[i] = value + i;
    }
    __host__ __device__ T sum() const
    {
        T all = 0;
        for (int i = 0; i < N; i++)
            all += cell[i];
        return all;
    }
};

__global__ void add(const int *__restrict__ a, const int *__restrict__ b, int *__restrict__ c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i] + Row<int>(i).sum() - Row<int, 2>(i).sum();
}

static int wrong(const std::vector<int> &a, const std::vector<int> &b, const std::vector<int> &c)
{
    int wrong = 0;
    for (size_t i = 0; i < c.size(); i++)
        wrong += c[i] != a[i] + b[i] + 2 * (int)i + 5;
    return wrong;
}

int main()
{
    constexpr int n = 1 << 10;
    constexpr size_t bytes = sizeof(int) * n;
    std::vector<int> a(n), b(n, 2), c;
    c.resize(n);
    for (int i = 0; i < n; i++)
        a[i] = (i * 37) % 100;
    std::sort(a.begin(), a.end());
    int *da, *db, *dc;
    cudaMalloc(&da, bytes);
    cudaMalloc(&db, bytes);
    cudaMalloc(&dc, bytes);
    cudaMemcpy(da, a.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), b.size() * sizeof(int), cudaMemcpyHostToDevice);
    add<<<(n + 127) / 128, 128>>>(da, db, dc, n);
    cudaMemcpy(c.data(), dc, bytes, cudaMemcpyDeviceToHost);
    std::vector<double> halves;
    for (int i = 0; i < 20; i++)
        halves.push_back(0.5 * i);
    std::cout << wrong(a, b, c) << " wrong, " << a.front() << " to " << a.back() << ", sum "
              << std::accumulate(halves.begin(), halves.end(), 0.0) << ", " << halves.size() << " halves\n";
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    return 0;
}
