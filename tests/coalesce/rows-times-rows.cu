//@ large: 2048 2048
// Every row times every other, and the distance to it: both operands are the same array.
#include "harness.h"

__global__ void compare(int *products, int *distances, const int *rows, int n, int m)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n) {
        int product = 0, distance = 0;
        for (int k = 0; k < m; k++) {
            int d = rows[i * m + k] - rows[j * m + k];
            product += rows[i * m + k] * rows[j * m + k];
            distance += d * d;
        }
        products[i * n + j] = product;
        distances[i * n + j] = distance;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    int *rows = ints(n * m, 1), *products = ints(n * n, 2), *distances = ints(n * n, 3);
    dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
    compare<<<grid, block>>>(products, distances, rows, n, m);
    show("products", products, n * n * sizeof(int));
    show("distances", distances, n * n * sizeof(int));
    cudaFree(rows);
    return 0;
}
