// The host changes the array on one path only, and the kernel may read the old value.
float a[64];

void scale(int reset)
{
#pragma hicuda global alloc a[*] copyin
    if (reset)
        a[0] = 0;
#pragma hicuda kernel twice tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        a[i] *= 2; //~ W1046 may read an old
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
