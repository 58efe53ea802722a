// A pair is one load and one store of sixteen bytes.
#include "harness.h"

__global__ void turn(double2 *xy, double cosine, double sine, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n)
        return;
    const double2 p = xy[i];
    xy[i] = make_double2(cosine * p.x - sine * p.y, sine * p.x + cosine * p.y);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100) * size(argc, argv, 2, 70);
    double *xy = doubles(2 * (size_t)n + 2, 1);
    turn<<<(n + 255) / 256, 256>>>((double2 *)(xy + 2), 0.6, 0.8, n);
    show("xy", xy, (2 * (size_t)n + 2) * sizeof(double));
    return 0;
}
