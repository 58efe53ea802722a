// A barrier under a condition, in a loop or after a jump that differs between threads.
void f(float a[64], int n)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++) {
        if (n > 3) {
#pragma hicuda barrier
        }
        int far = i > 16;
        if (far) {
#pragma hicuda barrier //~ E0513 not all threads of the block
        }
        for (int j = 0; j < i; j++) {
#pragma hicuda barrier //~ E0513 not all threads of the block
        }
        for (int j = 0; j < n; j++) {
            if (a[i] < j)
                break;
#pragma hicuda barrier //~ E0513 not all threads of the block
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global free a
}
