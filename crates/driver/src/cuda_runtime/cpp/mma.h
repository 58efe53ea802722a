/* Products of small matrices by a warp (`nvcuda::wmma`). How a fragment is spread over the lanes
   is not said by CUDA; here every lane holds all of it. */
#ifndef WARPLOOM_MMA_H
#define WARPLOOM_MMA_H
#include "warploom/half.h"

namespace nvcuda { namespace wmma {

struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
struct s4 {};
struct u4 {};
struct b1 {};
}

/* What elements are kept as. */
template <class T> struct kept { typedef T type; };
template <> struct kept<precision::tf32> { typedef float type; };
/* What products are summed up in. */
template <class T> struct summed { typedef T type; };
template <> struct summed<__half> { typedef float type; };

template <class Use, int M, int N, int K, class T, class Layout = void> class fragment {
public:
    typedef typename kept<T>::type element_type;
    enum {
        rows = std::is_same<Use, matrix_b>::value ? K : M,
        columns = std::is_same<Use, matrix_a>::value ? K : N,
        num_elements = rows * columns,
        num_storage_elements = num_elements
    };
    element_type x[num_elements];
};
template <class F, class T> void fill_fragment(F &f, const T &value)
{
    for (auto &element : f.x)
        element = (typename F::element_type)value;
}
template <class F, class T> void warploom_load(F &f, const T *from, unsigned step, bool by_rows)
{
    for (int i = 0; i < F::rows; i++)
        for (int j = 0; j < F::columns; j++)
            f.x[i * F::columns + j] = from[by_rows ? (size_t)i * step + j : (size_t)j * step + i];
}
template <class U, int M, int N, int K, class T, class Layout, class From>
void load_matrix_sync(fragment<U, M, N, K, T, Layout> &f, const From *from, unsigned step)
{
    __syncwarp();
    warploom_load(f, from, step, std::is_same<Layout, row_major>::value);
}
template <int M, int N, int K, class T, class From>
void load_matrix_sync(fragment<accumulator, M, N, K, T> &f, const From *from, unsigned step, layout_t layout)
{
    __syncwarp();
    warploom_load(f, from, step, layout == mem_row_major);
}
template <int M, int N, int K, class T, class To>
void store_matrix_sync(To *to, const fragment<accumulator, M, N, K, T> &f, unsigned step, layout_t layout)
{
    if (warploom_lane() == 0)
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++)
                to[layout == mem_row_major ? (size_t)i * step + j : (size_t)j * step + i] = f.x[i * N + j];
    __syncwarp();
}
template <int M, int N, int K, class C, class A, class LA, class B, class LB, class D>
void mma_sync(fragment<accumulator, M, N, K, C> &to, const fragment<matrix_a, M, N, K, A, LA> &a,
              const fragment<matrix_b, M, N, K, B, LB> &b, const fragment<accumulator, M, N, K, D> &c, bool = false)
{
    typedef typename summed<C>::type Sum;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            Sum sum = (Sum)c.x[i * N + j];
            for (int k = 0; k < K; k++)
                sum += (Sum)a.x[i * K + k] * (Sum)b.x[k * N + j];
            to.x[i * N + j] = (C)sum;
        }
}
/* The upper 19 bits of a number. */
inline float __float_to_tf32(float value)
{
    return __uint_as_float((__float_as_uint(value) + 0x1000u) & 0xffffe000u);
}

} }

#endif
