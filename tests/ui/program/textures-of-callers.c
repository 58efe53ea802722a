//@ emit: cuda cpu
//@ run: cpu
// Functions read textures that their callers made.
#include <stdio.h>
#define N 64

static void along(const float *line, float *r, int n)
{
#pragma hicuda kernel first tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        r[i] = line[i] * 2;
#pragma hicuda kernel_end
}

static void across(float image[16][8], float *r)
{
#pragma hicuda kernel second tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        r[i] += image[i % 16][i / 16];
#pragma hicuda kernel_end
}

static void both(const float *line, float image[16][8], float *r)
{
    along(line, r, N);
    across(image, r);
}

int main(void)
{
    float line[N], image[16][8], r[N], total = 0;
    for (int i = 0; i < N; i++)
        line[i] = i % 9;
    for (int i = 0; i < 128; i++)
        image[i / 8][i % 8] = i % 11;
#pragma hicuda texture copyin line[*]
#pragma hicuda texture copyin image[*][*]
#pragma hicuda global alloc r[*]
    both(line, image, r);
#pragma hicuda texture remove line image
#pragma hicuda global copyout r[*]
#pragma hicuda global free r
    for (int i = 0; i < N; i++)
        total += (i + 1) * r[i];
    printf("%g\n", total);
    return 0;
}
