/* cuRAND's generators of whole arrays: XORWOW and Philox. XORWOW takes its numbers in turn from 4096
   sequences, as NVIDIA describes the order of its own. Others are refused when they are created. */
#ifndef CURAND_H_
#define CURAND_H_
#include "curand_kernel.h"
#include <vector>

typedef enum curandStatus {
    CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED = 101,
    CURAND_STATUS_ALLOCATION_FAILED = 102, CURAND_STATUS_TYPE_ERROR = 103, CURAND_STATUS_OUT_OF_RANGE = 104,
    CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106, CURAND_STATUS_LAUNCH_FAILURE = 201,
    CURAND_STATUS_PREEXISTING_FAILURE = 202, CURAND_STATUS_INITIALIZATION_FAILED = 203, CURAND_STATUS_ARCH_MISMATCH = 204,
    CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;
typedef enum curandRngType {
    CURAND_RNG_TEST = 0, CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW = 101, CURAND_RNG_PSEUDO_MRG32K3A = 121,
    CURAND_RNG_PSEUDO_MTGP32 = 141, CURAND_RNG_PSEUDO_MT19937 = 142, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
    CURAND_RNG_QUASI_DEFAULT = 200, CURAND_RNG_QUASI_SOBOL32 = 201, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
    CURAND_RNG_QUASI_SOBOL64 = 203, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
} curandRngType_t;
typedef enum curandOrdering {
    CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT = 101, CURAND_ORDERING_PSEUDO_SEEDED = 102,
    CURAND_ORDERING_PSEUDO_LEGACY = 103, CURAND_ORDERING_PSEUDO_DYNAMIC = 104, CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering_t;

typedef struct curandGenerator_st {
    enum { SEQUENCES = 4096, PHILOX_SEQUENCES = 65536 };
    curandRngType_t type = CURAND_RNG_PSEUDO_XORWOW;
    unsigned long long seed = 0, offset = 0;
    /* Made when the first number is asked for. */
    std::vector<curandStateXORWOW> states;
    curandStatePhilox4_32_10 philox = {};
    bool is_ready = false;
    size_t next = 0;

    void make_ready()
    {
        if (is_ready)
            return;
        is_ready = true;
        next = offset;
        if (type == CURAND_RNG_PSEUDO_PHILOX4_32_10)
            return;
        states.resize(SEQUENCES);
        /* Each sequence begins where the one before it would be after 2^67 steps. */
        curand_init(seed, 0, 0, &states[0]);
        for (size_t at = 1; at < SEQUENCES; at++) {
            states[at] = states[at - 1];
            skipahead_sequence(1, &states[at]);
        }
        for (size_t at = 0; at < SEQUENCES && offset != 0; at++)
            skipahead(offset / SEQUENCES + (at < offset % SEQUENCES), &states[at]);
    }
    /* XORWOW's sequences take turns, each with so many numbers; Philox's each with four. */
    template <class Number, class Draw> curandStatus_t fill(Number *to, size_t count, size_t together, Draw draw)
    {
        make_ready();
        std::vector<Number> drawn(count);
        for (size_t at = 0; at < count; at++) {
            if (type == CURAND_RNG_PSEUDO_PHILOX4_32_10) {
                const size_t turn = next / 4, words = sizeof(Number) / sizeof(unsigned);
                if (at == 0 || next % 4 == 0)
                    curand_init(seed, turn % PHILOX_SEQUENCES, (turn / PHILOX_SEQUENCES * 4 + next % 4) * words, &philox);
                next++;
                drawn[at] = draw(&philox);
            } else {
                drawn[at] = draw(&states[next % SEQUENCES]);
                next += at % together == together - 1;
            }
        }
        /* The array is the device's, or the host's. */
        const bool is_copied = count == 0 || cudaMemcpy(to, drawn.data(), count * sizeof(Number), cudaMemcpyDefault) == cudaSuccess;
        return is_copied ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
    }
} *curandGenerator_t;

inline curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type)
{
    if (type == CURAND_RNG_PSEUDO_DEFAULT)
        type = CURAND_RNG_PSEUDO_XORWOW;
    if (type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_PHILOX4_32_10) {
        *generator = nullptr;
        fprintf(stderr, "this generator of cuRAND needs a GPU: without one there are CURAND_RNG_PSEUDO_XORWOW and "
                        "CURAND_RNG_PSEUDO_PHILOX4_32_10\n");
        return CURAND_STATUS_TYPE_ERROR;
    }
    *generator = new curandGenerator_st;
    (*generator)->type = type;
    return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type) { return curandCreateGenerator(generator, type); }
inline curandStatus_t curandDestroyGenerator(curandGenerator_t generator) { delete generator; return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandSetStream(curandGenerator_t, cudaStream_t) { return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed)
{
    if (generator == nullptr)
        return CURAND_STATUS_NOT_INITIALIZED;
    generator->seed = seed;
    generator->is_ready = false;
    return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset)
{
    if (generator == nullptr)
        return CURAND_STATUS_NOT_INITIALIZED;
    generator->offset = offset;
    generator->is_ready = false;
    return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t)
{
    return generator == nullptr ? CURAND_STATUS_NOT_INITIALIZED : CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGenerateSeeds(curandGenerator_t generator)
{
    if (generator == nullptr)
        return CURAND_STATUS_NOT_INITIALIZED;
    generator->make_ready();
    return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGetVersion(int *version) { return *version = 10400, CURAND_STATUS_SUCCESS; }

#define WARPLOOM_GENERATE(NAME, NUMBER, PARAMETERS, DRAWN)                                           \
    inline curandStatus_t NAME PARAMETERS                                                            \
    {                                                                                                \
        if (generator == nullptr)                                                                    \
            return CURAND_STATUS_NOT_INITIALIZED;                                                    \
        return generator->fill(to, count, 1, [=](auto *state) -> NUMBER { return DRAWN; });          \
    }
/* XORWOW's normal numbers come in pairs; Philox gives as many as are asked for. */
#define WARPLOOM_GENERATE_PAIRS(NAME, NUMBER, PARAMETERS, DRAWN)                                     \
    inline curandStatus_t NAME PARAMETERS                                                            \
    {                                                                                                \
        if (generator == nullptr)                                                                    \
            return CURAND_STATUS_NOT_INITIALIZED;                                                    \
        if (count % 2 != 0 && generator->type == CURAND_RNG_PSEUDO_XORWOW)                           \
            return CURAND_STATUS_LENGTH_NOT_MULTIPLE;                                                \
        return generator->fill(to, count, 2, [=](auto *state) -> NUMBER { return DRAWN; });          \
    }
WARPLOOM_GENERATE(curandGenerate, unsigned, (curandGenerator_t generator, unsigned *to, size_t count), curand(state))
WARPLOOM_GENERATE(curandGenerateUniform, float, (curandGenerator_t generator, float *to, size_t count), curand_uniform(state))
WARPLOOM_GENERATE(curandGenerateUniformDouble, double, (curandGenerator_t generator, double *to, size_t count), curand_uniform_double(state))
WARPLOOM_GENERATE_PAIRS(curandGenerateNormal, float, (curandGenerator_t generator, float *to, size_t count, float mean, float deviation), mean + deviation * curand_normal(state))
WARPLOOM_GENERATE_PAIRS(curandGenerateNormalDouble, double, (curandGenerator_t generator, double *to, size_t count, double mean, double deviation), mean + deviation * curand_normal_double(state))
WARPLOOM_GENERATE_PAIRS(curandGenerateLogNormal, float, (curandGenerator_t generator, float *to, size_t count, float mean, float deviation), __builtin_expf(mean + deviation * curand_normal(state)))
WARPLOOM_GENERATE_PAIRS(curandGenerateLogNormalDouble, double, (curandGenerator_t generator, double *to, size_t count, double mean, double deviation), __builtin_exp(mean + deviation * curand_normal_double(state)))

#endif
