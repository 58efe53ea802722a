__kernel void relax(__global uint *distance, __global uint *path, const uint n, const uint k)
{
    int x = get_global_id(0), y = get_global_id(1);
    uint old = distance[y * n + x];
    uint by = distance[y * n + k] + distance[k * n + x];
    if (by < old) {
        distance[y * n + x] = by;
        path[y * n + x] = k;
    }
}
