// Global and constant copies of one array at once would be ambiguous.
float a[64], b[64];
void f(void)
{
#pragma hicuda constant copyin a[*]
#pragma hicuda global alloc a[*] copyin //~ E0507 already has a device copy
#pragma hicuda global alloc b[*]
#pragma hicuda kernel k tblock(1) thread(8)
    b[0] = a[0];
#pragma hicuda kernel_end
#pragma hicuda constant remove a
#pragma hicuda global copyout b[*]
#pragma hicuda global free b
}
