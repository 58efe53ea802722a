// What the block keeps must have a constant size.
void f(float a[64], float b[64], int w, int t)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel k1 tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 48; i++) {
#pragma hicuda shared alloc a[i:i+w] copyin //~ E0514 not a constant
        b[i] = a[i];
    }
#pragma hicuda kernel_end
#pragma hicuda kernel k2 tblock(4) thread(t)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 48; i++) {
#pragma hicuda shared alloc a[i] copyin //~ E0514 not a constant
        b[i] = a[i];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}
