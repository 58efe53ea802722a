// Rules of CUDA hold in kernels of programs in C++ too.
#include <chrono>
#include <string>

int on_host(int x) { return std::to_string(x).size(); }

__global__ void k(int *a)
{
    a[0] = on_host(a[1]); //~ E0933 `on_host` is a function of the host
}

int main()
{
    k<<<1, 1>>>(nullptr);
}
