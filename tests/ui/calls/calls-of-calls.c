//@ emit: cuda cpu
//@ run: cpu
// Three levels of calls; early returns, loops that end early and a parameter
// that is reassigned.
#include <stdio.h>

#define N 50
#define DEPTH 16

int keys[DEPTH], wanted[N], found[N];

static int compare(const int *table, int at, int key)
{
    if (table[at] < key)
        return -1;
    if (table[at] > key)
        return 1;
    return 0;
}

static int search(const int *table, int low, int high, int key)
{
    while (low <= high) {
        int middle = (low + high) / 2;
        switch (compare(table, middle, key)) {
        case 0:
            return middle;
        case -1:
            low = middle + 1;
            break;
        default:
            high = middle - 1;
        }
    }
    return -1;
}

static int position(const int *table, int key)
{
    int at = search(table, 0, DEPTH - 1, key);
    return at < 0 ? DEPTH : at;
}

int main(void)
{
    for (int i = 0; i < DEPTH; i++)
        keys[i] = 3 * i + i / 4;
    for (int i = 0; i < N; i++)
        wanted[i] = i;
#pragma hicuda global alloc keys[*] copyin
#pragma hicuda global alloc wanted[*] copyin
#pragma hicuda global alloc found[*]
#pragma hicuda kernel look_up tblock(7) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        found[i] = position(keys, wanted[i]);
#pragma hicuda kernel_end
#pragma hicuda global copyout found[*]
#pragma hicuda global free keys wanted found
    for (int i = 0; i < N; i++)
        printf("%d ", found[i]);
    printf("\n");
    return 0;
}
