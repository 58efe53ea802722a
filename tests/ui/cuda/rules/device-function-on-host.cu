// The host calls functions of the host.
__device__ int square(int x) { return x * x; }
__host__ __device__ int cube(int x) { return x * x * x; }
int main(void) { return square(2) + cube(1); } //~ E0935 `square` is a function of the device
