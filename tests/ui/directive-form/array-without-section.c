// Which elements?
void f(float *p, float q[8])
{
    float a[8][8];
#pragma hicuda global alloc a //~ E0460 an array without a section
#pragma hicuda global alloc p //~ E0460 an array without a section
#pragma hicuda global alloc q copyin q //~ E0460 an array without a section
    //~^ E0460 an array without a section
    a[0][0] = p[0] + q[0];
}
