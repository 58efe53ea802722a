// One thread of the only block writes the result.
float a[256], b[256];
void f(void)
{
#pragma hicuda global alloc a[*]
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel k tblock(1) thread(256)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 256; i++)
        a[i] = 2 * b[i];
#pragma hicuda barrier
#pragma hicuda singular
    b[0] = a[255];
#pragma hicuda singular_end
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}
