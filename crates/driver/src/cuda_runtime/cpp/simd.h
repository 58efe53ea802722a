/* A word as two halves or four bytes: each part is computed for itself. */
#ifndef WARPLOOM_SIMD_H
#define WARPLOOM_SIMD_H

namespace warploom {

/* The results of parts of type `Part` are put together; what does not fit is cut off. */
template <class Part, class Next> inline unsigned parts(unsigned a, unsigned b, Next next)
{
    const int bits = 8 * sizeof(Part);
    unsigned all = 0;
    for (int shift = 0; shift < 32; shift += bits)
        all |= ((unsigned)next((int)(Part)(a >> shift), (int)(Part)(b >> shift)) & ((1u << bits) - 1)) << shift;
    return all;
}
/* The same of three words. */
template <class Part, class Next> inline unsigned parts(unsigned a, unsigned b, unsigned c, Next next)
{
    const int bits = 8 * sizeof(Part);
    unsigned all = 0;
    for (int shift = 0; shift < 32; shift += bits)
        all |= ((unsigned)next((int)(Part)(a >> shift), (int)(Part)(b >> shift), (int)(Part)(c >> shift)) & ((1u << bits) - 1)) << shift;
    return all;
}
template <class Part> inline int clamped(int value)
{
    const int bits = 8 * sizeof(Part), low = (Part)-1 < 0 ? -(1 << (bits - 1)) : 0;
    const int high = (Part)-1 < 0 ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
    return value < low ? low : value > high ? high : value;
}
template <class Part> inline unsigned sum_of_differences(unsigned a, unsigned b)
{
    unsigned sum = 0;
    for (int shift = 0; shift < 32; shift += 8 * (int)sizeof(Part))
        sum += (unsigned)__builtin_abs((int)(Part)(a >> shift) - (int)(Part)(b >> shift));
    return sum;
}

}

#define WARPLOOM_PARTS(NAME, PART, VALUE) \
    inline unsigned NAME(unsigned x, unsigned y) { return ::warploom::parts<PART>(x, y, [](int a, int b) -> int { return VALUE; }); }
#define WARPLOOM_ONE(NAME, PART, VALUE) \
    inline unsigned NAME(unsigned x) { return ::warploom::parts<PART>(x, 0, [](int a, int) -> int { return VALUE; }); }
#define WARPLOOM_COMPARED(NAME, PART, COUNT, OP)        \
    WARPLOOM_PARTS(__vcmp##NAME##COUNT, PART, a OP b ? -1 : 0) \
    WARPLOOM_PARTS(__vset##NAME##COUNT, PART, a OP b ? 1 : 0)
#define WARPLOOM_WORD(COUNT, SIGNED, UNSIGNED)                                        \
    WARPLOOM_PARTS(__vadd##COUNT, UNSIGNED, a + b)                                    \
    WARPLOOM_PARTS(__vsub##COUNT, UNSIGNED, a - b)                                    \
    WARPLOOM_PARTS(__vaddss##COUNT, SIGNED, ::warploom::clamped<SIGNED>(a + b))       \
    WARPLOOM_PARTS(__vsubss##COUNT, SIGNED, ::warploom::clamped<SIGNED>(a - b))       \
    WARPLOOM_PARTS(__vaddus##COUNT, UNSIGNED, ::warploom::clamped<UNSIGNED>(a + b))   \
    WARPLOOM_PARTS(__vsubus##COUNT, UNSIGNED, ::warploom::clamped<UNSIGNED>(a - b))   \
    WARPLOOM_PARTS(__vabsdiffs##COUNT, SIGNED, __builtin_abs(a - b))                  \
    WARPLOOM_PARTS(__vabsdiffu##COUNT, UNSIGNED, __builtin_abs(a - b))                \
    WARPLOOM_PARTS(__vmaxs##COUNT, SIGNED, a > b ? a : b)                             \
    WARPLOOM_PARTS(__vmaxu##COUNT, UNSIGNED, a > b ? a : b)                           \
    WARPLOOM_PARTS(__vmins##COUNT, SIGNED, a < b ? a : b)                             \
    WARPLOOM_PARTS(__vminu##COUNT, UNSIGNED, a < b ? a : b)                           \
    WARPLOOM_PARTS(__vavgs##COUNT, SIGNED, (a + b + (a + b >= 0)) >> 1)               \
    WARPLOOM_PARTS(__vavgu##COUNT, UNSIGNED, (a + b + 1) >> 1)                        \
    WARPLOOM_PARTS(__vhaddu##COUNT, UNSIGNED, (a + b) >> 1)                           \
    WARPLOOM_ONE(__vabs##COUNT, SIGNED, a < 0 ? -a : a)                               \
    WARPLOOM_ONE(__vabsss##COUNT, SIGNED, ::warploom::clamped<SIGNED>(a < 0 ? -a : a)) \
    WARPLOOM_ONE(__vneg##COUNT, SIGNED, -a)                                           \
    WARPLOOM_ONE(__vnegss##COUNT, SIGNED, ::warploom::clamped<SIGNED>(-a))            \
    WARPLOOM_COMPARED(eq, UNSIGNED, COUNT, ==)                                        \
    WARPLOOM_COMPARED(ne, UNSIGNED, COUNT, !=)                                        \
    WARPLOOM_COMPARED(ges, SIGNED, COUNT, >=)                                         \
    WARPLOOM_COMPARED(geu, UNSIGNED, COUNT, >=)                                       \
    WARPLOOM_COMPARED(gts, SIGNED, COUNT, >)                                          \
    WARPLOOM_COMPARED(gtu, UNSIGNED, COUNT, >)                                        \
    WARPLOOM_COMPARED(les, SIGNED, COUNT, <=)                                         \
    WARPLOOM_COMPARED(leu, UNSIGNED, COUNT, <=)                                       \
    WARPLOOM_COMPARED(lts, SIGNED, COUNT, <)                                          \
    WARPLOOM_COMPARED(ltu, UNSIGNED, COUNT, <)                                        \
    inline unsigned __vsads##COUNT(unsigned a, unsigned b) { return ::warploom::sum_of_differences<SIGNED>(a, b); } \
    inline unsigned __vsadu##COUNT(unsigned a, unsigned b) { return ::warploom::sum_of_differences<UNSIGNED>(a, b); }
WARPLOOM_WORD(2, short, unsigned short)
WARPLOOM_WORD(4, signed char, unsigned char)

/* The largest and smallest of two or three, or of a sum and a number; `relu` is never below zero. */
namespace warploom {
inline int over_zero(int x) { return x < 0 ? 0 : x; }
}
#define WARPLOOM_MOST(NAME, OP)                                                                                        \
    inline int __vi##NAME##3_s32(int a, int b, int c) { a = a OP b ? a : b; return a OP c ? a : c; }                    \
    inline int __vi##NAME##3_s32_relu(int a, int b, int c) { return ::warploom::over_zero(__vi##NAME##3_s32(a, b, c)); } \
    inline unsigned __vi##NAME##3_u32(unsigned a, unsigned b, unsigned c) { a = a OP b ? a : b; return a OP c ? a : c; } \
    inline int __vi##NAME##_s32_relu(int a, int b) { return ::warploom::over_zero(a OP b ? a : b); }                    \
    inline int __viadd##NAME##_s32(int a, int b, int c) { a = (int)((unsigned)a + (unsigned)b); return a OP c ? a : c; } \
    inline int __viadd##NAME##_s32_relu(int a, int b, int c) { return ::warploom::over_zero(__viadd##NAME##_s32(a, b, c)); } \
    inline unsigned __viadd##NAME##_u32(unsigned a, unsigned b, unsigned c) { a += b; return a OP c ? a : c; }
WARPLOOM_MOST(max, >)
WARPLOOM_MOST(min, <)
#define WARPLOOM_THREE(NAME, PART, VALUE) \
    inline unsigned NAME(unsigned x, unsigned y, unsigned z) { return ::warploom::parts<PART>(x, y, z, [](int a, int b, int c) -> int { return VALUE; }); }
#define WARPLOOM_HALVES(NAME, OP)                                                                                    \
    WARPLOOM_THREE(__vi##NAME##3_s16x2, short, (a = a OP b ? a : b) OP c ? a : c)                                     \
    WARPLOOM_THREE(__vi##NAME##3_u16x2, unsigned short, (a = a OP b ? a : b) OP c ? a : c)                            \
    WARPLOOM_THREE(__vi##NAME##3_s16x2_relu, short, ::warploom::over_zero((a = a OP b ? a : b) OP c ? a : c))         \
    WARPLOOM_THREE(__viadd##NAME##_s16x2, short, (a = (short)(a + b)) OP c ? a : c)                                   \
    WARPLOOM_THREE(__viadd##NAME##_u16x2, unsigned short, (a = (unsigned short)(a + b)) OP c ? a : c)                 \
    WARPLOOM_THREE(__viadd##NAME##_s16x2_relu, short, ::warploom::over_zero((a = (short)(a + b)) OP c ? a : c))       \
    WARPLOOM_PARTS(__vi##NAME##_s16x2_relu, short, ::warploom::over_zero(a OP b ? a : b))                             \
    /* Also tells where the first is it. */                                                                          \
    inline int __vib##NAME##_s32(int a, int b, bool *first) { *first = a OP##= b; return *first ? a : b; }            \
    inline unsigned __vib##NAME##_u32(unsigned a, unsigned b, bool *first) { *first = a OP##= b; return *first ? a : b; } \
    inline unsigned __vib##NAME##_s16x2(unsigned a, unsigned b, bool *high, bool *low)                                \
    {                                                                                                                \
        *high = (short)(a >> 16) OP##= (short)(b >> 16), *low = (short)a OP##= (short)b;                              \
        return ((*high ? a : b) & 0xffff0000u) | ((*low ? a : b) & 0xffffu);                                         \
    }                                                                                                                \
    inline unsigned __vib##NAME##_u16x2(unsigned a, unsigned b, bool *high, bool *low)                                \
    {                                                                                                                \
        *high = a >> 16 OP##= b >> 16, *low = (unsigned short)a OP##= (unsigned short)b;                              \
        return ((*high ? a : b) & 0xffff0000u) | ((*low ? a : b) & 0xffffu);                                         \
    }
WARPLOOM_HALVES(max, >)
WARPLOOM_HALVES(min, <)

#endif
