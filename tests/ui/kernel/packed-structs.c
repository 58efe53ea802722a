// Members that nothing aligns are moved byte by byte.
//@ run: cpu sim
#include <stdio.h>

#define N 96

struct __attribute__((packed)) row {
    char kind;
    int count[3];
    double value;
    short rest;
};

struct row rows[N];
double o[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        rows[i] = (struct row){'a' + i % 26, {i, -i, 2 * i}, i * 0.25, -i};
#pragma hicuda global alloc rows[*] copyin
#pragma hicuda global alloc o[*]
#pragma hicuda kernel k tblock(3) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        struct row r = {.rest = -3, .value = 1.5};
        r.count[1] = rows[i].count[1] - 7;
        r.value += rows[i].value;
        rows[i].count[2] += r.count[1];
        o[i] = r.kind + r.count[1] + r.value + r.rest + rows[i].count[2] + rows[i].rest + (int)sizeof r;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout o[*]
#pragma hicuda global copyout rows[*]
#pragma hicuda global free rows o
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += o[i] * (i + 1) + rows[i].count[2];
    printf("%g\n", sum);
    return 0;
}
