// A counter that all iterations share.
float a[256];
int n;
void f(void)
{
#pragma acc parallel loop copy(a, n)
    for (int i = 0; i < 256; i++)
        if (a[i] > 0)
            n++;
}
