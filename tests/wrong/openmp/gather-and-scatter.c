// Reads and writes through an index array.
float a[256];
int idx[256];
void f(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a, idx)
    for (int i = 0; i < 256; i++)
        a[i] = a[idx[i]] + 1;
}
