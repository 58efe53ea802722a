#include "host.h"

enum { N = 16, PENALTY = 2 };

int main(void)
{
    int s[N][N], t[N + 1][N + 1], found[N][N], wrong = 0;
    for (int y = 0; y <= N; y++)
        for (int x = 0; x <= N; x++)
            t[y][x] = -(x + y) * PENALTY;
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            s[y][x] = (x * 5 + y * 3) % 7 - 3;
            int best = t[y][x] + s[y][x];
            if (t[y][x + 1] - PENALTY > best)
                best = t[y][x + 1] - PENALTY;
            if (t[y + 1][x] - PENALTY > best)
                best = t[y + 1][x] - PENALTY;
            t[y + 1][x + 1] = best;
        }
    start("alignment.cl", "");
    cl_mem o = buffer(sizeof found, NULL), i = buffer(sizeof s, s);
    cl_kernel k = kernel("align");
    arguments(k, "mmi", o, i, PENALTY);
    run(k, N, N);
    fetch(o, sizeof found, found);
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            wrong += found[y][x] != t[y + 1][x + 1];
    printf("%d\n", found[N - 1][N - 1]);
    clReleaseMemObject(o);
    clReleaseMemObject(i);
    clReleaseKernel(k);
    verdict("alignment", wrong);
}
