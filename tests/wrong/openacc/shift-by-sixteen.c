// A dependence over a distance of sixteen.
float a[256];
void f(void)
{
#pragma acc parallel loop copy(a)
    for (int i = 16; i < 256; i++)
        a[i] = a[i - 16];
}
