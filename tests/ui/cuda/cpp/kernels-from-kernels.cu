//@ run: processor
// Kernels that launch kernels: a child sees what its parent wrote before, children of a block run one after the other, and the host waits
// for all of them.
#include <iostream>
#include <vector>

__global__ void add(int *a, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = a[i] * 2 + by;
}

template <typename T> __global__ void sort(T *a, int left, int right)
{
    int low = left, high = right;
    const T middle = a[(left + right) / 2];
    while (low <= high) {
        while (a[low] < middle)
            low++;
        while (a[high] > middle)
            high--;
        if (low <= high) {
            const T kept = a[low];
            a[low++] = a[high];
            a[high--] = kept;
        }
    }
    if (left < high) {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        sort<<<1, 1, 0, stream>>>(a, left, high);
        cudaStreamDestroy(stream);
    }
    if (low < right)
        sort<<<1, 1>>>(a, low, right);
}

__global__ void parent(int *a, int n)
{
    a[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        add<<<(n + 31) / 32, 32>>>(a, n, 1);
        add<<<(n + 31) / 32, 32>>>(a, n, 5);
    }
}

int main()
{
    const int n = 64;
    int *a;
    cudaMallocManaged(&a, n * sizeof(int));
    parent<<<1, n>>>(a, n);
    cudaDeviceSynchronize();
    std::cout << a[0] << " " << a[1] << " " << a[63] << "\n";
    std::vector<double> values;
    for (int i = 0; i < 1000; i++)
        values.push_back(i * 7919 % 1009 * 0.5);
    double *b;
    cudaMalloc(&b, values.size() * sizeof(double));
    cudaMemcpy(b, values.data(), values.size() * sizeof(double), cudaMemcpyHostToDevice);
    sort<<<1, 1>>>(b, 0, 999);
    cudaMemcpy(values.data(), b, values.size() * sizeof(double), cudaMemcpyDeviceToHost);
    bool is_sorted = true;
    for (int i = 1; i < 1000; i++)
        is_sorted = is_sorted && values[i - 1] <= values[i];
    std::cout << is_sorted << " " << cudaGetErrorString(cudaGetLastError()) << "\n";
    return 0;
}
