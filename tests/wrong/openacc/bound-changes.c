// The bound of the loop changes while it runs.
float a[256];
void f(void)
{
    int n = 256;
#pragma acc parallel loop copy(a)
    for (int i = 0; i < n; i++) {
        a[i] = 1;
        n = n - 1;
    }
}
