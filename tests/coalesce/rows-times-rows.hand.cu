// Tiles of 64 by 64, each thread 4 by 4 of it.
#include "harness.h"
#include "hand-products.h"

struct Sums {
    int product, distance;
};

__global__ void __launch_bounds__(256) compare(int *products_of, int *distances, const int *__restrict__ rows, int n, int m)
{
    __shared__ int x[K][T + 2], y[K][T + 2];
    Sums sums[OWN][OWN] = {};
    products<true, true>(
        x, y, n, n, m, sums, [&](int i, int k) { return rows[i * m + k]; },
        [&](int k, int j) { return rows[j * m + k]; },
        [](Sums &sum, int left, int right) {
            sum.product += left * right;
            sum.distance += (left - right) * (left - right);
        },
        [&](int i, int j, Sums sum) {
            products_of[i * n + j] = sum.product;
            distances[i * n + j] = sum.distance;
        });
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    int *rows = ints(n * m, 1), *products = ints(n * n, 2), *distances = ints(n * n, 3);
    compare<<<tiles_of(n, n), 256>>>(products, distances, rows, n, m);
    show("products", products, n * n * sizeof(int));
    show("distances", distances, n * n * sizeof(int));
    cudaFree(rows);
    return 0;
}
