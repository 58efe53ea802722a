// Each element needs the one before.
float a[256];
void f(void)
{
#pragma acc parallel loop copy(a)
    for (int i = 1; i < 255; i++)
        a[i] = a[i] + a[i - 1];
}
