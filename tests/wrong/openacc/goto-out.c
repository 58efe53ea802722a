// A jump out of the region.
float a[256], b[256];
void f(void)
{
#pragma acc parallel copyin(a)
    for (int i = 0; i < 256; i++)
        if (a[i] < 0)
            goto out;
out:;
}
