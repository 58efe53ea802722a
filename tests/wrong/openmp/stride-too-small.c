// Each iteration writes four elements, two of them its neighbour's.
float a[256];
void f(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < 60; i++)
        for (int c = 0; c < 4; c++)
            a[2 * i + c] = i;
}
