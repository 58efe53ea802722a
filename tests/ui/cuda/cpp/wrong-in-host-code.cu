// What is wrong in host code is the C++ compiler's to say, at the user's line.
#include <chrono>
__global__ void put(int *a, int n) { a[threadIdx.x] = n; }
int main()
{
    int *a = nullptr;
    put<<<1, 32>>>(a, 1);
    return undeclared; //~ E0930 was not declared
}
