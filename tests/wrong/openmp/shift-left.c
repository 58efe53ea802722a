// Each element is overwritten with its right neighbour.
float a[256];
void f(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 1; i < 255; i++)
        a[i] = a[i + 1];
}
