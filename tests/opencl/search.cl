// Breadth first, a level at a time, as long as the host says.
typedef struct {
    int first, count;
} node;

__kernel void visit(const __global node *nodes, const __global int *edges, __global char *now, __global char *next,
                    const __global char *seen, __global int *cost, const int n)
{
    int tid = get_global_id(0);
    if (tid < n && now[tid]) {
        now[tid] = false;
        for (int i = nodes[tid].first; i < nodes[tid].first + nodes[tid].count; i++) {
            int id = edges[i];
            if (!seen[id]) {
                atomic_xchg(&cost[id], cost[tid] + 1);
                next[id] = true;
            }
        }
    }
}

__kernel void advance(__global char *now, __global char *next, __global char *seen, __global int *more, const int n)
{
    int tid = get_global_id(0);
    if (tid < n && next[tid]) {
        now[tid] = true;
        seen[tid] = true;
        next[tid] = false;
        atomic_or(more, 1);
    }
}
