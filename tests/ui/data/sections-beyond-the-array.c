// Bounds are inclusive, so row 8 of 8 rows does not exist.
float a[8][8], b[8][8];
void f(float *p, int n)
{
#pragma hicuda shape p[n]
#pragma hicuda global alloc a[4:8][*] copyin //~ E0511 not inside the array
#pragma hicuda global alloc b[2:5][*] copyin
#pragma hicuda global alloc p[0:n] copyin //~ E0511 not inside the array
#pragma hicuda kernel k tblock(1) thread(8)
    for (int i = 0; i < n; i++)
        p[i] = a[4][0] + b[2][0];
#pragma hicuda kernel_end
#pragma hicuda global copyout b[1:5][*] //~ E0511 not inside the section on the device
#pragma hicuda global free a b p
}
