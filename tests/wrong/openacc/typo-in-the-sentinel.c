// The directive is misspelt.
float a[256], b[256];
void f(void)
{
#pragma acc paralel loop copyin(a) copyout(b)
    for (int i = 0; i < 256; i++)
        b[i] = a[i];
}
