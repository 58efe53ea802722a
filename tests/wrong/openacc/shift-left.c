// Each element is overwritten with its right neighbour.
float a[256];
void f(void)
{
#pragma acc parallel loop copy(a)
    for (int i = 1; i < 255; i++)
        a[i] = a[i + 1];
}
