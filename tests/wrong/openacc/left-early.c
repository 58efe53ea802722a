// The loop is left in the middle.
float a[256];
void f(void)
{
#pragma acc parallel loop copy(a)
    for (int i = 0; i < 256; i++) {
        if (a[i] < 0)
            break;
        a[i] = 1;
    }
}
