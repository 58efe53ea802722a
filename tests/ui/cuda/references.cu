// A reference is bound to an object of its type; a kernel takes none.
__device__ void add(float &sum, float x)
{
    sum += x;
}

__device__ float length(const float2 &v, const float &scale)
{
    return scale * sqrtf(v.x * v.x + v.y * v.y);
}

__global__ void refer(float &a) //~ E0814 the kernel `refer` takes a reference
{
    a = 1;
}

__global__ void count(int *total, float *a, const float *b)
{
    add(total[0], 1.0f);      //~ E0814 cannot be bound
    add(a[0] + 1, 1.0f);      //~ E0814 cannot be bound
    add(b[0], 1.0f);          //~ E0814 cannot be bound
    float &first = a[0];
    float &nothing;           //~ E0814 refers to nothing
    first = length(make_float2(3, 4), 2);
    float2 v = make_float2(3, 4);
    first = length(v, 2);
    add(first, 1);
}
