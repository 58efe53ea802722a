#include "host.h"

enum { N = 32 };

int main(void)
{
    static unsigned d[N * N], expected[N * N], path[N * N];
    int wrong = 0;
    for (int i = 0; i < N * N; i++)
        expected[i] = d[i] = i % (N + 1) == 0 ? 0 : 1 + i * 37 % 200;
    start("floyd_warshall.cl", "");
    cl_mem a = buffer(sizeof d, d), p = buffer(sizeof path, path);
    cl_kernel k = kernel("relax");
    for (int pass = 0; pass < N; pass++) {
        arguments(k, "mmii", a, p, N, pass);
        run2(k, N, N, 16, 4);
    }
    fetch(a, sizeof d, d);
    for (int k = 0; k < N; k++)
        for (int y = 0; y < N; y++)
            for (int x = 0; x < N; x++)
                if (expected[y * N + k] + expected[k * N + x] < expected[y * N + x])
                    expected[y * N + x] = expected[y * N + k] + expected[k * N + x];
    for (int i = 0; i < N * N; i++)
        wrong += d[i] != expected[i];
    clReleaseMemObject(a);
    clReleaseMemObject(p);
    clReleaseKernel(k);
    verdict("floyd warshall", wrong);
}
