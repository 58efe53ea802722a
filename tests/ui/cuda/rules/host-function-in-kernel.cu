// Kernels call functions of the device.
static int twice(int x) { return 2 * x; }
__host__ __device__ int both(int x) { return x; }
__device__ int helper(int x) { return twice(x); } //~ E0933 `twice` is a function of the host
__global__ void k(int *a) { a[0] = twice(1) + both(2) + helper(3); } //~ E0933 `twice` is a function of the host
int main(void) { return twice(1); }
