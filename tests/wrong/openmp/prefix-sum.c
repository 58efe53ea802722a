// Each element needs the one before.
float a[256];
void f(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 1; i < 255; i++)
        a[i] = a[i] + a[i - 1];
}
