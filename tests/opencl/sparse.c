#include "host.h"

enum { N = 60 };

int main(void)
{
    double value[N * 4], x[N], y[N], z[N];
    int column[N * 4], row[N + 1], at = 0, wrong = 0;
    for (int r = 0; r < N; r++) {
        row[r] = at;
        x[r] = r % 5 + 1;
        for (int i = 0; i < 1 + r % 4; i++) {
            column[at] = (r * 7 + i * 13) % N;
            value[at++] = i + 1;
        }
    }
    row[N] = at;
    start("sparse.cl", "");
    cl_mem v = buffer(sizeof value, value), c = buffer(sizeof column, column), r = buffer(sizeof row, row);
    cl_mem xs = buffer(sizeof x, x), ys = buffer(sizeof y, NULL);
    cl_kernel items = kernel("by_items"), groups = kernel("by_groups");
    arguments(items, "mmmmmi", v, c, r, xs, ys, N);
    run(items, 64, 0);
    fetch(ys, sizeof y, y);
    arguments(groups, "mmmmml", v, c, r, xs, ys, 4 * sizeof(double));
    run(groups, N * 4, 4);
    fetch(ys, sizeof z, z);
    for (int n = 0; n < N; n++) {
        double sum = 0;
        for (int i = row[n]; i < row[n + 1]; i++)
            sum += value[i] * x[column[i]];
        wrong += y[n] != sum || z[n] != sum;
    }
    cl_mem all[] = {v, c, r, xs, ys};
    for (int i = 0; i < 5; i++)
        clReleaseMemObject(all[i]);
    clReleaseKernel(items);
    clReleaseKernel(groups);
    verdict("sparse matrix", wrong);
}
