//@ emit: cuda cpu
//@ run: cpu
//@ also: parts/global-arrays-update.c
//@ flags: -Iinclude
// Arrays and a counter at file level: allocated in one function, used in
// functions of both files, through one that has no word for them.
#include <stdio.h>
#include "global-arrays.h"

int cells[ROWS][COLUMNS];
int limit = 5;
static int seen[ROWS];

static void count(void)
{
#pragma hicuda kernel count_rows tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < ROWS; i++) {
        seen[i] = 0;
        for (int j = 0; j < COLUMNS; j++)
            if (cells[i][j] > limit)
                seen[i]++;
    }
#pragma hicuda kernel_end
}

static void once(void)
{
    update(3);
    count();
}

int main(void)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            cells[i][j] = (i * 7 + j * 3) % 11;
#pragma hicuda global alloc cells[*][*] copyin
#pragma hicuda global alloc seen[*]
#pragma hicuda global alloc limit copyin
    once();
    once();
#pragma hicuda global copyout seen[*]
#pragma hicuda global copyout cells[*][*]
#pragma hicuda global free cells seen limit
    int sum = 0;
    for (int i = 0; i < ROWS; i++)
        sum = sum * 3 + seen[i];
    printf("%d %d\n", sum, cells[2][3]);
    return 0;
}
