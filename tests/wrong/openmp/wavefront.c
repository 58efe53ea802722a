// Dependences along a diagonal.
float m[64][64];
void f(void)
{
#pragma omp target teams distribute parallel for map(tofrom: m)
    for (int i = 1; i < 64; i++)
        for (int j = 0; j < 63; j++)
            m[i][j] = m[i - 1][j + 1];
}
