// The shortest paths between all places.
#include "polybench.h"

#ifdef LARGE
enum { N = 2800 };
#elif defined MEDIUM
enum { N = 500 };
#else
enum { N = 60 };
#endif

static int path[N][N];

static void set(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            path[i][j] = i * j % 7 + 1;
            if ((i + j) % 13 == 0 || (i + j) % 7 == 0 || (i + j) % 11 == 0)
                path[i][j] = 999;
        }
}

static void shortest_paths(int n, int path[N][N])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                path[i][j] =
                    path[i][j] < path[i][k] + path[k][j] ? path[i][j] : path[i][k] + path[k][j];
}

int main(void)
{
    long sum = 0;

    for (int run = 0; run < runs(); run++) {
        set();
        start();
        shortest_paths(N, path);
        stop("floyd-warshall", sampled_ints(&path[0][0], N * N));
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += path[i][j] * (1 + (i + j) % 17);
    printf("floyd-warshall %ld\n", sum);
    return 0;
}
