//@ run: cpu sim
// Shortest paths: in round k all others need row and column k, which change only where i or j is k. Cut there, each
// part has independent iterations.
#include <stdio.h>

#define N 37

static int path[N][N];

static void shortest(int n)
{
    int i, j, k;
#pragma hicuda schedule((k, (i >= k) + (i > k), (j >= k) + (j > k), [i], [j]))
    for (k = 0; k < n; k++) {
#pragma hicuda kernel shortest_paths
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++)
                path[i][j] = path[i][j] < path[i][k] + path[k][j] ? path[i][j] : path[i][k] + path[k][j];
#pragma hicuda kernel_end
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            // A path to itself may be negative: what is read then changes in the round.
            path[i][j] = i == j ? i % 5 - 1 : (i * j * 7 + 3 * i + j) % 23 + 40;
#pragma hicuda global alloc path[*][*] copyin
    shortest(9);
#pragma hicuda global copyout path[*][*]
#pragma hicuda global free path
    long sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = (sum * 31 + path[i][j]) % 1000003;
    printf("%ld\n", sum);
    return 0;
}
