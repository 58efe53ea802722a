typedef struct { float lat, lng; } pair;

__kernel void fan1(__global float *m, __global const float *a, const int size, const int t)
{
    int id = get_global_id(0);
    if (id < size - 1 - t)
        m[size * (id + t + 1) + t] = a[size * (id + t + 1) + t] / a[size * t + t];
}

__kernel void fan2(__global const float *m, __global float *a, __global float *b, const int size, const int t)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= size - 1 - t || y >= size - t)
        return;
    float factor = m[size * (x + 1 + t) + t];
    a[size * (x + 1 + t) + y + t] -= factor * a[size * t + y + t];
    if (y == 0)
        b[x + 1 + t] -= factor * b[t];
}
