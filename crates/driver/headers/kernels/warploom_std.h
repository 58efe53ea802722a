/* What kernels use of C++'s <type_traits> and <utility>: `std::X` is read as `warploom_std_X`. */
#ifndef WARPLOOM_KERNELS_STD_H
#define WARPLOOM_KERNELS_STD_H

template <typename T, T v> struct warploom_std_integral_constant {
    typedef T value_type;
    static constexpr T value = v;
};
struct warploom_std_true_type { static constexpr bool value = true; };
struct warploom_std_false_type { static constexpr bool value = false; };

template <typename T> struct warploom_std_is_floating_point { static constexpr bool value = false; };
template <> struct warploom_std_is_floating_point<float> { static constexpr bool value = true; };
template <> struct warploom_std_is_floating_point<double> { static constexpr bool value = true; };

template <typename T> struct warploom_std_is_integral { static constexpr bool value = false; };
#define WARPLOOM_INTEGRAL(T) template <> struct warploom_std_is_integral<T> { static constexpr bool value = true; };
WARPLOOM_INTEGRAL(bool) WARPLOOM_INTEGRAL(char) WARPLOOM_INTEGRAL(signed char) WARPLOOM_INTEGRAL(unsigned char)
WARPLOOM_INTEGRAL(short) WARPLOOM_INTEGRAL(unsigned short) WARPLOOM_INTEGRAL(int) WARPLOOM_INTEGRAL(unsigned int)
WARPLOOM_INTEGRAL(long) WARPLOOM_INTEGRAL(unsigned long) WARPLOOM_INTEGRAL(long long) WARPLOOM_INTEGRAL(unsigned long long)
#undef WARPLOOM_INTEGRAL
template <typename T> struct warploom_std_is_arithmetic {
    static constexpr bool value = warploom_std_is_integral<T>::value || warploom_std_is_floating_point<T>::value;
};
template <typename T, bool IsNumber = warploom_std_is_arithmetic<T>::value> struct warploom_std_is_signed { static constexpr bool value = false; };
template <typename T> struct warploom_std_is_signed<T, true> { static constexpr bool value = (T)-1 < (T)0; };
template <typename T, bool IsNumber = warploom_std_is_arithmetic<T>::value> struct warploom_std_is_unsigned { static constexpr bool value = false; };
template <typename T> struct warploom_std_is_unsigned<T, true> { static constexpr bool value = !((T)-1 < (T)0); };
template <typename T> struct warploom_std_is_pointer { static constexpr bool value = false; };
template <typename T> struct warploom_std_is_pointer<T *> { static constexpr bool value = true; };

template <bool Is, typename A, typename B> struct warploom_std_conditional { typedef A type; };
template <typename A, typename B> struct warploom_std_conditional<false, A, B> { typedef B type; };
template <bool Is, typename T = void> struct warploom_std_enable_if {};
template <typename T> struct warploom_std_enable_if<true, T> { typedef T type; };
template <typename T> struct warploom_std_remove_const { typedef T type; };
template <typename T> struct warploom_std_remove_const<const T> { typedef T type; };
template <typename T> struct warploom_std_remove_cv { typedef T type; };
template <typename T> struct warploom_std_remove_cv<const T> { typedef T type; };
template <typename T> struct warploom_std_remove_reference { typedef T type; };
template <typename T> struct warploom_std_remove_pointer { typedef T type; };
template <typename T> struct warploom_std_remove_pointer<T *> { typedef T type; };
template <typename T> struct warploom_std_decay { typedef T type; };
template <typename T> struct warploom_std_decay<const T> { typedef T type; };
template <typename A, typename B> struct warploom_std_common_type { typedef __typeof__(1 ? (A)0 : (B)0) type; };
template <typename T> struct warploom_std_make_unsigned { typedef T type; };
template <typename T> struct warploom_std_make_signed { typedef T type; };
#define WARPLOOM_SIGNS(S, U)                                                                                          \
    template <> struct warploom_std_make_unsigned<S> { typedef U type; };                                             \
    template <> struct warploom_std_make_signed<U> { typedef S type; };
WARPLOOM_SIGNS(signed char, unsigned char) WARPLOOM_SIGNS(short, unsigned short) WARPLOOM_SIGNS(int, unsigned int)
WARPLOOM_SIGNS(long, unsigned long) WARPLOOM_SIGNS(long long, unsigned long long)
#undef WARPLOOM_SIGNS
template <> struct warploom_std_make_unsigned<char> { typedef unsigned char type; };

template <typename A, typename B> struct warploom_std_pair {
    A first;
    B second;
    __host__ __device__ warploom_std_pair() {}
    __host__ __device__ warploom_std_pair(const A &a, const B &b) : first(a), second(b) {}
};
template <typename A, typename B> __host__ __device__ warploom_std_pair<A, B> warploom_std_make_pair(A a, B b)
{
    return warploom_std_pair<A, B>(a, b);
}

#endif
