// Names that C++ has not, or has once.
__global__ void first(int *a, int n)
{
    extern __shared__ int tile[];
    int n = 3; //~ E0944 `n` is declared twice in this scope
    tile[0] = a[n];
}

__global__ void second(float *a)
{
    extern __shared__ float tile[]; //~ E0943 shared memory `tile` is of `float` here, and was of `int` before
    tile[0] = a[0];
}
