__kernel void bitonic(__global uint *keys, const uint stage, const uint pass, const uint descending)
{
    uint id = get_global_id(0), distance = 1u << (stage - pass);
    uint left = (id % distance) + (id / distance) * 2 * distance, right = left + distance;
    uint a = keys[left], b = keys[right];
    bool up = ((id >> stage) & 1) == descending;
    keys[left] = up ? min(a, b) : max(a, b);
    keys[right] = up ? max(a, b) : min(a, b);
}
