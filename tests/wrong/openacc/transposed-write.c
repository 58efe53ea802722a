// A row is written where a column was meant.
float m[64][64];
float b[256];
void f(void)
{
#pragma acc parallel loop copy(m, b)
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            m[0][j] = b[i];
}
