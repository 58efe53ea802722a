// Iterations share elements by a remainder.
float a[256];
float b[256];
void f(void)
{
#pragma acc parallel loop copy(a, b)
    for (int i = 0; i < 256; i++)
        a[i % 16] = b[i];
}
