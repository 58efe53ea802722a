// The section is larger than the array.
float a[256], b[256];
void f(void)
{
#pragma omp target teams distribute parallel for map(to: a[0:257]) map(from: b)
    for (int i = 0; i < 256; i++)
        b[i] = a[i];
}
