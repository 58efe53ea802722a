// Rows of a linear array run into the next row.
float a[256];
void f(void)
{
#pragma acc parallel loop copy(a)
    for (int i = 0; i < 15; i++)
        for (int j = 0; j < 18; j++)
            a[16 * i + j] = j;
}
