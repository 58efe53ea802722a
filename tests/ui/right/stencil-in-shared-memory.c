// A stencil through shared memory, with a halo, into another array.
float a[256], b[256];
void f(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < 255; i++) {
#pragma hicuda shared alloc b[i-1:i+1] copyin
        a[i] = b[i - 1] + b[i] + b[i + 1];
#pragma hicuda shared remove b
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a b
}
