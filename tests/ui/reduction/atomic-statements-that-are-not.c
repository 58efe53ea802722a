// What `atomic` cannot make atomic.
void f(int a[64], int hist[16], char flag[16], int n)
{
    int found = 0;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc hist[*] copyin
#pragma hicuda global alloc flag[*] copyin
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        int own = 0;
#pragma hicuda atomic
        hist[a[i] & 15] = hist[a[i] & 15] * 2 + 1; //~ E0665 not one atomic update
#pragma hicuda atomic
        hist[a[i] & 15] = i; //~ E0665 not one atomic update
#pragma hicuda atomic
        own++; //~ E0666 every thread has a `own` of its own
#pragma hicuda atomic
        flag[a[i] & 15] |= 1; //~ E0667 single bytes
        hist[own & 15] = 0;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout hist[*]
#pragma hicuda global free a hist flag
}
