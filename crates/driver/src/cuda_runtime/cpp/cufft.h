/* cuFFT on the processor: plans of one to three dimensions, in batches and with the layouts that
   cufftPlanMany describes. Transforms are not scaled, as NVIDIA's are not; sums are in double. */
#ifndef _CUFFT_H_
#define _CUFFT_H_
#include "cuComplex.h"
#include "library_types.h"
#include <cmath>
#include <complex>
#include <map>
#include <vector>

typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
typedef int cufftHandle;
typedef enum cufftResult_t {
    CUFFT_SUCCESS = 0, CUFFT_INVALID_PLAN = 1, CUFFT_ALLOC_FAILED = 2, CUFFT_INVALID_TYPE = 3, CUFFT_INVALID_VALUE = 4,
    CUFFT_INTERNAL_ERROR = 5, CUFFT_EXEC_FAILED = 6, CUFFT_SETUP_FAILED = 7, CUFFT_INVALID_SIZE = 8,
    CUFFT_UNALIGNED_DATA = 9, CUFFT_INVALID_DEVICE = 11, CUFFT_NO_WORKSPACE = 13, CUFFT_NOT_IMPLEMENTED = 14,
    CUFFT_NOT_SUPPORTED = 16, CUFFT_MISSING_DEPENDENCY = 17, CUFFT_NVRTC_FAILURE = 18, CUFFT_NVJITLINK_FAILURE = 19,
    CUFFT_NVSHMEM_FAILURE = 20
} cufftResult;
typedef enum cufftType_t {
    CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69
} cufftType;
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1

namespace warploom {
namespace fft {

typedef std::complex<double> number;

/* A line whose length is a power of two. */
inline void of_power(number *line, size_t n, int sign)
{
    for (size_t i = 1, j = 0; i < n; i++) {
        size_t bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j)
            std::swap(line[i], line[j]);
    }
    std::vector<number> roots(n / 2 + 1);
    for (size_t i = 0; i < n / 2; i++)
        roots[i] = std::polar(1.0, sign * 2 * M_PI * (double)i / (double)n);
    for (size_t width = 2; width <= n; width *= 2)
        for (size_t start = 0; start < n; start += width)
            for (size_t i = 0; i < width / 2; i++) {
                const number low = line[start + i], high = line[start + i + width / 2] * roots[i * (n / width)];
                line[start + i] = low + high;
                line[start + i + width / 2] = low - high;
            }
}

/* A line of any length: Bluestein's convolution, of a length that is a power of two. */
inline void of_line(number *line, size_t n, int sign)
{
    if ((n & (n - 1)) == 0)
        return of_power(line, n, sign);
    size_t room = 1;
    while (room < 2 * n)
        room *= 2;
    std::vector<number> chirp(n), a(room), b(room);
    for (size_t i = 0; i < n; i++)
        chirp[i] = std::polar(1.0, sign * M_PI * (double)((unsigned long long)i * i % (2 * n)) / (double)n);
    for (size_t i = 0; i < n; i++) {
        a[i] = line[i] * chirp[i];
        b[i] = b[(room - i) % room] = std::conj(chirp[i]);
    }
    of_power(a.data(), room, -1);
    of_power(b.data(), room, -1);
    for (size_t i = 0; i < room; i++)
        a[i] *= b[i];
    of_power(a.data(), room, 1);
    for (size_t i = 0; i < n; i++)
        line[i] = a[i] * chirp[i] / (double)room;
}

/* Where the elements of one side are; `embed` as in cufftPlanMany, or all 0 for arrays without gaps. */
struct layout {
    size_t embed[3], stride, distance;
    size_t at(size_t batch, size_t x, size_t y, size_t z) const
    {
        return batch * distance + ((x * embed[1] + y) * embed[2] + z) * stride;
    }
};

struct plan {
    size_t n[3] = {1, 1, 1}, batch = 1;
    cufftType type = CUFFT_C2C;
    bool is_described = false, is_made = false;
    layout in = {}, out = {};

    /* Layouts that the plan does not describe: without gaps, and rows of reals that are transformed in
       place have room for their result. */
    layout side(bool is_in, bool is_in_place) const
    {
        if (is_described)
            return is_in ? in : out;
        const bool from_real = type == CUFFT_R2C || type == CUFFT_D2Z, to_real = type == CUFFT_C2R || type == CUFFT_Z2D;
        size_t row = n[2];
        if (is_in ? to_real : from_real)
            row = n[2] / 2 + 1;
        else if ((from_real || to_real) && is_in_place)
            row = 2 * (n[2] / 2 + 1);
        return {{n[0], n[1], row}, 1, n[0] * n[1] * row};
    }

    void transform(std::vector<number> &box, int sign) const
    {
        std::vector<number> line;
        const size_t steps[3] = {n[1] * n[2], n[2], 1};
        for (int dim = 0; dim < 3; dim++) {
            if (n[dim] == 1)
                continue;
            line.resize(n[dim]);
            for (size_t first = 0; first < box.size(); first++) {
                if (first / steps[dim] % n[dim] != 0)
                    continue;
                for (size_t i = 0; i < n[dim]; i++)
                    line[i] = box[first + i * steps[dim]];
                of_line(line.data(), n[dim], sign);
                for (size_t i = 0; i < n[dim]; i++)
                    box[first + i * steps[dim]] = line[i];
            }
        }
    }

    /* What `get` reads and `put` writes is the business of the types. */
    template <class Get, class Put>
    void run(size_t columns_in, size_t columns_out, bool is_in_place, int sign, Get get, Put put) const
    {
        const layout from = side(true, is_in_place), to = side(false, is_in_place);
        std::vector<std::vector<number>> boxes(is_in_place ? batch : 1, std::vector<number>(n[0] * n[1] * n[2]));
        const auto read = [&](size_t b, std::vector<number> &box) {
            for (size_t x = 0; x < n[0]; x++)
                for (size_t y = 0; y < n[1]; y++)
                    for (size_t z = 0; z < n[2]; z++) {
                        /* Half of a symmetric array is there. */
                        const bool is_there = z < columns_in;
                        const size_t fx = is_there ? x : (n[0] - x) % n[0], fy = is_there ? y : (n[1] - y) % n[1];
                        const number value = get(from.at(b, fx, fy, is_there ? z : n[2] - z));
                        box[(x * n[1] + y) * n[2] + z] = is_there ? value : std::conj(value);
                    }
        };
        /* In place, no batch is written before all are read. */
        for (size_t b = 0; b < boxes.size() && is_in_place; b++)
            read(b, boxes[b]);
        for (size_t b = 0; b < batch; b++) {
            std::vector<number> &box = boxes[is_in_place ? b : 0];
            if (!is_in_place)
                read(b, box);
            transform(box, sign);
            for (size_t x = 0; x < n[0]; x++)
                for (size_t y = 0; y < n[1]; y++)
                    for (size_t z = 0; z < columns_out; z++)
                        put(to.at(b, x, y, z), box[(x * n[1] + y) * n[2] + z]);
        }
    }
};

inline std::map<cufftHandle, plan> &plans()
{
    static std::map<cufftHandle, plan> all;
    return all;
}

inline plan *find(cufftHandle handle)
{
    const auto found = plans().find(handle);
    return found == plans().end() ? nullptr : &found->second;
}

inline cufftResult make(cufftHandle handle, int rank, const long long *n, const long long *in_embed, long long in_stride,
                        long long in_distance, const long long *out_embed, long long out_stride, long long out_distance,
                        cufftType type, long long batch)
{
    plan *made = find(handle);
    if (made == nullptr)
        return CUFFT_INVALID_PLAN;
    if (rank < 1 || rank > 3 || n == nullptr || batch < 1)
        return CUFFT_INVALID_VALUE;
    *made = plan();
    made->type = type;
    made->batch = (size_t)batch;
    for (int dim = 0; dim < rank; dim++) {
        if (n[dim] < 1)
            return CUFFT_INVALID_SIZE;
        made->n[3 - rank + dim] = (size_t)n[dim];
    }
    made->is_described = in_embed != nullptr && out_embed != nullptr;
    made->in = {{1, 1, 1}, (size_t)in_stride, (size_t)in_distance};
    made->out = {{1, 1, 1}, (size_t)out_stride, (size_t)out_distance};
    for (int dim = 0; dim < rank && made->is_described; dim++) {
        made->in.embed[3 - rank + dim] = (size_t)in_embed[dim];
        made->out.embed[3 - rank + dim] = (size_t)out_embed[dim];
    }
    made->is_made = true;
    return CUFFT_SUCCESS;
}

/* Complex to complex. */
template <class Complex>
cufftResult complex_to_complex(cufftHandle handle, cufftType type, const Complex *in, Complex *out, int direction)
{
    const plan *made = find(handle);
    if (made == nullptr || !made->is_made)
        return CUFFT_INVALID_PLAN;
    if (made->type != type)
        return CUFFT_INVALID_VALUE;
    if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE)
        return CUFFT_INVALID_VALUE;
    typedef decltype(in->x) Real;
    made->run(made->n[2], made->n[2], (const void *)in == out, direction, [=](size_t at) { return number(in[at].x, in[at].y); },
              [=](size_t at, number value) { out[at] = Complex{(Real)value.real(), (Real)value.imag()}; });
    return CUFFT_SUCCESS;
}

template <class Real, class Complex>
cufftResult real_to_complex(cufftHandle handle, cufftType type, const Real *in, Complex *out)
{
    const plan *made = find(handle);
    if (made == nullptr || !made->is_made)
        return CUFFT_INVALID_PLAN;
    if (made->type != type)
        return CUFFT_INVALID_VALUE;
    made->run(made->n[2], made->n[2] / 2 + 1, (const void *)in == out, CUFFT_FORWARD, [=](size_t at) { return number(in[at]); },
              [=](size_t at, number value) { out[at] = Complex{(Real)value.real(), (Real)value.imag()}; });
    return CUFFT_SUCCESS;
}

template <class Complex, class Real>
cufftResult complex_to_real(cufftHandle handle, cufftType type, const Complex *in, Real *out)
{
    const plan *made = find(handle);
    if (made == nullptr || !made->is_made)
        return CUFFT_INVALID_PLAN;
    if (made->type != type)
        return CUFFT_INVALID_VALUE;
    made->run(made->n[2] / 2 + 1, made->n[2], (const void *)in == out, CUFFT_INVERSE,
              [=](size_t at) { return number(in[at].x, in[at].y); }, [=](size_t at, number value) { out[at] = (Real)value.real(); });
    return CUFFT_SUCCESS;
}

}
}

inline cufftResult cufftCreate(cufftHandle *handle)
{
    static cufftHandle next = 1;
    *handle = next++;
    ::warploom::fft::plans()[*handle];
    return CUFFT_SUCCESS;
}
inline cufftResult cufftDestroy(cufftHandle handle)
{
    return ::warploom::fft::plans().erase(handle) == 1 ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
template <class Size>
cufftResult warploom_fft_many(cufftHandle handle, int rank, Size *n, Size *in_embed, Size in_stride, Size in_distance, Size *out_embed, Size out_stride, Size out_distance, cufftType type, Size batch)
{
    long long sizes[3][3] = {};
    Size *const given[3] = {n, in_embed, out_embed};
    for (int which = 0; which < 3; which++)
        for (int dim = 0; dim < rank && dim < 3 && given[which] != nullptr; dim++)
            sizes[which][dim] = given[which][dim];
    return ::warploom::fft::make(handle, rank, n == nullptr ? nullptr : sizes[0], in_embed == nullptr ? nullptr : sizes[1], in_stride, in_distance,
                                 out_embed == nullptr ? nullptr : sizes[2], out_stride, out_distance, type, batch);
}
inline cufftResult cufftMakePlanMany(cufftHandle handle, int rank, int *n, int *in_embed, int in_stride, int in_distance, int *out_embed, int out_stride, int out_distance, cufftType type, int batch, size_t *work)
{
    if (work != nullptr)
        *work = 0;
    return warploom_fft_many(handle, rank, n, in_embed, in_stride, in_distance, out_embed, out_stride, out_distance, type, batch);
}
inline cufftResult cufftMakePlanMany64(cufftHandle handle, int rank, long long *n, long long *in_embed, long long in_stride, long long in_distance, long long *out_embed, long long out_stride, long long out_distance, cufftType type, long long batch, size_t *work)
{
    if (work != nullptr)
        *work = 0;
    return warploom_fft_many(handle, rank, n, in_embed, in_stride, in_distance, out_embed, out_stride, out_distance, type, batch);
}
/* Of float and double alone; the type of the computation is that of the numbers. */
inline cufftResult cufftXtMakePlanMany(cufftHandle handle, int rank, long long *n, long long *in_embed, long long in_stride, long long in_distance, cudaDataType from, long long *out_embed, long long out_stride, long long out_distance, cudaDataType to, long long batch, size_t *work, cudaDataType)
{
    static const struct { cudaDataType from, to; cufftType type; } known[] = {
        {CUDA_C_32F, CUDA_C_32F, CUFFT_C2C}, {CUDA_R_32F, CUDA_C_32F, CUFFT_R2C}, {CUDA_C_32F, CUDA_R_32F, CUFFT_C2R},
        {CUDA_C_64F, CUDA_C_64F, CUFFT_Z2Z}, {CUDA_R_64F, CUDA_C_64F, CUFFT_D2Z}, {CUDA_C_64F, CUDA_R_64F, CUFFT_Z2D},
    };
    for (const auto &pair : known)
        if (pair.from == from && pair.to == to)
            return cufftMakePlanMany64(handle, rank, n, in_embed, in_stride, in_distance, out_embed, out_stride, out_distance, pair.type, batch, work);
    return CUFFT_NOT_SUPPORTED;
}
inline cufftResult cufftMakePlan1d(cufftHandle handle, int nx, cufftType type, int batch, size_t *work)
{
    return cufftMakePlanMany(handle, 1, &nx, nullptr, 1, 0, nullptr, 1, 0, type, batch, work);
}
inline cufftResult cufftMakePlan2d(cufftHandle handle, int nx, int ny, cufftType type, size_t *work)
{
    int n[] = {nx, ny};
    return cufftMakePlanMany(handle, 2, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, work);
}
inline cufftResult cufftMakePlan3d(cufftHandle handle, int nx, int ny, int nz, cufftType type, size_t *work)
{
    int n[] = {nx, ny, nz};
    return cufftMakePlanMany(handle, 3, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, work);
}
inline cufftResult cufftPlanMany(cufftHandle *handle, int rank, int *n, int *in_embed, int in_stride, int in_distance, int *out_embed, int out_stride, int out_distance, cufftType type, int batch)
{
    cufftCreate(handle);
    return cufftMakePlanMany(*handle, rank, n, in_embed, in_stride, in_distance, out_embed, out_stride, out_distance, type, batch, nullptr);
}
inline cufftResult cufftPlan1d(cufftHandle *handle, int nx, cufftType type, int batch)
{
    cufftCreate(handle);
    return cufftMakePlan1d(*handle, nx, type, batch, nullptr);
}
inline cufftResult cufftPlan2d(cufftHandle *handle, int nx, int ny, cufftType type)
{
    cufftCreate(handle);
    return cufftMakePlan2d(*handle, nx, ny, type, nullptr);
}
inline cufftResult cufftPlan3d(cufftHandle *handle, int nx, int ny, int nz, cufftType type)
{
    cufftCreate(handle);
    return cufftMakePlan3d(*handle, nx, ny, nz, type, nullptr);
}
inline cufftResult cufftExecC2C(cufftHandle handle, cufftComplex *in, cufftComplex *out, int direction)
{
    return ::warploom::fft::complex_to_complex(handle, CUFFT_C2C, in, out, direction);
}
inline cufftResult cufftExecZ2Z(cufftHandle handle, cufftDoubleComplex *in, cufftDoubleComplex *out, int direction)
{
    return ::warploom::fft::complex_to_complex(handle, CUFFT_Z2Z, in, out, direction);
}
inline cufftResult cufftExecR2C(cufftHandle handle, cufftReal *in, cufftComplex *out)
{
    return ::warploom::fft::real_to_complex(handle, CUFFT_R2C, in, out);
}
inline cufftResult cufftExecD2Z(cufftHandle handle, cufftDoubleReal *in, cufftDoubleComplex *out)
{
    return ::warploom::fft::real_to_complex(handle, CUFFT_D2Z, in, out);
}
inline cufftResult cufftExecC2R(cufftHandle handle, cufftComplex *in, cufftReal *out)
{
    return ::warploom::fft::complex_to_real(handle, CUFFT_C2R, in, out);
}
inline cufftResult cufftExecZ2D(cufftHandle handle, cufftDoubleComplex *in, cufftDoubleReal *out)
{
    return ::warploom::fft::complex_to_real(handle, CUFFT_Z2D, in, out);
}
inline cufftResult cufftXtExec(cufftHandle handle, void *in, void *out, int direction)
{
    const ::warploom::fft::plan *made = ::warploom::fft::find(handle);
    switch (made == nullptr ? (cufftType)0 : made->type) {
    case CUFFT_C2C: return cufftExecC2C(handle, (cufftComplex *)in, (cufftComplex *)out, direction);
    case CUFFT_R2C: return cufftExecR2C(handle, (cufftReal *)in, (cufftComplex *)out);
    case CUFFT_C2R: return cufftExecC2R(handle, (cufftComplex *)in, (cufftReal *)out);
    case CUFFT_Z2Z: return cufftExecZ2Z(handle, (cufftDoubleComplex *)in, (cufftDoubleComplex *)out, direction);
    case CUFFT_D2Z: return cufftExecD2Z(handle, (cufftDoubleReal *)in, (cufftDoubleComplex *)out);
    case CUFFT_Z2D: return cufftExecZ2D(handle, (cufftDoubleComplex *)in, (cufftDoubleReal *)out);
    default: return CUFFT_INVALID_PLAN;
    }
}
inline cufftResult cufftSetStream(cufftHandle handle, cudaStream_t)
{
    return ::warploom::fft::find(handle) != nullptr ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
/* Nothing needs room for its work. */
inline cufftResult cufftSetAutoAllocation(cufftHandle, int) { return CUFFT_SUCCESS; }
inline cufftResult cufftSetWorkArea(cufftHandle, void *) { return CUFFT_SUCCESS; }
inline cufftResult cufftGetSize(cufftHandle, size_t *size) { return *size = 0, CUFFT_SUCCESS; }
inline cufftResult cufftEstimate1d(int, cufftType, int, size_t *size) { return *size = 0, CUFFT_SUCCESS; }
inline cufftResult cufftEstimate2d(int, int, cufftType, size_t *size) { return *size = 0, CUFFT_SUCCESS; }
inline cufftResult cufftEstimate3d(int, int, int, cufftType, size_t *size) { return *size = 0, CUFFT_SUCCESS; }
inline cufftResult cufftGetVersion(int *version) { return *version = 12000, CUFFT_SUCCESS; }

#endif
