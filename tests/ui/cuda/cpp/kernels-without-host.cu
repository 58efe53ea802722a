//@ coalesce: diff
// What accesses cost does not depend on a library that the host calls: kernels are read without it.
#include <chrono>
#include <no_such_library.h> //~ E0931 header `no_such_library.h` not found

__global__ void columns(float *a, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < n; j++)
        a[row * n + j] *= 2.0f;
}

template <typename T> __global__ void of_template(T *a) { a[threadIdx.x] = 0; }

int main()
{
    no_such::handle handle;
    columns<<<4, 32>>>(handle.data(), 64);
    of_template<<<1, 32>>>(handle.data());
}
