#define LOCAL 16
#define OFFSET(x, y) ((y) * (LOCAL + 1) + (x))
// Needleman and Wunsch: the cells of a diagonal at once, in one group.
__kernel void align(__global int *score, __global const int *similarity, int penalty)
{
    __local int t[(LOCAL + 1) * (LOCAL + 1)];
    int x = get_local_id(0);
    t[OFFSET(x + 1, 0)] = -(x + 1) * penalty;
    t[OFFSET(0, x + 1)] = -(x + 1) * penalty;
    if (x == 0)
        t[0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 0; d < 2 * LOCAL - 1; d++) {
        int y = d - x;
        if (y >= 0 && y < LOCAL) {
            int diagonal = t[OFFSET(x, y)] + similarity[y * LOCAL + x];
            int side = max(t[OFFSET(x, y + 1)], t[OFFSET(x + 1, y)]) - penalty;
            t[OFFSET(x + 1, y + 1)] = max(diagonal, side);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int y = 0; y < LOCAL; y++)
        score[y * LOCAL + x] = t[OFFSET(x + 1, y + 1)];
}
