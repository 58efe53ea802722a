// A stencil in two dimensions, in place.
float m[64][64];
void f(void)
{
#pragma omp target teams distribute parallel for map(tofrom: m)
    for (int i = 1; i < 63; i++)
        for (int j = 1; j < 63; j++)
            m[i][j] = 0.25f * (m[i - 1][j] + m[i + 1][j]);
}
