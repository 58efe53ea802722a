// A kernel of many threads whose loops are not partitioned repeats all work in each of them.
float a[64];
void f(void)
{
#pragma hicuda global alloc a[*]
#pragma hicuda kernel k tblock(2) thread(32)    //~ W1151 every thread does all of the work
    for (int i = 0; i < 64; i++)
        a[i] = 0;
#pragma hicuda kernel_end
#pragma hicuda kernel alone tblock(1) thread(1)
    for (int i = 0; i < 64; i++)
        a[i] += 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}
