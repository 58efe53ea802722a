// Kernels read variables of the device, and constants.
int steps = 4;
float table[8];
const int count = 3;
constexpr float half_of_it = 0.5f;
enum { SIZE = 4 };
__device__ int on_device;
__constant__ float weights[4];
__global__ void k(float *a)
{
    a[0] = steps; //~ E0934 `steps` is a variable of the host
    a[1] = table[2]; //~ E0934 `table` is a variable of the host
    a[2] = count + half_of_it + SIZE + on_device + weights[1];
}
