// Two iterations exchange the same two elements.
float m[64][64];
void f(void)
{
#pragma acc parallel loop copy(m)
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            m[i][j] = m[j][i];
}
