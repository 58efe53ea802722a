// Reads and writes through an index array.
float a[256];
int idx[256];
void f(void)
{
#pragma acc parallel loop copy(a, idx)
    for (int i = 0; i < 256; i++)
        a[i] = a[idx[i]] + 1;
}
