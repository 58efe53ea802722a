// Only pointers need a shape.
void f(int n, float *p)
{
    float a[8], x = 0;
#pragma hicuda shape p[n][n]
#pragma hicuda shape a[8] //~ E0462 a shape for something that is not a pointer
#pragma hicuda shape x[8] //~ E0462 a shape for something that is not a pointer
    a[0] = p[0] + x;
}
