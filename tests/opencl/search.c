#include "host.h"

enum { N = 200, DEGREE = 3 };

int main(void)
{
    struct {
        int first, count;
    } nodes[N];
    int edges[N * DEGREE], cost[N], deepest = 0, more, levels = 0;
    char now[N] = {0}, next[N] = {0}, seen[N] = {0};
    for (int i = 0; i < N; i++) {
        nodes[i].first = i * DEGREE;
        nodes[i].count = DEGREE;
        cost[i] = -1;
        for (int e = 0; e < DEGREE; e++)
            edges[i * DEGREE + e] = (i * 2 + e + 1) % N;
    }
    now[0] = seen[0] = 1;
    cost[0] = 0;
    start("search.cl", "");
    cl_mem g = buffer(sizeof nodes, nodes), e = buffer(sizeof edges, edges), a = buffer(sizeof now, now);
    cl_mem b = buffer(sizeof next, next), s = buffer(sizeof seen, seen), c = buffer(sizeof cost, cost), m = buffer(sizeof more, NULL);
    cl_kernel visit = kernel("visit"), advance = kernel("advance");
    do {
        more = 0;
        check(clEnqueueWriteBuffer(queue, m, CL_FALSE, 0, sizeof more, &more, 0, NULL, NULL), "clEnqueueWriteBuffer");
        arguments(visit, "mmmmmmi", g, e, a, b, s, c, N);
        run(visit, 256, 64);
        arguments(advance, "mmmmi", a, b, s, m, N);
        run(advance, 256, 64);
        fetch(m, sizeof more, &more);
        levels++;
    } while (more);
    fetch(c, sizeof cost, cost);
    for (int i = 0; i < N; i++)
        deepest = cost[i] > deepest ? cost[i] : deepest;
    printf("%d levels, the deepest %d, node 150 at %d\n", levels, deepest, cost[150]);
    cl_mem all[] = {g, e, a, b, s, c, m};
    for (int i = 0; i < 7; i++)
        clReleaseMemObject(all[i]);
    clReleaseKernel(visit);
    clReleaseKernel(advance);
    verdict("search", cost[150] < 0);
}
