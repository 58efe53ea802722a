// Accesses must be inside what the directive names for one iteration.
void f(float a[64], float b[64], int n)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel k tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < 63; i++) {
#pragma hicuda shared alloc a[i-1:i] copyin
        b[i] = a[i - 1] + a[i + 1]; //~ E0515 can leave the shared part
    }
#pragma hicuda kernel_end
#pragma hicuda kernel k2 tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < 63; i++) {
#pragma hicuda shared alloc a[i-1:i] copyin
        b[i] = a[i - 1] + a[i + n]; //~ W1105 reads device memory
    }
#pragma hicuda kernel_end
#pragma hicuda kernel k3 tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < 63; i++) {
#pragma hicuda shared alloc b[i] copyin
        b[i + n] = 0; //~ E0515 cannot prove
#pragma hicuda shared copyout b[i]
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}
