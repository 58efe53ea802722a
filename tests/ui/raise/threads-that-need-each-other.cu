//@ raise: c
// What depends on threads running side by side is refused, each with its reason.
__global__ void shuffled(int *a)
{
    a[threadIdx.x] = __shfl_xor_sync(0xffffffff, a[threadIdx.x], 1);
}

__global__ void not_together(int *a)
{
    __shared__ int s[64];
    s[threadIdx.x] = a[threadIdx.x];
    if (threadIdx.x < 32) {
        __syncthreads();
        a[threadIdx.x] = s[63 - threadIdx.x];
    }
}

__global__ void waiting(int *lock)
{
    while (atomicExch(lock, 1) == 1)
        ;
}

__global__ void in_step(volatile int *s)
{
    s[threadIdx.x] += s[threadIdx.x + 16];
}

void run(int *a)
{
    shuffled<<<1, 32>>>(a);
    not_together<<<1, 64>>>(a);
    waiting<<<1, 1>>>(a);
    in_step<<<1, 16>>>(a);
}
