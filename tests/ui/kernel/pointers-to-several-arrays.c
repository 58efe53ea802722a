// An access must be traced to one array; walking through one is fine.
void f(float a[64], float b[64], int n)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel k tblock(1) thread(1)
    float *p = a, *q = b;
    for (int i = 0; i < 64; i++)
        *p++ = q[i];
    float *r = n ? a : b;
    r[0] = 1; //~ E0525 which array
#pragma hicuda kernel_end
#pragma hicuda global free a b
}
