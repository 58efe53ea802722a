// Every array a kernel uses needs a copy that is alive there.
float a[64], m[8][8];
void f(float *p, int n)
{
#pragma hicuda global alloc a[*] copyin //~ W1102 no kernel uses
#pragma hicuda global free a
#pragma hicuda kernel k tblock(1) thread(8)
    a[0] = 1;    //~ E0506 `a` is not on the device
    m[0][0] = 1; //~ E0506 `m` is not on the device
    p[n] = 1;    //~ E0506 `p` is not on the device
#pragma hicuda kernel_end
}
