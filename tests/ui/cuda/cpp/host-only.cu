// Words of C++ that kernels have not, in a program that the C++ compiler takes.
#include <chrono>
#include <string>
#include <vector>

__host__ __device__ int both(int x)
{
    if (x < 0) throw 1;
    return x;
}

__global__ void k(int *a)
{
    try { //~ E0933 `try` is the host's, and stands in a function of the device
        a[0] = both(1);
    } catch (...) {
    }
    std::vector<int> v(3); //~ E0933 `std::vector` is the host's, and stands in a function of the device
}

int main()
{
    std::vector<int> v(3);
    k<<<1, 1>>>(nullptr);
}
