// The row length in the index is not that of the array.
float m[16][16];
float a[256];
void f(void)
{
#pragma omp target teams distribute parallel for map(tofrom: m, a)
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++)
            a[15 * i + j] = m[i][j];
}
