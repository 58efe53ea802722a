// The last iteration reads behind the array.
float a[256];
float b[256];
void f(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a, b)
    for (int i = 0; i < 256; i++)
        b[i] = a[i + 1];
}
