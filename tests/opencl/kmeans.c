#include "host.h"

enum { N = 300, K = 3 };
typedef struct {
    cl_float2 center;
    int members;
} cluster;

int main(void)
{
    static cl_float2 points[N];
    cluster clusters[K];
    memset(clusters, 0, sizeof clusters);
    for (int i = 0; i < N; i++) {
        points[i].s[0] = 10.0f * (i % K) + (i * 7 % 10) / 10.0f;
        points[i].s[1] = 5.0f * (i % K) + (i * 3 % 10) / 10.0f;
    }
    for (int c = 0; c < K; c++)
        clusters[c].center = points[c + 3];
    start("kmeans.cl", "");
    cl_mem p = buffer(sizeof points, points), m = buffer(N * sizeof(int), NULL), c = buffer(sizeof clusters, clusters);
    cl_kernel assign = kernel("assign_points"), move = kernel("move_centers");
    for (int round = 0; round < 3; round++) {
        arguments(assign, "mmmii", p, c, m, N, K);
        run(assign, 320, 64);
        arguments(move, "mmmi", p, m, c, N);
        run(move, K, 1);
    }
    fetch(c, sizeof clusters, clusters);
    for (int i = 0; i < K; i++)
        printf("%d at %.2f %.2f\n", clusters[i].members, clusters[i].center.s[0], clusters[i].center.s[1]);
    clReleaseMemObject(p);
    clReleaseMemObject(m);
    clReleaseMemObject(c);
    clReleaseKernel(assign);
    clReleaseKernel(move);
    verdict("kmeans", 0);
}
