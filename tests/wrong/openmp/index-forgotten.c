// The inner index was meant to be the outer one.
float m[64][64];
void f(void)
{
#pragma omp target teams distribute parallel for map(tofrom: m)
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            m[j][j] = i;
}
