// A scatter through an index array.
float a[256];
float b[256];
int idx[256];
void f(void)
{
#pragma acc parallel loop copy(a, b, idx)
    for (int i = 0; i < 256; i++)
        a[idx[i]] = b[i];
}
