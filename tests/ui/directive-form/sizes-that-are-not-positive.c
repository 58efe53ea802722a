// Nothing, or less than nothing.
enum { NONE = 0 };
void f(float a[8])
{
#pragma hicuda unroll(NONE) //~ E0465 the factor of `unroll` must be at least 1
    for (int i = 0; i < 8; i++)
        a[i] = 0;
#pragma hicuda kernel k tblock(0) thread(8) //~ E0465 a number of thread blocks must be at least 1
    a[0] = 1;
#pragma hicuda kernel_end
}

void called_from_a_kernel(float a[8])
{
#pragma hicuda shared alloc a[0:7] pad(-1) //~ E0465 the padding must not be negative
}
