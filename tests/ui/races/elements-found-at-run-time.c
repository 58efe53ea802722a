// Whether indirect accesses meet is not known; `independent` says that they do not.
#define N 256
int count[16], kind[N], to[N];
float a[N], b[N];

void scatter(void)
{
#pragma hicuda global alloc count[*] copyin
#pragma hicuda global alloc kind[*] copyin
#pragma hicuda global alloc to[*] copyin
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel histogram tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        count[kind[i]]++; //~ W1041 may update the same element of `count`
#pragma hicuda kernel_end
#pragma hicuda kernel permuted tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        a[to[i]] = b[i]; //~ W1040 cannot tell whether different threads touch the same element of `a`
#pragma hicuda kernel_end
#pragma hicuda kernel known tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread independent
    for (int i = 0; i < N; i++)
        a[to[i]] = b[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout count[*]
#pragma hicuda global copyout a[*]
#pragma hicuda global free count kind to a b
}
