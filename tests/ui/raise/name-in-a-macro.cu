//@ raise: c
// C++ picks the float's square root in the macro; C would not, so it is said and not guessed.
#define sqrt_of(x) sqrt(x)

__device__ float length(float x, float y)
{
    return sqrt_of(x * x + y * y);
}

__global__ void lengths(float *a)
{
    a[threadIdx.x] = length(a[threadIdx.x], 1);
}

void run(float *a)
{
    lengths<<<1, 32>>>(a);
}
