// A jump out of the region.
float a[256], b[256];
void f(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(1) thread(1)
    for (int i = 0; i < 256; i++)
        if (a[i] < 0)
            goto out; //~ E0455
#pragma hicuda kernel_end
#pragma hicuda global free a
out:;
}
