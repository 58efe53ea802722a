// The index is changed in the body.
float a[256];
void f(void)
{
#pragma acc parallel loop copy(a)
    for (int i = 0; i < 256; i++) {
        a[i] = 1;
        i++;
    }
}
