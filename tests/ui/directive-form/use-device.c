// The form of `use_device`.
void scale(int n, float alpha, float *x);

void f(float b[64])
{
#pragma hicuda global alloc b[*] copyin
#pragma hicuda use_device(b) writs(b) //~ E0402 `writs` is not a clause
    scale(64, 2, b);
#pragma hicuda use_device //~ E0404 expected a value in parentheses
    scale(64, 2, b);
#pragma hicuda use_device(b) reads(b) reads(b) //~ E0403 given twice
    scale(64, 2, b);
#pragma hicuda global copyout b[*]
#pragma hicuda global free b
}
