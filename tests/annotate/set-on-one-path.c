// annotate: --force
// A pointer that the first round sets and the others use.
#include <stdio.h>
#include <stdlib.h>

static int *filled(int n)
{
    int *made = malloc(n * sizeof *made);
    for (int i = 0; i < n; i++)
        made[i] = 7 * i % 13;
    return made;
}

int main(void)
{
    int n = 100, *grid, twice[100];
    for (int step = 0; step < 3; step++) {
        if (step == 0) {
            grid = filled(n);
        } else {
            for (int i = 0; i < n; i++)
                twice[i] = 2 * grid[i];
            printf("%d\n", twice[50]);
            for (int i = 0; i < n; i++)
                grid[i] = twice[i];
        }
        printf("%d\n", grid[4]);
    }
    free(grid);
    return 0;
}
