// Every iteration writes the same element.
float a[256];
float b[256];
void f(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a, b)
    for (int i = 0; i < 256; i++)
        a[0] = b[i];
}
