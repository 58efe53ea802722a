// A stencil that reads what its neighbours write.
float a[256];
void f(void)
{
#pragma acc parallel loop copy(a)
    for (int i = 1; i < 255; i++)
        a[i] = 0.5f * (a[i - 1] + a[i + 1]);
}
