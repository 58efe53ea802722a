/* The vectors and algorithms of Thrust that programs use most, on the processor: memory of
   the device is memory like any other here, so the algorithms are those of C++. */
#ifndef WARPLOOM_THRUST_H
#define WARPLOOM_THRUST_H
#include "cuda_runtime.h"
#include <algorithm>
#include <functional>
#include <iostream>
#include <iterator>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#define THRUST_VERSION 200802

namespace thrust {

/* Where it runs: on the processor, whatever is said. */
struct policy {
    template <class Any> policy operator()(const Any &) const { return {}; }
    template <class Any> policy on(const Any &) const { return {}; }
};
static const policy device, host, seq;
namespace cuda { static const ::thrust::policy par, par_nosync; }
namespace omp { static const ::thrust::policy par; }

template <class T> class device_ptr {
public:
    typedef std::random_access_iterator_tag iterator_category;
    typedef T value_type;
    typedef ptrdiff_t difference_type;
    typedef T *pointer;
    typedef T &reference;
    device_ptr(T *p = nullptr) : p(p) {}
    T *get() const { return p; }
    T &operator*() const { return *p; }
    T *operator->() const { return p; }
    T &operator[](ptrdiff_t i) const { return p[i]; }
    device_ptr &operator++() { ++p; return *this; }
    device_ptr operator++(int) { return device_ptr(p++); }
    device_ptr &operator--() { --p; return *this; }
    device_ptr operator--(int) { return device_ptr(p--); }
    device_ptr &operator+=(ptrdiff_t n) { p += n; return *this; }
    device_ptr &operator-=(ptrdiff_t n) { p -= n; return *this; }
    friend device_ptr operator+(device_ptr a, ptrdiff_t n) { return device_ptr(a.p + n); }
    friend device_ptr operator+(ptrdiff_t n, device_ptr a) { return device_ptr(a.p + n); }
    friend device_ptr operator-(device_ptr a, ptrdiff_t n) { return device_ptr(a.p - n); }
    friend ptrdiff_t operator-(device_ptr a, device_ptr b) { return a.p - b.p; }
    friend bool operator==(device_ptr a, device_ptr b) { return a.p == b.p; }
    friend bool operator!=(device_ptr a, device_ptr b) { return a.p != b.p; }
    friend bool operator<(device_ptr a, device_ptr b) { return a.p < b.p; }
    friend bool operator>(device_ptr a, device_ptr b) { return a.p > b.p; }
    friend bool operator<=(device_ptr a, device_ptr b) { return a.p <= b.p; }
    friend bool operator>=(device_ptr a, device_ptr b) { return a.p >= b.p; }

private:
    T *p;
};
template <class T> device_ptr<T> device_pointer_cast(T *p) { return device_ptr<T>(p); }
template <class T> T *raw_pointer_cast(device_ptr<T> p) { return p.get(); }
template <class T> T *raw_pointer_cast(T *p) { return p; }
template <class T> device_ptr<T> device_malloc(size_t n) { T *p; cudaMalloc(&p, n * sizeof(T)); return device_ptr<T>(p); }
template <class T> void device_free(device_ptr<T> p) { cudaFree(p.get()); }

/* Memory that the runtime knows as the device's. */
template <class T> struct device_allocator {
    typedef T value_type;
    device_allocator() = default;
    template <class U> device_allocator(const device_allocator<U> &) {}
    T *allocate(size_t n)
    {
        void *p = nullptr;
        if (cudaMalloc(&p, n * sizeof(T)) != cudaSuccess)
            throw std::bad_alloc();
        return static_cast<T *>(p);
    }
    void deallocate(T *p, size_t) { cudaFree(p); }
    template <class U> bool operator==(const device_allocator<U> &) const { return true; }
    template <class U> bool operator!=(const device_allocator<U> &) const { return false; }
};
template <class T, class Allocator> class vector_base : public std::vector<T, Allocator> {
public:
    typedef std::vector<T, Allocator> base;
    using base::base;
    vector_base() {}
    template <class Other> vector_base(const std::vector<T, Other> &other) : base(other.begin(), other.end()) {}
    template <class Other> vector_base &operator=(const std::vector<T, Other> &other)
    {
        this->assign(other.begin(), other.end());
        return *this;
    }
};
template <class T, class Allocator = device_allocator<T>> using device_vector = vector_base<T, Allocator>;
template <class T, class Allocator = std::allocator<T>> using host_vector = vector_base<T, Allocator>;

using std::plus; using std::minus; using std::multiplies; using std::divides; using std::negate; using std::modulus;
using std::less; using std::greater; using std::equal_to; using std::not_equal_to; using std::less_equal; using std::greater_equal;
using std::logical_and; using std::logical_or; using std::pair; using std::make_pair;
using std::tuple; using std::make_tuple; using std::get; using std::tie;
template <class T = void> struct maximum { template <class A> A operator()(const A &a, const A &b) const { return a < b ? b : a; } };
template <class T = void> struct minimum { template <class A> A operator()(const A &a, const A &b) const { return b < a ? b : a; } };
template <class T = void> struct identity { template <class A> A operator()(const A &a) const { return a; } };
template <class A, class B, class R> struct binary_function {};
template <class A, class R> struct unary_function {};

template <class T> class counting_iterator {
public:
    typedef std::random_access_iterator_tag iterator_category;
    typedef T value_type;
    typedef ptrdiff_t difference_type;
    typedef const T *pointer;
    typedef T reference;
    explicit counting_iterator(T at = T()) : at(at) {}
    T operator*() const { return at; }
    T operator[](ptrdiff_t n) const { return at + (T)n; }
    counting_iterator &operator++() { ++at; return *this; }
    counting_iterator operator++(int) { counting_iterator old = *this; ++at; return old; }
    counting_iterator &operator--() { --at; return *this; }
    counting_iterator &operator+=(ptrdiff_t n) { at += (T)n; return *this; }
    friend counting_iterator operator+(counting_iterator a, ptrdiff_t n) { return a += n; }
    friend ptrdiff_t operator-(counting_iterator a, counting_iterator b) { return (ptrdiff_t)(a.at - b.at); }
    friend bool operator==(counting_iterator a, counting_iterator b) { return a.at == b.at; }
    friend bool operator!=(counting_iterator a, counting_iterator b) { return a.at != b.at; }
    friend bool operator<(counting_iterator a, counting_iterator b) { return a.at < b.at; }

private:
    T at;
};
template <class T> counting_iterator<T> make_counting_iterator(T at) { return counting_iterator<T>(at); }

template <class I> using value_of = typename std::iterator_traits<I>::value_type;
template <class I> using if_iterator = typename std::iterator_traits<I>::iterator_category;
/* Each algorithm, without and with the place where it runs. */
#define WARPLOOM_ANYWHERE(NAME) \
    template <class... Args> auto NAME(const policy &, Args &&...args) { return ::thrust::NAME(std::forward<Args>(args)...); }
template <class I, class O, class = if_iterator<I>> O copy(I a, I b, O o) { return std::copy(a, b, o); }
template <class I, class O, class P, class = if_iterator<I>> O copy_if(I a, I b, O o, P p) { return std::copy_if(a, b, o, p); }
template <class I, class T, class = if_iterator<I>> void fill(I a, I b, const T &v) { std::fill(a, b, v); }
template <class I, class = if_iterator<I>> void sequence(I a, I b) { std::iota(a, b, value_of<I>(0)); }
template <class I, class T, class = if_iterator<I>> void sequence(I a, I b, T first) { std::iota(a, b, first); }
template <class I, class = if_iterator<I>> value_of<I> reduce(I a, I b) { return std::accumulate(a, b, value_of<I>(0)); }
template <class I, class T, class = if_iterator<I>> T reduce(I a, I b, T t) { return std::accumulate(a, b, t); }
template <class I, class T, class F, class = if_iterator<I>> T reduce(I a, I b, T t, F f) { return std::accumulate(a, b, t, f); }
template <class I, class O, class F, class = if_iterator<I>> O transform(I a, I b, O o, F f) { return std::transform(a, b, o, f); }
template <class I, class J, class O, class F, class = if_iterator<I>> O transform(I a, I b, J j, O o, F f) { return std::transform(a, b, j, o, f); }
template <class I, class F, class T, class G, class = if_iterator<I>> T transform_reduce(I a, I b, F f, T t, G g)
{
    for (; a != b; ++a)
        t = g(t, f(*a));
    return t;
}
template <class I, class J, class T, class = if_iterator<I>> T inner_product(I a, I b, J j, T t) { return std::inner_product(a, b, j, t); }
template <class I, class F, class = if_iterator<I>> F for_each(I a, I b, F f) { return std::for_each(a, b, f); }
/* Values are sorted, and not what an iterator refers to: of several arrays, that is no value. */
template <class I, class F, class = if_iterator<I>> void stable_sort(I a, I b, F f)
{
    std::vector<value_of<I>> all(a, b);
    std::stable_sort(all.begin(), all.end(), f);
    std::copy(all.begin(), all.end(), a);
}
template <class I, class = if_iterator<I>> void stable_sort(I a, I b) { ::thrust::stable_sort(a, b, std::less<value_of<I>>()); }
template <class I, class = if_iterator<I>> void sort(I a, I b) { ::thrust::stable_sort(a, b); }
template <class I, class F, class = if_iterator<I>> void sort(I a, I b, F f) { ::thrust::stable_sort(a, b, f); }
template <class I, class V, class F, class = if_iterator<I>> void sort_by_key(I a, I b, V v, F f)
{
    const size_t n = (size_t)(b - a);
    std::vector<size_t> order(n);
    std::iota(order.begin(), order.end(), size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](size_t x, size_t y) { return f(a[x], a[y]); });
    std::vector<value_of<I>> keys(a, b);
    std::vector<value_of<V>> values(v, v + n);
    for (size_t i = 0; i < n; i++)
        a[i] = keys[order[i]], v[i] = values[order[i]];
}
template <class I, class V, class = if_iterator<I>> void sort_by_key(I a, I b, V v) { ::thrust::sort_by_key(a, b, v, std::less<value_of<I>>()); }
template <class I, class V, class = if_iterator<I>> void stable_sort_by_key(I a, I b, V v) { ::thrust::sort_by_key(a, b, v); }
template <class I, class V, class F, class = if_iterator<I>> void stable_sort_by_key(I a, I b, V v, F f) { ::thrust::sort_by_key(a, b, v, f); }
template <class I, class O, class = if_iterator<I>> O inclusive_scan(I a, I b, O o) { return std::partial_sum(a, b, o); }
template <class I, class O, class F, class = if_iterator<I>> O inclusive_scan(I a, I b, O o, F f) { return std::partial_sum(a, b, o, f); }
template <class I, class O, class T, class F, class = if_iterator<I>> O exclusive_scan(I a, I b, O o, T t, F f)
{
    for (; a != b; ++a, ++o) {
        auto value = *a;
        *o = t;
        t = f(t, value);
    }
    return o;
}
template <class I, class O, class T, class = if_iterator<I>> O exclusive_scan(I a, I b, O o, T t) { return ::thrust::exclusive_scan(a, b, o, t, std::plus<T>()); }
template <class I, class O, class = if_iterator<I>> O exclusive_scan(I a, I b, O o) { return ::thrust::exclusive_scan(a, b, o, value_of<I>(0)); }
template <class I, class = if_iterator<I>> I max_element(I a, I b) { return std::max_element(a, b); }
template <class I, class = if_iterator<I>> I min_element(I a, I b) { return std::min_element(a, b); }
template <class I, class T, class = if_iterator<I>> ptrdiff_t count(I a, I b, const T &v) { return std::count(a, b, v); }
template <class I, class P, class = if_iterator<I>> ptrdiff_t count_if(I a, I b, P p) { return std::count_if(a, b, p); }
template <class I, class T, class = if_iterator<I>> I find(I a, I b, const T &v) { return std::find(a, b, v); }
template <class I, class P, class = if_iterator<I>> I find_if(I a, I b, P p) { return std::find_if(a, b, p); }
template <class I, class = if_iterator<I>> void reverse(I a, I b) { std::reverse(a, b); }
template <class I, class = if_iterator<I>> I unique(I a, I b) { return std::unique(a, b); }
template <class I, class P, class = if_iterator<I>> I remove_if(I a, I b, P p) { return std::remove_if(a, b, p); }
template <class I, class J, class = if_iterator<I>> bool equal(I a, I b, J j) { return std::equal(a, b, j); }

}
#include "warploom/thrust_more.h"
#endif
