//@ run: cpu sim
// A function exchanges pointers through their addresses: device copies follow the arrays, also those of pointers that nobody else assigns.
#include <stdio.h>
#include <stdlib.h>

static int *a, *b;

struct pair {
    int *in, *out;
};

static void swap(int **p, int **q)
{
    int *s = *p;
    *p = *q;
    *q = s;
}

static void swap_both(void)
{
    swap(&a, &b);
}

static void turn(struct pair *p)
{
    struct pair other = { p->out, p->in };
    *p = other;
}

static int *numbers(int from)
{
    int *made = malloc(16 * sizeof *made);
    for (int i = 0; i < 16; i++)
        made[i] = from + i;
    return made;
}

int main(void)
{
    struct pair p = { numbers(200), numbers(300) };
    a = numbers(0);
    b = numbers(100);
#pragma hicuda global alloc a[0:15] copyin
#pragma hicuda global alloc b[0:15] copyin
#pragma hicuda global alloc p.in[0:15] copyin
#pragma hicuda global alloc p.out[0:15] copyin
    swap_both();
    turn(&p);
#pragma hicuda kernel k tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 16; i++) {
        a[i] += 1;
        p.out[i] = p.in[i] + 1;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:15]
#pragma hicuda global copyout p.out[0:15]
#pragma hicuda global free a b p.in p.out
    printf("%d %d %d %d\n", a[3], b[3], p.in[3], p.out[3]);
    return 0;
}
