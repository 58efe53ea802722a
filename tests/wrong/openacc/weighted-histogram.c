// A histogram of weights.
float count[16];
int kind[256];
float a[256];
void f(void)
{
#pragma acc parallel loop copy(count, kind, a)
    for (int i = 0; i < 256; i++)
        count[kind[i]] += a[i];
}
