// Naive kernels: neighbouring work items access memory far from each other.

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void transpose(__global float *out, __global const float *in, int width, int height)
{
    __local float out_tile[16][17];
    int x = get_global_id(0), y = get_global_id(1);
    bool inside = x < width && y < height;
    if (inside)
        out_tile[get_local_id(1)][get_local_id(0)] = in[y * width + x];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    // Threads trade places: neighbours write side by side.
    {
        int x = get_global_id(0) - get_local_id(0) + get_local_id(1);
        int y = get_global_id(1) - get_local_id(1) + get_local_id(0);
        if (x < width && y < height)
            out[x * height + y] = out_tile[get_local_id(0)][get_local_id(1)];
    }
}

// A work item for each row; nothing is said about groups.
__kernel void scale(__global float *restrict b, __global const float *restrict a, int n, int m)
{
    // The block takes one of its rows after the other, its threads side by side in it.
    for (unsigned r = get_group_id(1); r < get_local_size(0); r += get_num_groups(1)) {
        int row = get_global_id(0) - get_local_id(0) + r;  /* a range may begin anywhere */
        if (row < n)
            // Four columns at a time: their loads are under way together.
            for (int first = 4 * get_local_size(0) * get_group_id(2) + get_local_id(0); first < m; first += 4 * get_local_size(0) * get_num_groups(2)) {
                float a_next[4];
#pragma unroll
                for (int k = 0; k < 4; k++) {
                    const int j = first + k * get_local_size(0);
                    if (j < m)
                        a_next[k] = a[row * m + j];
                }
#pragma unroll
                for (int k = 0; k < 4; k++) {
                    const int j = first + k * get_local_size(0);
                    if (j < m)
                        b[row * m + j] = 2 * a_next[k];
                }
            }
    }
}

// Each result needs the one before.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void smooth(__global const float *in, __global float *out, int n, int m)
{
    __local struct {
        float in[64][33];
        float out[64][33];
    } tile;
    int row = get_global_id(0);
    bool inside = row < n;
    float state = 0;
    for (int next = 0; next < m + 32; next += 32) {
        const int first = next - 32;
        // The next columns are on their way while these are worked on.
        float in_next[32];
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned r = k * 2 + get_local_id(0) / 32, c1 = get_local_id(0) % 32;
            int row = get_global_id(0) - get_local_id(0) + r;
            int j = next + c1;
            in_next[k] = row < n && j < m ? in[row * m + j] : 0;
        }
        const int last = m < next ? m : next;
        if (inside && next > 0)
#pragma unroll 16
            for (int j = first; j < last; j++) {
                state = 0.75f * state + 0.25f * tile.in[get_local_id(0)][j - first];
                tile.out[get_local_id(0)][j - first] = state;
            }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned r = k * 2 + get_local_id(0) / 32, c1 = get_local_id(0) % 32;
            int row = get_global_id(0) - get_local_id(0) + r;
            int j = first + c1;
            if (next > 0 && row < n && j < m)
                out[row * m + j] = tile.out[r][c1];
            tile.in[r][c1] = in_next[k];
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void row_sum(__global float *y, __global const float *a, uint n, uint m)
{
    __local float a_tile[64][33];
    size_t row = get_group_id(0) * get_local_size(0) + get_local_id(0);
    float sum = 0;
    bool inside = row < n;
    for (unsigned int next = 0; next < m + 32; next += 32) {
        const unsigned int first = next - 32;
        // The next columns are on their way while these are worked on.
        float a_next[32];
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned r = k * 2 + get_local_id(0) / 32, c1 = get_local_id(0) % 32;
            unsigned long row = get_group_id(0) * get_local_size(0) + r;
            unsigned int j = next + c1;
            a_next[k] = row < n && j < m ? a[row * m + j] : 0;
        }
        const unsigned int last = m < next ? m : next;
        if (inside && next > 0)
#pragma unroll 16
            for (uint j = first; j < last; j++) sum += a_tile[get_local_id(0)][j - first];
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned r = k * 2 + get_local_id(0) / 32, c1 = get_local_id(0) % 32;
            a_tile[r][c1] = a_next[k];
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
    if (inside)
        y[row] = sum;
}

__kernel void luminance(__global const float *rgba, __global float *grey, int n)
{
    int i = get_global_id(0);
    if (i < n) {
        const float4 rgba4 = (size_t)rgba % 16 == 0
            ? *(__global const float4 *)&rgba[4 * i]
            : (float4)(rgba[4 * i], rgba[4 * i + 1], rgba[4 * i + 2], rgba[4 * i + 3]);
        grey[i] = 0.3f * rgba4.x + 0.6f * rgba4.y + 0.1f * rgba4.z + 0.5f * rgba4.w;
    }
}

// Threads that trade places.
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void add(__global float *c, __global const float *a, __global const float *b, int n, int m)
{
    int i = get_global_id(0) - get_local_id(0) + get_local_id(1), j = get_global_id(1) - get_local_id(1) + get_local_id(0);
    if (i < n && j < m)
        c[i * m + j] = a[i * m + j] + b[i * m + j];
}

// A pointer to the row, in the memory that it was declared for.
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void row_product(__global float *y, __global const float *a, __constant float *x, int n, int m)
{
    __local float a_tile[32][33];
    int i = get_global_id(0);
    bool inside = i < n;
    __global const float *row = a + i * m;
    float sum = 0;
    for (int next = 0; next < m + 32; next += 32) {
        const int first = next - 32;
        // The next columns are on their way while these are worked on.
        float a_next[32];
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned r = k, c1 = get_local_id(0);
            int i = get_global_id(0) - get_local_id(0) + r;
            __global const float *row = a + i * m;
            int j = next + c1;
            a_next[k] = i < n && j < m ? row[j] : 0;
        }
        const int last = m < next ? m : next;
        if (inside && next > 0)
#pragma unroll 16
            for (int j = first; j < last; j++)
                sum += a_tile[get_local_id(0)][j - first] * x[j];
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned r = k, c1 = get_local_id(0);
            a_tile[r][c1] = a_next[k];
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
    if (inside)
        y[i] = sum;
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
