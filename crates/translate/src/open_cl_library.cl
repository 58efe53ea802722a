// The place of the lowest bit that is set, counted from one; zero if none is.
static int cuda_ffs(int x)
{
    return 32 - clz(x & -x);
}

// The place of the lowest bit that is set, counted from one; zero if none is.
static int cuda_ffsll(long x)
{
    return (int)(64 - clz(x & -x));
}

// The bits in the other order.
static uint cuda_brev(uint x)
{
    x = x >> 1 & 0x55555555 | (x & 0x55555555) << 1;
    x = x >> 2 & 0x33333333 | (x & 0x33333333) << 2;
    x = x >> 4 & 0x0f0f0f0f | (x & 0x0f0f0f0f) << 4;
    x = x >> 8 & 0x00ff00ff | (x & 0x00ff00ff) << 8;
    return x >> 16 | x << 16;
}

// The bits in the other order.
static ulong cuda_brevll(ulong x)
{
    x = x >> 1 & 0x5555555555555555 | (x & 0x5555555555555555) << 1;
    x = x >> 2 & 0x3333333333333333 | (x & 0x3333333333333333) << 2;
    x = x >> 4 & 0x0f0f0f0f0f0f0f0f | (x & 0x0f0f0f0f0f0f0f0f) << 4;
    x = x >> 8 & 0x00ff00ff00ff00ff | (x & 0x00ff00ff00ff00ff) << 8;
    x = x >> 16 & 0x0000ffff0000ffff | (x & 0x0000ffff0000ffff) << 16;
    return x >> 32 | x << 32;
}

// Four of the eight bytes of two words, as the digits of a number choose; the highest bit of a digit asks for the sign alone.
static uint cuda_byte_perm(uint low, uint high, uint digits)
{
    ulong both = (ulong)high << 32 | low;
    uint result = 0;
    for (int byte = 0; byte < 4; byte++) {
        uint digit = digits >> 4 * byte & 15;
        uint found = (uint)(both >> 8 * (digit & 7)) & 255;
        if (digit & 8)
            found = found & 128 ? 255 : 0;
        result |= found << 8 * byte;
    }
    return result;
}

// The upper word of two that are shifted together.
static uint cuda_funnelshift_l(uint low, uint high, uint shift)
{
    return (uint)(((ulong)high << 32 | low) << (shift & 31) >> 32);
}

// The lower word of two that are shifted together.
static uint cuda_funnelshift_r(uint low, uint high, uint shift)
{
    return (uint)(((ulong)high << 32 | low) >> (shift & 31));
}

// How far two numbers are apart, added to a third.
static uint cuda_sad(int a, int b, uint c)
{
    return abs_diff(a, b) + c;
}

// How far two numbers are apart, added to a third.
static uint cuda_usad(uint a, uint b, uint c)
{
    return abs_diff(a, b) + c;
}

// Between 0 and 1; 0 for what is no number.
static float cuda_saturatef(float x)
{
    return isnan(x) ? 0.0f : clamp(x, 0.0f, 1.0f);
}

// One over the cube root.
static float cuda_rcbrtf(float x)
{
    return 1.0f / cbrt(x);
}

// One over the cube root.
static double cuda_rcbrt(double x)
{
    return 1.0 / cbrt(x);
}

// A sum that is rounded by itself: `a + b` may become a part of something else.
static float cuda_fadd_rn(float a, float b)
{
    return fma(a, 1.0f, b);
}

// A difference that is rounded by itself.
static float cuda_fsub_rn(float a, float b)
{
    return fma(a, 1.0f, -b);
}

// A product that is rounded by itself.
static float cuda_fmul_rn(float a, float b)
{
    return fma(a, b, -0.0f);
}

// A quotient, rounded as C does.
static float cuda_fdiv_rn(float a, float b)
{
    return a / b;
}

// One over a number, rounded as C does.
static float cuda_frcp_rn(float x)
{
    return 1.0f / x;
}

// A sum that is rounded by itself: `a + b` may become a part of something else.
static double cuda_dadd_rn(double a, double b)
{
    return fma(a, 1.0, b);
}

// A difference that is rounded by itself.
static double cuda_dsub_rn(double a, double b)
{
    return fma(a, 1.0, -b);
}

// A product that is rounded by itself.
static double cuda_dmul_rn(double a, double b)
{
    return fma(a, b, -0.0);
}

// A quotient, rounded as C does.
static double cuda_ddiv_rn(double a, double b)
{
    return a / b;
}

// One over a number, rounded as C does.
static double cuda_drcp_rn(double x)
{
    return 1.0 / x;
}
