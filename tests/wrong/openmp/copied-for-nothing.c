// The same values are copied twice.
float a[256], b[256];
void f(void)
{
#pragma omp target data map(to: a) map(from: b)
    {
#pragma omp target update to(a)
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 256; i++)
        b[i] = a[i];
    }
}
