// A device copy stands for its array only with the array's layout, by its own name, with its values.
void scale(int n, float alpha, float *x);
#define SAME(x) (x)

void f(float a[64], float b[64], float c[8][8], float e[64])
{
#pragma hicuda global alloc a[16:63] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda global alloc c[*][0:3] copyin
#pragma hicuda use_device(a) //~ E0541 does not have the layout
    scale(48, 2, &a[16]);
#pragma hicuda use_device(b, a) //~ E0541 `a` is not named
    scale(64, 2, b);
#pragma hicuda use_device(b) //~ E0541 named by a macro
    scale(64, 2, SAME(b));
#pragma hicuda use_device(c) //~ E0541 does not have the layout
    scale(64, 2, &c[0][0]);
#pragma hicuda use_device(e) //~ E0509 has no device copy
    scale(64, 2, e);
#pragma hicuda global free a b c
}
