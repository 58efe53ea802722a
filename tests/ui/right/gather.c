// A gather through an index array writes each element once.
float a[256], b[256];
int x[256];
void f(void)
{
#pragma hicuda global alloc a[*]
#pragma hicuda global alloc b[*] copyin
#pragma hicuda global alloc x[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++)
        a[i] = b[x[i] & 255];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a b x
}
