// Constants of the host have values on the device, and no memory.
const int width = 4;
const float scale = 0.5f * width;
const int table[3] = {1, 2, 3};

__device__ int twice(const int &x) { return x + x; }

int on_host(int x) { return x; }

__global__ void k(int *a)
{
    a[0] = width * (int)scale + sizeof(table) / sizeof(table[0]);
    a[1] = table[1]; //~ E0934 `table` is a constant of the host, and has no memory on the device
    a[2] = twice(width); //~ E0934 `width` is a constant of the host, and has no memory on the device
    int (*f)(int) = on_host; //~ E0933 `on_host` is a function of the host
    a[3] = f(1);
}

__host__ __device__ void both(int *a)
{
    atomicAdd(a, 1); //~ E0935 `atomicAdd` is a function of the device
}
