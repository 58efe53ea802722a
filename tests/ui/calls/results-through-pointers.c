//@ emit: cuda cpu
//@ run: cpu
// Results that come back through pointers to scalars, structs and members.
#include <stdio.h>

#define N 40

struct pair { int low, high; };

int a[N], quotient[N], rest[N];
struct pair range[N];

static void divide(int value, int by, int *q, int *r)
{
    *q = value / by;
    *r = value - *q * by;
}

static void widen(struct pair *p, int value)
{
    if (value < p->low)
        p->low = value;
    if (value > p->high)
        p->high = value;
}

static struct pair starting_at(int value)
{
    struct pair p = {value, value};
    return p;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 100;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc quotient[*]
#pragma hicuda global alloc rest[*]
#pragma hicuda global alloc range[*]
#pragma hicuda kernel work tblock(5) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        int q, r;
        divide(a[i], 7, &q, &r);
        quotient[i] = q;
        rest[i] = r;
        struct pair p = starting_at(a[i]);
        widen(&p, a[(i + 1) % N]);
        range[i] = p;
        widen(&range[i], 50);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout quotient[*]
#pragma hicuda global copyout rest[*]
#pragma hicuda global copyout range[*]
#pragma hicuda global free a quotient rest range
    int total = 0;
    for (int i = 0; i < N; i++)
        total += quotient[i] * 3 + rest[i] * 5 + range[i].low * 7 + range[i].high;
    printf("%d\n", total);
    return 0;
}
