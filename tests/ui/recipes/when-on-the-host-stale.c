// Where no `kernel` line counts the host runs the loop, and needs what the device has.
void stale(float a[64], int n)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel first tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++)
        a[i] += n;
#pragma hicuda kernel_end
#pragma hicuda when(n > 3) kernel second tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++)
        a[i] += n; //~ E0640 the host reads `a`, but what the kernel wrote is only on the device
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*] //~ W1153 this may overwrite newer values of `a` on the host
#pragma hicuda global free a
}
