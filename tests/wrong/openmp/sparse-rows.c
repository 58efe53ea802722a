// Rows of a sparse matrix added into one vector.
float y[256];
int row[256];
float v[256];
void f(void)
{
#pragma omp target teams distribute parallel for map(tofrom: y, row, v)
    for (int i = 0; i < 256; i++)
        y[row[i]] += v[i];
}
