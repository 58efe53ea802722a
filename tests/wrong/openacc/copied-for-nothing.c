// The same values are copied twice.
float a[256], b[256];
void f(void)
{
#pragma acc data copyin(a) copyout(b)
    {
#pragma acc update device(a)
#pragma acc parallel loop present(a, b)
    for (int i = 0; i < 256; i++)
        b[i] = a[i];
    }
}
