// What C allows in a host and C++ does not: a variable that is declared several times, members in another order, strings
// that fill members, calls without a prototype.
//@ run: cpu sim
//@ emit: cuda
#include <stdio.h>

struct size {
    int rows, columns;
};

int steps;
int steps = 3;
static struct size size = {.columns = 8, .rows = 4};
struct word {
    char letters[2];
} word = {"ab"};
float a[64];

static int twice(n)
int n;
{
    return 2 * n;
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel scale tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        a[i] *= 2;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    int (*call)() = twice;
    printf("%g %d %d %c %d\n", a[63], steps, size.rows * size.columns, word.letters[1], call(4));
    return 0;
}
