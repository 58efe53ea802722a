// How `ahead` and `order` are written.
float a[64], b[64];

void f(int n)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel k tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++) {
#pragma hicuda shared alloc a[*] copyin ahead(2) //~ E0560 2 sections cannot be loaded ahead
        b[i] = a[63 - i];
#pragma hicuda shared remove a
#pragma hicuda shared alloc a[*] copyin ahead(n) //~ E0464 the number of sections in `ahead` must be a constant
        b[i] += a[63 - i];
#pragma hicuda shared remove a
#pragma hicuda shared alloc a[*] copyin ahead(-1) //~ E0465 the number of sections in `ahead` must not be negative
        b[i] += a[63 - i];
#pragma hicuda shared remove a
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}
