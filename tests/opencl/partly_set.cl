// Vectors and structs that are set in part, copied, handed over and got back: nobody uses the rest.
typedef struct { int key, value; float4 place; } item;
typedef union { ushort8 all; ushort each[8]; } row;

int key_of(item one) { return one.key; }

item only_key(int key)
{
    item one;
    one.key = key;
    return one;
}

kernel void partly_set(global int *out)
{
    int i = get_global_id(0);
    item one = only_key(i), other;
    other = one;
    other.place.y = 2 * i;
    item again = other;
    float4 v;
    v.z = i;
    float4 w = v;
    row digits;
    for (int n = 0; n < 3; n++)
        digits.each[n] = i + n;
    ushort8 chosen = shuffle(digits.all, (ushort8)(2, 1, 0, 0, 0, 0, 0, 0));
    out[i] = key_of(again) + (int)again.place.y + (int)w.z + 100 * chosen.s0;
}
