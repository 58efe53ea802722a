// A pair is one load and one store of sixteen bytes.
#include "harness.h"

__global__ void shear(double2 *xy, double sine, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n)
        return;
    const double2 p = xy[i];
    xy[i] = make_double2(p.x - sine * p.y, p.y + sine * p.x);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100) * size(argc, argv, 2, 70);
    double *xy = doubles(2 * (size_t)n + 2, 1);
    shear<<<(n + 255) / 256, 256>>>((double2 *)(xy + 2), 0.8, n);
    show("xy", xy, (2 * (size_t)n + 2) * sizeof(double));
    return 0;
}
