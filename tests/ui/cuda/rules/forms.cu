// Atomic functions, `min` and `max` are there for some types only.
__global__ void k(float *f, unsigned long *n, volatile int *v, int *a, unsigned long long *wide, long count)
{
    atomicAdd(f, 1);
    atomicMax(f, 1.0f); //~ E0941 `atomicMax` has no form for `float`
    atomicAdd(n, 1); //~ E0941 `atomicAdd` has no form for `unsigned long`
    atomicAdd(v, 1); //~ E0941 `atomicAdd` has no form for `volatile int`
    atomicAdd(wide, count);
    a[0] = max(a[0], 1u);
    f[0] = max(f[0], 1); //~ E0941 `max` has no form for `float` and `int`
    a[1] = min(a[1], count); //~ E0941 `min` has no form for `int` and `long`
    f[1] = min(f[1], 0.5);
}
