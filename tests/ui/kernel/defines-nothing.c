// `defines` of what a kernel does not write.
float a[64], b[64], c[64];

void f(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel k tblock(1) thread(64) defines(a, b, c) //~ E0562 does not write `a` //~ E0562 does not write `c`
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++)
        b[i] = a[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}
