#include "host.h"

enum { N = 24 };

int main(void)
{
    static float a[N * N], b[N], x[N], m[N * N];
    int wrong = 0;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            a[i * N + j] = i == j ? N : 1.0f / (1 + abs(i - j));
        for (int j = 0; j < N; j++)
            b[i] += a[i * N + j] * (j % 3 + 1);
    }
    start("gaussian.cl", "");
    cl_mem am = buffer(sizeof a, a), bm = buffer(sizeof b, b), mm = buffer(sizeof m, m);
    cl_kernel one = kernel("fan1"), two = kernel("fan2");
    for (int t = 0; t < N - 1; t++) {
        arguments(one, "mmii", mm, am, N, t);
        run(one, 32, 16);
        arguments(two, "mmmii", mm, am, bm, N, t);
        run2(two, 32, 32, 16, 16);
    }
    fetch(am, sizeof a, a);
    fetch(bm, sizeof b, b);
    for (int i = N - 1; i >= 0; i--) {
        x[i] = b[i];
        for (int j = i + 1; j < N; j++)
            x[i] -= a[i * N + j] * x[j];
        x[i] /= a[i * N + i];
        wrong += fabsf(x[i] - (i % 3 + 1)) > 1e-3f;
    }
    clReleaseMemObject(am);
    clReleaseMemObject(bm);
    clReleaseMemObject(mm);
    clReleaseKernel(one);
    clReleaseKernel(two);
    verdict("gaussian elimination", wrong);
}
