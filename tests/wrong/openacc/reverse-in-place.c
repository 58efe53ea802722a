// Both halves of the array are exchanged by every iteration.
float a[256];
void f(void)
{
#pragma acc parallel loop copy(a)
    for (int i = 1; i < 255; i++)
        a[i] = a[255 - i];
}
