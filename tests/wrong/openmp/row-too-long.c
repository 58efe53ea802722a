// Rows of a linear array run into the next row.
float a[256];
void f(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < 15; i++)
        for (int j = 0; j < 18; j++)
            a[16 * i + j] = j;
}
