// Iterations that only combine values need `reduction` or `atomic`; the fix adds it.
#define N 256
int data[N], sum, last[4];

void add_up(void)
{
#pragma hicuda global alloc data[*] copyin
#pragma hicuda global alloc sum copyin
#pragma hicuda global alloc last[*] copyin
#pragma hicuda kernel total tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        sum += data[i]; //~ E0630 collide in `sum`
#pragma hicuda kernel_end
#pragma hicuda kernel remainders tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        last[i % 4] = last[i % 4] + data[i]; //~ E0630 collide in `last`
#pragma hicuda kernel_end
#pragma hicuda global copyout sum
#pragma hicuda global copyout last[*]
#pragma hicuda global free data sum last
}
