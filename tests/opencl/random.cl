// Pi by darts: four streams of a generator in a vector, a 64-bit one beside it.
uint4 next(uint4 x)
{
    x ^= x << 13u;
    x ^= x >> 17u;
    x ^= x << 5u;
    return x;
}

__kernel void darts(__global ulong *hits, uint rounds)
{
    size_t id = get_global_id(0);
    uint4 state = (uint4)((uint)id + 1, (uint)id * 3 + 7, 0x9e3779b9u, (uint)id ^ 0xdeadbeefu);
    ulong big = (ulong)id * 6364136223846793005UL + 1442695040888963407UL, count = 0;
    for (uint i = 0; i < rounds; i++) {
        state = next(state);
        big = big * 6364136223846793005UL + 1442695040888963407UL;
        float4 u = convert_float4(state >> 8u) * (1.0f / 16777216.0f);
        float2 d = (float2)(dot(u.xy, u.xy), dot(u.zw, u.zw));
        int2 inside = d < (float2)(1.0f);
        count += -(inside.x + inside.y) + (big >> 63);
    }
    hits[id] = count;
}
