// A barrier separates the threads of a block; nothing separates blocks.
#define N 64
float a[N], b[N];

void one_block(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel good tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < N; i++)
        a[i] = 2 * b[i];
#pragma hicuda barrier
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < N; i++)
        b[i] = a[N - 1 - i];
#pragma hicuda kernel_end
#pragma hicuda kernel forgotten tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < N; i++)
        a[i] = 2 * b[i]; //~ E0630 collide in `a`
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < N; i++)
        b[i] = a[N - 1 - i];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}

void two_blocks(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel useless tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        a[i] = 2; //~ E0630 collide in `a`
#pragma hicuda barrier
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        b[i] = a[N - 1 - i];
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}
