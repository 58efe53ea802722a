typedef struct {
    float2 center;
    int members;
} cluster_t;

__kernel void assign_points(__global const float2 *points, __constant cluster_t *clusters, __global int *membership, int n, int k)
{
    int id = get_global_id(0);
    if (id >= n)
        return;
    float best = FLT_MAX;
    int index = 0;
    for (int c = 0; c < k; c++) {
        float d = fast_distance(points[id], clusters[c].center);
        if (d < best) {
            best = d;
            index = c;
        }
    }
    membership[id] = index;
}

__kernel void move_centers(__global const float2 *points, __global const int *membership, __global cluster_t *clusters, int n)
{
    int c = get_global_id(0), members = 0;
    float2 sum = 0.0f;
    for (int i = 0; i < n; i++)
        if (membership[i] == c) {
            sum += points[i];
            members++;
        }
    clusters[c].members = members;
    if (members > 0)
        clusters[c].center = sum / (float)members;
}
