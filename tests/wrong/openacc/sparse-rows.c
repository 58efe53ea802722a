// Rows of a sparse matrix added into one vector.
float y[256];
int row[256];
float v[256];
void f(void)
{
#pragma acc parallel loop copy(y, row, v)
    for (int i = 0; i < 256; i++)
        y[row[i]] += v[i];
}
