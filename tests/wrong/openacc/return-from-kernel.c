// A return from the middle of the region.
float a[256], b[256];
int f(void)
{
#pragma acc parallel copyin(a)
    {
        if (a[0] < 0)
            return 1;
    }
    return 0;
}
