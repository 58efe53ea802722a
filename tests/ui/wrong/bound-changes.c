// The bound of the loop changes while it runs.
float a[256];
void f(void)
{
    int n = 256;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++) { //~ E0501 bound
        a[i] = 1;
        n = n - 1;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
