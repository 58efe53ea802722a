//@ run: cpu
//@ emit: cuda
// A section keeps the bounds that it had when the directive ran, whoever changes what they are read from:
// a pointer, another name of a member, an element, a library function, a function with a variable of the file.
#include <stdio.h>

struct grid {
    int cells, rows[2];
};

static int at_file = 16;
static float a[16];

static void shrink(int *size) { *size = 3; }
static void advance(void) { at_file = 4; }

int main(void)
{
    int length = 16, *n = &length;
    struct grid grid = { 12, { 10, 14 } }, *g = &grid;
    struct grid smaller = { 11, { 10, 14 } };
    int *cells = &grid.cells, *rows = grid.rows;
    for (int i = 0; i < 16; i++)
        a[i] = i;

    int size = *n;
#pragma hicuda global alloc a[0:*n-1] copyin
#pragma hicuda kernel by_pointer tblock(1) thread(8)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < size; i++)
        a[i] = a[i] * 2;       //~ W1104 cannot tell
#pragma hicuda kernel_end
    *n = 15;
#pragma hicuda global copyout a[*]
#pragma hicuda global free a

    size = *n;
#pragma hicuda global alloc a[0:*n-1] copyin
#pragma hicuda kernel by_variable tblock(1) thread(8)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < size; i++)
        a[i] = a[i] * 2;       //~ W1104 cannot tell
#pragma hicuda kernel_end
    length = 14;
#pragma hicuda global copyout a[*]
#pragma hicuda global free a

#pragma hicuda global alloc a[0:g->cells-1] copyin
#pragma hicuda kernel by_member_address tblock(1) thread(8)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < g->cells; i++)
        a[i] = a[i] * 2;
#pragma hicuda kernel_end
    *cells = 9;
#pragma hicuda global copyout a[*]
#pragma hicuda global free a

    size = *cells;
#pragma hicuda global alloc a[0:*cells-1] copyin
#pragma hicuda kernel by_struct tblock(1) thread(8)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < size; i++)
        a[i] = a[i] * 2;       //~ W1104 cannot tell
#pragma hicuda kernel_end
    *g = smaller;
#pragma hicuda global copyout a[*]
#pragma hicuda global free a

    size = rows[1];
#pragma hicuda global alloc a[0:rows[1]-1] copyin
#pragma hicuda kernel by_element tblock(1) thread(8)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < size; i++)
        a[i] = a[i] * 2;       //~ W1104 cannot tell
#pragma hicuda kernel_end
    shrink(&grid.rows[1]);
#pragma hicuda global copyout a[*]
#pragma hicuda global free a

#pragma hicuda global alloc a[0:g->cells-1] copyin
#pragma hicuda kernel by_library tblock(1) thread(8)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < g->cells; i++)
        a[i] = a[i] * 2;
#pragma hicuda kernel_end
    sscanf("5", "%d", cells);
#pragma hicuda global copyout a[*]
#pragma hicuda global free a

#pragma hicuda global alloc a[0:at_file-1] copyin
#pragma hicuda kernel by_call tblock(1) thread(8)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < at_file; i++)
        a[i] = a[i] * 2;
#pragma hicuda kernel_end
    advance();
#pragma hicuda global copyout a[*]
#pragma hicuda global free a

    for (int i = 0; i < 16; i++)
        printf("%g ", a[i]);
    printf("%d %d %d\n", length, grid.cells, at_file);
}
