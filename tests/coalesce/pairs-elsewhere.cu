//@ access: 2, which bytes a vector is made of cannot be told before it runs
// Pairs of doubles that begin where the launch says: the kernel has to look.
#include "harness.h"

__global__ void shear(double *xy, double sine, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double x = xy[2 * i], y = xy[2 * i + 1];
        xy[2 * i] = x - sine * y;
        xy[2 * i + 1] = y + sine * x;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100) * size(argc, argv, 2, 70);
    double *xy = doubles(2 * (size_t)n + 2, 1);
    shear<<<(n + 255) / 256, 256>>>(xy + 2, 0.8, n);
    show("xy", xy, (2 * (size_t)n + 2) * sizeof(double));
    return 0;
}
