//@ emit: cuda cpu
//@ run: cpu
// Constants that do not fit beside each other, but are not needed at once, share constant memory.
#include <stdio.h>

#define N 10240

struct pair { double low, high; };

float rows[N], columns[N / 2];
int order[N / 2];
struct pair range;
float a[256];

/* Its own constant lies beside what the caller has. */
void scale(void)
{
#pragma hicuda constant copyin order[*] range
#pragma hicuda kernel by_order tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++)
        a[i] = a[i] * (order[20 * i] % 7) + columns[i] * range.high;
#pragma hicuda kernel_end
#pragma hicuda constant remove order range
}

int main(void)
{
    for (int i = 0; i < N; i++)
        rows[i] = i % 13;
    for (int i = 0; i < N / 2; i++)
        columns[i] = i % 5, order[i] = i;
    range.high = 0.5;
#pragma hicuda global alloc a[*]
#pragma hicuda constant copyin rows[*]
#pragma hicuda kernel by_rows tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++)
        a[i] = rows[40 * i] + rows[N - 1];
#pragma hicuda kernel_end
#pragma hicuda constant remove rows
#pragma hicuda constant copyin columns[*]
#pragma hicuda kernel by_columns tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++)
        a[i] += columns[20 * i];
#pragma hicuda kernel_end
    scale();
#pragma hicuda constant remove columns
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    float sum = 0;
    for (int i = 0; i < 256; i++)
        sum += a[i] * (i % 3 + 1);
    printf("%g %g %g\n", a[1], a[255], sum);
    return 0;
}
