// A launch names its kernel: a variable that is visible there must not have the same name. One inside the kernel may.
void scale(float a[64], int rows, int n)
{
    for (int step = 0; step < n; step++) {
        int once = 1;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel rows tblock(1) thread(64) //~ E0454 the kernel's name `rows` is taken
#pragma hicuda loop_partition over_thread
        for (int i = 0; i < 64; i++)
            a[i] *= rows;
#pragma hicuda kernel_end
#pragma hicuda kernel once tblock(1) thread(64) //~ E0454 the kernel's name `once` is taken
#pragma hicuda loop_partition over_thread
        for (int i = 0; i < 64; i++)
            a[i] *= 2;
#pragma hicuda kernel_end
#pragma hicuda kernel step tblock(1) thread(64) //~ E0454 the kernel's name `step` is taken
#pragma hicuda loop_partition over_thread
        for (int i = 0; i < 64; i++)
            a[i] *= 2;
#pragma hicuda kernel_end
#pragma hicuda kernel sum tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
        for (int i = 0; i < 64; i++) {
            float sum = a[i];
            a[i] = sum * sum;
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    }
}
