// A tile is changed in shared memory and written back.
float a[256], b[256];
void f(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 256; i++) {
#pragma hicuda shared alloc a[i] copyin
        a[i] = a[i] * a[i];
#pragma hicuda shared copyout a[i]
#pragma hicuda shared remove a
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
