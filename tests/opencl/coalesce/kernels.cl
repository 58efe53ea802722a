// Naive kernels: neighbouring work items access memory far from each other.

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void transpose(__global float *out, __global const float *in, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}

// A work item for each row; nothing is said about groups.
__kernel void scale(__global float *restrict b, __global const float *restrict a, int n, int m)
{
    int row = get_global_id( 0 );  /* a range may begin anywhere */
    if (row < n)
        for (int j = 0; j < m; j++)
            b[row * m + j] = 2 * a[row * m + j];
}

// Each result needs the one before.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void smooth(__global const float *in, __global float *out, int n, int m)
{
    int row = get_global_id(0);
    if (row >= n)
        return;
    float state = 0;
    for (int j = 0; j < m; j++) {
        state = 0.75f * state + 0.25f * in[row * m + j];
        out[row * m + j] = state;
    }
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void row_sum(__global float *y, __global const float *a, uint n, uint m)
{
    size_t row = get_group_id(0) * get_local_size(0) + get_local_id(0);
    float sum = 0;
    if (row >= n) return;
    for (uint j = 0; j < m; j++) sum += a[row * m + j];
    y[row] = sum;
}

__kernel void luminance(__global const float *rgba, __global float *grey, int n)
{
    int i = get_global_id(0);
    if (i < n)
        grey[i] = 0.3f * rgba[4 * i] + 0.6f * rgba[4 * i + 1] + 0.1f * rgba[4 * i + 2] + 0.5f * rgba[4 * i + 3];
}

// Threads that trade places.
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void add(__global float *c, __global const float *a, __global const float *b, int n, int m)
{
    int i = get_global_id(0), j = get_global_id(1);
    if (i < n && j < m)
        c[i * m + j] = a[i * m + j] + b[i * m + j];
}

// A pointer to the row, in the memory that it was declared for.
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void row_product(__global float *y, __global const float *a, __constant float *x, int n, int m)
{
    int i = get_global_id(0);
    if (i < n) {
        __global const float *row = a + i * m;
        float sum = 0;
        for (int j = 0; j < m; j++)
            sum += row[j] * x[j];
        y[i] = sum;
    }
}

// Nothing is known of its groups.
__kernel void row_maximum(__global float *y, __global const float *a, int n, int m)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float most = a[i * m];
    for (int j = 1; j < m; j++)
        most = fmax(most, a[i * m + j]);
    y[i] = most;
}
