// Outside partitioned loops every thread runs everything.
#define N 64
float a[N], b[N], count;

void all(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda global alloc count copyin
#pragma hicuda kernel harmless tblock(2) thread(32)
    a[0] = 1;
    b[0] = a[0];
#pragma hicuda kernel_end
#pragma hicuda kernel twice tblock(2) thread(32)
    a[1] += 1; //~ E0631 all threads run this, and one reads what another writes to `a`
    count++; //~ E0631 to `count`
#pragma hicuda kernel_end
#pragma hicuda kernel blocks_only tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < N; i++)
        b[i] = 2 * b[i]; //~ E0631 to `b`
#pragma hicuda kernel_end
#pragma hicuda kernel one_each tblock(1) thread(32)
#pragma hicuda singular
    a[1] += 1;
#pragma hicuda singular_end
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global copyout b[*]
#pragma hicuda global copyout count
#pragma hicuda global free a b count
}
