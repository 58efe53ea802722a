/* What CUDA's library has for kernels in templates, or for the parts of a word: as kernels of programs in C++ are
   read. What caches are told is no matter of the values. */
#ifndef WARPLOOM_KERNELS_DEVICE_H
#define WARPLOOM_KERNELS_DEVICE_H

#define WARPLOOM_LOAD(NAME) template <typename T> __device__ T NAME(const T *from) { return *from; }
#define WARPLOOM_STORE(NAME) template <typename T> __device__ void NAME(T *to, T value) { *to = value; }
WARPLOOM_LOAD(__ldcg) WARPLOOM_LOAD(__ldca) WARPLOOM_LOAD(__ldcs) WARPLOOM_LOAD(__ldlu) WARPLOOM_LOAD(__ldcv)
WARPLOOM_STORE(__stwb) WARPLOOM_STORE(__stcg) WARPLOOM_STORE(__stcs) WARPLOOM_STORE(__stwt)
#undef WARPLOOM_LOAD
#undef WARPLOOM_STORE

/* A word as two halves or four bytes: each part is computed for itself, and what does not fit is cut off. */
__device__ inline int warploom_clamped(int value, int low, int high) { return value < low ? low : value > high ? high : value; }
#define WARPLOOM_PARTS(NAME, PART, BITS, VALUE)                                                                       \
    __device__ inline unsigned int NAME(unsigned int x, unsigned int y)                                               \
    {                                                                                                                 \
        unsigned int all = 0;                                                                                         \
        for (int shift = 0; shift < 32; shift += BITS) {                                                              \
            int a = (int)(PART)(x >> shift), b = (int)(PART)(y >> shift);                                             \
            all |= ((unsigned int)(VALUE) & ((1u << BITS) - 1)) << shift;                                             \
        }                                                                                                             \
        return all;                                                                                                   \
    }
#define WARPLOOM_ONE(NAME, PART, BITS, VALUE)                                                                         \
    __device__ inline unsigned int NAME(unsigned int x)                                                               \
    {                                                                                                                 \
        unsigned int all = 0;                                                                                         \
        for (int shift = 0; shift < 32; shift += BITS) {                                                              \
            int a = (int)(PART)(x >> shift);                                                                          \
            all |= ((unsigned int)(VALUE) & ((1u << BITS) - 1)) << shift;                                             \
        }                                                                                                             \
        return all;                                                                                                   \
    }
#define WARPLOOM_COMPARED(NAME, PART, COUNT, BITS, OP)                                                                \
    WARPLOOM_PARTS(__vcmp##NAME##COUNT, PART, BITS, a OP b ? -1 : 0)                                                  \
    WARPLOOM_PARTS(__vset##NAME##COUNT, PART, BITS, a OP b ? 1 : 0)
#define WARPLOOM_SUM(NAME, PART, BITS)                                                                                \
    __device__ inline unsigned int NAME(unsigned int x, unsigned int y)                                               \
    {                                                                                                                 \
        unsigned int sum = 0;                                                                                         \
        for (int shift = 0; shift < 32; shift += BITS)                                                                \
            sum += (unsigned int)abs((int)(PART)(x >> shift) - (int)(PART)(y >> shift));                              \
        return sum;                                                                                                   \
    }
#define WARPLOOM_WORD(COUNT, BITS, SIGNED, UNSIGNED, LOW, HIGH, MOST)                                                 \
    WARPLOOM_PARTS(__vadd##COUNT, UNSIGNED, BITS, a + b)                                                              \
    WARPLOOM_PARTS(__vsub##COUNT, UNSIGNED, BITS, a - b)                                                              \
    WARPLOOM_PARTS(__vaddss##COUNT, SIGNED, BITS, warploom_clamped(a + b, LOW, HIGH))                                 \
    WARPLOOM_PARTS(__vsubss##COUNT, SIGNED, BITS, warploom_clamped(a - b, LOW, HIGH))                                 \
    WARPLOOM_PARTS(__vaddus##COUNT, UNSIGNED, BITS, warploom_clamped(a + b, 0, MOST))                                 \
    WARPLOOM_PARTS(__vsubus##COUNT, UNSIGNED, BITS, warploom_clamped(a - b, 0, MOST))                                 \
    WARPLOOM_PARTS(__vabsdiffs##COUNT, SIGNED, BITS, abs(a - b))                                                      \
    WARPLOOM_PARTS(__vabsdiffu##COUNT, UNSIGNED, BITS, abs(a - b))                                                    \
    WARPLOOM_PARTS(__vmaxs##COUNT, SIGNED, BITS, a > b ? a : b)                                                       \
    WARPLOOM_PARTS(__vmaxu##COUNT, UNSIGNED, BITS, a > b ? a : b)                                                     \
    WARPLOOM_PARTS(__vmins##COUNT, SIGNED, BITS, a < b ? a : b)                                                       \
    WARPLOOM_PARTS(__vminu##COUNT, UNSIGNED, BITS, a < b ? a : b)                                                     \
    WARPLOOM_PARTS(__vavgs##COUNT, SIGNED, BITS, (a + b + (a + b >= 0)) >> 1)                                         \
    WARPLOOM_PARTS(__vavgu##COUNT, UNSIGNED, BITS, (a + b + 1) >> 1)                                                  \
    WARPLOOM_PARTS(__vhaddu##COUNT, UNSIGNED, BITS, (a + b) >> 1)                                                     \
    WARPLOOM_ONE(__vabs##COUNT, SIGNED, BITS, a < 0 ? -a : a)                                                         \
    WARPLOOM_ONE(__vabsss##COUNT, SIGNED, BITS, warploom_clamped(a < 0 ? -a : a, LOW, HIGH))                          \
    WARPLOOM_ONE(__vneg##COUNT, SIGNED, BITS, -a)                                                                     \
    WARPLOOM_ONE(__vnegss##COUNT, SIGNED, BITS, warploom_clamped(-a, LOW, HIGH))                                      \
    WARPLOOM_COMPARED(eq, UNSIGNED, COUNT, BITS, ==) WARPLOOM_COMPARED(ne, UNSIGNED, COUNT, BITS, !=)                 \
    WARPLOOM_COMPARED(ges, SIGNED, COUNT, BITS, >=) WARPLOOM_COMPARED(geu, UNSIGNED, COUNT, BITS, >=)                 \
    WARPLOOM_COMPARED(gts, SIGNED, COUNT, BITS, >) WARPLOOM_COMPARED(gtu, UNSIGNED, COUNT, BITS, >)                   \
    WARPLOOM_COMPARED(les, SIGNED, COUNT, BITS, <=) WARPLOOM_COMPARED(leu, UNSIGNED, COUNT, BITS, <=)                 \
    WARPLOOM_COMPARED(lts, SIGNED, COUNT, BITS, <) WARPLOOM_COMPARED(ltu, UNSIGNED, COUNT, BITS, <)                   \
    WARPLOOM_SUM(__vsads##COUNT, SIGNED, BITS) WARPLOOM_SUM(__vsadu##COUNT, UNSIGNED, BITS)
WARPLOOM_WORD(2, 16, short, unsigned short, -32768, 32767, 65535)
WARPLOOM_WORD(4, 8, signed char, unsigned char, -128, 127, 255)
#undef WARPLOOM_PARTS
#undef WARPLOOM_ONE
#undef WARPLOOM_COMPARED
#undef WARPLOOM_SUM
#undef WARPLOOM_WORD

#endif
