// How far each node of a graph is from the first: all nodes of a distance at a time.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int nodes = argc > 1 ? atoi(argv[1]) : 300, degree = 4, more = 1;
    int *edge = malloc(sizeof(int) * nodes * degree), *cost = malloc(sizeof(int) * nodes);
    char *now = calloc(nodes, 1), *then = calloc(nodes, 1), *seen = calloc(nodes, 1);
    if (!edge || !cost || !now || !then || !seen)
        return 1;
    for (int n = 0; n < nodes; n++) {
        cost[n] = -1;
        for (int e = 0; e < degree; e++)
            edge[n * degree + e] = (n * (e + 2) + e * 7 + 1) % nodes;
    }
    now[0] = 1;
    seen[0] = 1;
    cost[0] = 0;
    while (more) {
        more = 0;
        for (int n = 0; n < nodes; n++)
            if (now[n]) {
                now[n] = 0;
                for (int e = 0; e < degree; e++) {
                    int to = edge[n * degree + e];
                    if (!seen[to]) {
                        cost[to] = cost[n] + 1;
                        then[to] = 1;
                    }
                }
            }
        for (int n = 0; n < nodes; n++)
            if (then[n]) {
                now[n] = 1;
                seen[n] = 1;
                then[n] = 0;
                more = 1;
            }
    }
    long sum = 0;
    int farthest = 0;
    for (int n = 0; n < nodes; n++) {
        sum += cost[n];
        if (cost[n] > farthest)
            farthest = cost[n];
    }
    printf("%ld %d\n", sum, farthest);
    free(edge);
    free(cost);
    free(now);
    free(then);
    free(seen);
    return 0;
}
