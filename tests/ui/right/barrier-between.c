// A barrier separates the two loops of one block.
float a[256], b[256];
void f(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel k tblock(1) thread(256)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 256; i++)
        a[i] = 2 * a[i];
#pragma hicuda barrier
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 256; i++)
        b[i] = a[255 - i];
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}
