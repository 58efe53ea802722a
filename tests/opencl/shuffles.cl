// Lanes chosen by numbers, of one vector and of two; longer and shorter than what they come from.
#define REVERSE(v, mask) v = shuffle(v, mask)

kernel void shuffles(global const float4 *in, global const uint4 *masks, global float *out)
{
    float4 v = in[0], w = in[1];
    uint4 mask = masks[0];
    REVERSE(v, mask);
    vstore4(v, 0, out);
    vstore4(shuffle2(v, w, masks[1]), 1, out);
    // 7 of four lanes is lane 3.
    vstore2(shuffle(w, (uint2)(7, 0)), 4, out);
    vstore8(shuffle(w.xy, (uint8)(0, 1, 1, 0, 0, 0, 1, 1)), 0, out + 10);
    uchar16 letters = (uchar16)(97) + (uchar16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    uchar4 word = shuffle2(letters, letters - (uchar)32, (uchar4)(2, 20, 40, 11));
    vstore4(convert_float4(word), 0, out + 18);
    double2 pair = shuffle((double2)(0.5, 1.5), (ulong2)(1, 0));
    short8 shorts = shuffle2((short4)(1, -2, 3, -4), (short4)(5, 6, 7, 8), (ushort8)(7, 6, 5, 4, 3, 2, 1, 0));
    out[22] = (float)pair.x;
    out[23] = shorts.s0 + 10 * shorts.s7 + 100 * shorts.s4;
}
