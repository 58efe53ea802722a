// Counts, bounds and extents are integers.
void f(float x, float *p)
{
    float a[8];
    a[0] = 0;
#pragma hicuda shape p[x] //~ E0463 an extent of a shape must be an integer
#pragma hicuda global alloc a[0:x] //~ E0463 a bound of a section must be an integer
#pragma hicuda kernel k tblock(1.0) thread(8) //~ E0463 a number of thread blocks must be an integer
    a[0] = 1;
#pragma hicuda kernel_end
}
