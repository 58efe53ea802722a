#pragma OPENCL EXTENSION cl_khr_fp64 : enable
// Vectors in all the ways of writing them; every answer is a small integer.
typedef struct { float4 place; int2 cell; } body;
__constant int weights[4] = {1, 10, 100, 1000};
__constant float4 origin = (float4)(1.0f, 2.0f, 3.0f, 4.0f);

int digits(int4 v) { return v.x * weights[0] + v.y * weights[1] + v.z * weights[2] + v.w * weights[3]; }

kernel void vectors(global int *out, global const float4 *in, global body *bodies, int n)
{
    int at = 0;
    float4 a = in[0], b = (float4)(2.0f);
    int4 i = (int4)(1, 2, 3, 4);
    out[at++] = digits(i);
    out[at++] = digits(i.wzyx);
    out[at++] = digits((int4)(i.lo, i.hi));
    out[at++] = digits((int4)(i.even, i.odd));
    out[at++] = digits(convert_int4(a * b + 1.0f));
    out[at++] = digits(i > 2);
    out[at++] = digits((i > 2) ? i : -i);
    out[at++] = digits(select(i, i * 2, i == 3));
    i.xw = i.wx;
    out[at++] = digits(i);
    i.s12 += (int2)(5, 6);
    out[at++] = digits(i);
    i *= 2;
    out[at++] = digits(i << 1);
    out[at++] = digits(-i & 7);
    float8 e = (float8)(a, b);
    out[at++] = convert_int(e.s0 + e.s3 + e.s4 + e.s7);
    out[at++] = (int)e.hi.x + (int)e.even.w;
    int16 wide = (int16)(i, i, i.lo, i.hi, i);
    out[at++] = wide.sF + wide.s9 + wide.lo.s1;
    uchar4 bytes = convert_uchar4_sat((float4)(-5.0f, 300.0f, 7.9f, 255.0f));
    out[at++] = bytes.x + bytes.y + bytes.z + bytes.w;
    out[at++] = as_int(1.0f) == 0x3f800000;
    out[at++] = as_uint4((float4)(1.0f)).z == 0x3f800000;
    out[at++] = (int)dot(a, b) + (int)length((float2)(3.0f, 4.0f));
    float3 p = (float3)(1, 0, 0), q = (float3)(0, 1, 0);
    out[at++] = (int)cross(p, q).z + (int)sizeof(float3);
    out[at++] = any(i == 2) + 10 * all(i != 99);
    out[at++] = (int)(origin.x + origin.w);
    out[at++] = (int)(max(a, 2.5f).x * 10) + (int)clamp(7.0f, 0.0f, 5.0f);
    bodies[0].place.xyz = p + q * 3.0f;
    bodies[0].place.w = 9;
    bodies[0].cell = (int2)(at, n);
    out[at++] = (int)(bodies[0].place.x + bodies[0].place.y + bodies[0].place.z + bodies[0].place.w);
    out[at++] = bodies[0].cell.y;
    float4 v = vload4(1, (global const float *)in);
    out[at++] = (int)(v.x + v.w);
    vstore2(i.xy, 1, out + at);
    out[at] = 0; out[at + 1] = 0;
    at += 4;
    double2 d = (double2)(0.5, 1.5) + convert_double2(i.xy);
    out[at++] = (int)(d.x * 10) + (int)d.y;
    bool yes = i.x > 0 && !(i.y < 0);
    out[at++] = yes ? 1 : 0;
    out[at++] = (int)mix(1.0f, 3.0f, 0.5f) + (int)step(1.0f, 2.0f) + (int)sign(-3.0f);
    float whole;
    out[at++] = (int)(fract(2.75f, &whole) * 4) + (int)whole;
    out[at] = at;
}
