//@ access: 2, which bytes a vector is made of cannot be told before it runs
// Pairs of doubles that begin where the launch says: the kernel has to look.
#include "harness.h"

__global__ void shear(double *xy, double sine, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double2 xy2 = reinterpret_cast<size_t>(xy) % 16 == 0
            ? *reinterpret_cast<const double2 *>(&xy[2 * i])
            : make_double2(xy[2 * i], xy[2 * i + 1]);
        double x = xy2.x, y = xy2.y;
        xy2.x = x - sine * y;
        xy2.y = y + sine * x;
        if (reinterpret_cast<size_t>(xy) % 16 == 0) {
            *reinterpret_cast<double2 *>(&xy[2 * i]) = xy2;
        } else {
            xy[2 * i] = xy2.x;
            xy[2 * i + 1] = xy2.y;
        }
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
