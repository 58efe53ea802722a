// A return from the middle of the region.
float a[256], b[256];
int f(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(1) thread(1)
    if (a[0] < 0)
        return 1; //~ E0455
#pragma hicuda kernel_end
#pragma hicuda global free a
    return 0;
}
