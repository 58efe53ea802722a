//@ emit: cuda cpu
//@ run: cpu
//@ args: 6
// `to` names any section as long as what is copied, of an array or of a pointer with a shape.
#include <stdio.h>
#include <stdlib.h>

int a[4][8], wide[8][16];

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4;
    int *rows = calloc((size_t)n * 8, sizeof *rows);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++)
            wide[2 + i][4 + j] = 10 * i + j;
    for (int j = 0; j < 8; j++)
        rows[2 * 8 + j] = j, rows[3 * 8 + j] = 10 + j;
    for (int j = 2; j < 8; j++)
        rows[(n - 2) * 8 + j] = 10 + j - 1, rows[(n - 1) * 8 + j] = 20 + j - 1;
#pragma hicuda shape rows[n][8]
#pragma hicuda global alloc a[*][*]
#pragma hicuda kernel number tblock(4) thread(8)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 4; i++)
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 8; j++)
            a[i][j] = 10 * i + j;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*] to wide[2:5][4:11]
#pragma hicuda global copyout a[1:2][1:6] to rows[n-2:n-1][2:7]
#pragma hicuda global copyout a[0:n-5][*] to rows[2:n-3][*]
#pragma hicuda global free a
    int sum = 0;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 16; j++)
            sum += wide[i][j] * (i + 2 * j); //~ W1064 the host reads what `copyout` put into `wide`
    printf("%d %d %d:", sum, wide[2][4], wide[5][11]);
    for (int i = 0; i < n * 8; i++)
        printf(" %d", rows[i]); //~ W1064 the host reads what `copyout` put into `rows`
    printf("\n");
    free(rows);
    return 0;
}
