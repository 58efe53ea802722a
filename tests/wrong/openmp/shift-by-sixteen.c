// A dependence over a distance of sixteen.
float a[256];
void f(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 16; i < 256; i++)
        a[i] = a[i - 16];
}
