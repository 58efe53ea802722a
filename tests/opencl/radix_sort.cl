// Four bits at a time: count, sum up, put in place.
__kernel void count_digits(__global const uint *keys, __global uint *counts, int n, int shift)
{
    int id = get_global_id(0), all = get_global_size(0), each = n / all;
    uint mine[16] = {0};
    for (int i = id * each; i < (id + 1) * each; i++)
        mine[(keys[i] >> shift) & 15]++;
    for (int d = 0; d < 16; d++)
        counts[d * all + id] = mine[d];
}

__kernel void sum_counts(__global uint *counts, int n)
{
    uint sum = 0;
    for (int i = 0; i < n; i++) {
        uint here = counts[i];
        counts[i] = sum;
        sum += here;
    }
}

__kernel void put_keys(__global const uint *keys, __global uint *sorted, __global const uint *counts, int n, int shift)
{
    int id = get_global_id(0), all = get_global_size(0), each = n / all;
    uint at[16];
    for (int d = 0; d < 16; d++)
        at[d] = counts[d * all + id];
    for (int i = id * each; i < (id + 1) * each; i++)
        sorted[at[(keys[i] >> shift) & 15]++] = keys[i];
}
