// A histogram.
int count[16];
int kind[256];
void f(void)
{
#pragma acc parallel loop copy(count, kind)
    for (int i = 0; i < 256; i++)
        count[kind[i]]++;
}
