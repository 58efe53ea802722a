/* More of Thrust: iterators that compute, algorithms by key, random and complex numbers. */
#ifndef WARPLOOM_THRUST_MORE_H
#define WARPLOOM_THRUST_MORE_H
#include <complex>
#include <random>
#include <stdexcept>
#include <system_error>

namespace thrust {

/* What every iterator has that is a place `at` and a way to look there. */
template <class Own, class Value, class Reference> class at_place {
public:
    typedef std::random_access_iterator_tag iterator_category;
    typedef Value value_type;
    typedef Reference reference;
    typedef ptrdiff_t difference_type;
    typedef const Value *pointer;
    Reference operator*() const { return own().look(0); }
    Reference operator[](ptrdiff_t n) const { return own().look(n); }
    Own &operator++() { own().move(1); return own(); }
    Own operator++(int) { Own old = own(); own().move(1); return old; }
    Own &operator--() { own().move(-1); return own(); }
    Own &operator+=(ptrdiff_t n) { own().move(n); return own(); }
    Own &operator-=(ptrdiff_t n) { own().move(-n); return own(); }
    friend Own operator+(Own a, ptrdiff_t n) { return a += n; }
    friend Own operator+(ptrdiff_t n, Own a) { return a += n; }
    friend Own operator-(Own a, ptrdiff_t n) { return a -= n; }
    friend ptrdiff_t operator-(const Own &a, const Own &b) { return a.distance_from(b); }
    friend bool operator==(const Own &a, const Own &b) { return a.distance_from(b) == 0; }
    friend bool operator!=(const Own &a, const Own &b) { return a.distance_from(b) != 0; }
    friend bool operator<(const Own &a, const Own &b) { return a.distance_from(b) < 0; }

private:
    Own &own() { return static_cast<Own &>(*this); }
    const Own &own() const { return static_cast<const Own &>(*this); }
};

template <class T> class constant_iterator : public at_place<constant_iterator<T>, T, T> {
public:
    explicit constant_iterator(T value = T(), ptrdiff_t at = 0) : value(value), at(at) {}
    T look(ptrdiff_t) const { return value; }
    void move(ptrdiff_t n) { at += n; }
    ptrdiff_t distance_from(const constant_iterator &other) const { return at - other.at; }

private:
    T value;
    ptrdiff_t at;
};
template <class T> constant_iterator<T> make_constant_iterator(T value) { return constant_iterator<T>(value); }

template <class F, class I, class R = std::decay_t<decltype(std::declval<F>()(*std::declval<I>()))>>
class transform_iterator : public at_place<transform_iterator<F, I, R>, R, R> {
public:
    transform_iterator(I at, F f) : at(at), f(f) {}
    explicit transform_iterator(I at) : at(at) {}
    R look(ptrdiff_t n) const { return f(at[n]); }
    void move(ptrdiff_t n) { at += n; }
    ptrdiff_t distance_from(const transform_iterator &other) const { return at - other.at; }

private:
    I at;
    F f;
};
template <class I, class F> transform_iterator<F, I> make_transform_iterator(I at, F f) { return {at, f}; }

template <class I, class J> class permutation_iterator
    : public at_place<permutation_iterator<I, J>, typename std::iterator_traits<I>::value_type, typename std::iterator_traits<I>::reference> {
public:
    permutation_iterator(I from, J at) : from(from), at(at) {}
    typename std::iterator_traits<I>::reference look(ptrdiff_t n) const { return from[at[n]]; }
    void move(ptrdiff_t n) { at += n; }
    ptrdiff_t distance_from(const permutation_iterator &other) const { return at - other.at; }

private:
    I from;
    J at;
};
template <class I, class J> permutation_iterator<I, J> make_permutation_iterator(I from, J at) { return {from, at}; }

/* Takes what is written to it, and keeps nothing. */
struct discarded { template <class T> const discarded &operator=(const T &) const { return *this; } };
class discard_iterator : public at_place<discard_iterator, discarded, discarded> {
public:
    discarded look(ptrdiff_t) const { return {}; }
    void move(ptrdiff_t n) { at += n; }
    ptrdiff_t distance_from(const discard_iterator &other) const { return at - other.at; }

private:
    ptrdiff_t at = 0;
};
inline discard_iterator make_discard_iterator() { return {}; }

template <class Places> class zip_iterator;
template <class... I> class zip_iterator<tuple<I...>>
    : public at_place<zip_iterator<tuple<I...>>, tuple<typename std::iterator_traits<I>::value_type...>, tuple<typename std::iterator_traits<I>::reference...>> {
public:
    zip_iterator(tuple<I...> at) : at(at) {}
    tuple<typename std::iterator_traits<I>::reference...> look(ptrdiff_t n) const
    {
        return std::apply([n](const auto &...one) { return tuple<typename std::iterator_traits<I>::reference...>(one[n]...); }, at);
    }
    void move(ptrdiff_t n) { std::apply([n](auto &...one) { ((void)(one += n), ...); }, at); }
    ptrdiff_t distance_from(const zip_iterator &other) const { return std::get<0>(at) - std::get<0>(other.at); }
    const tuple<I...> &get_iterator_tuple() const { return at; }

private:
    tuple<I...> at;
};
template <class... I> zip_iterator<tuple<I...>> make_zip_iterator(tuple<I...> at) { return {at}; }
template <class... I> zip_iterator<tuple<I...>> make_zip_iterator(I... at) { return {tuple<I...>(at...)}; }

using std::tuple_element; using std::tuple_size; using std::swap;
using std::generate_n; using std::logical_not; using std::bit_and; using std::bit_or; using std::bit_xor;
template <class I> struct iterator_difference { typedef typename std::iterator_traits<I>::difference_type type; };
template <class I> struct iterator_value { typedef typename std::iterator_traits<I>::value_type type; };
template <class I> using iterator_traits = std::iterator_traits<I>;
template <class I> ptrdiff_t distance(I a, I b) { return b - a; }
template <class I> void advance(I &at, ptrdiff_t n) { at += n; }
template <class I> I next(I at, ptrdiff_t n = 1) { return at + n; }
namespace system { using std::system_error; using std::error_code; }
using std::system_error;
inline const std::error_category &cuda_category() { return std::generic_category(); }
namespace placeholders { using namespace std::placeholders; }

template <class I, class = if_iterator<I>> pair<I, I> minmax_element(I a, I b) { return std::minmax_element(a, b); }
template <class I, class F, class = if_iterator<I>> pair<I, I> minmax_element(I a, I b, F f) { return std::minmax_element(a, b, f); }
template <class I, class F, class = if_iterator<I>> I max_element(I a, I b, F f) { return std::max_element(a, b, f); }
template <class I, class F, class = if_iterator<I>> I min_element(I a, I b, F f) { return std::min_element(a, b, f); }
template <class I, class = if_iterator<I>> bool is_sorted(I a, I b) { return std::is_sorted(a, b); }
template <class I, class F, class = if_iterator<I>> bool is_sorted(I a, I b, F f) { return std::is_sorted(a, b, f); }
template <class I, class P, class = if_iterator<I>> bool all_of(I a, I b, P p) { return std::all_of(a, b, p); }
template <class I, class P, class = if_iterator<I>> bool any_of(I a, I b, P p) { return std::any_of(a, b, p); }
template <class I, class P, class = if_iterator<I>> bool none_of(I a, I b, P p) { return std::none_of(a, b, p); }
template <class I, class T, class = if_iterator<I>> I remove(I a, I b, const T &v) { return std::remove(a, b, v); }
template <class I, class O, class P, class = if_iterator<I>> O remove_copy_if(I a, I b, O o, P p) { return std::remove_copy_if(a, b, o, p); }
template <class I, class P, class T, class = if_iterator<I>> void replace_if(I a, I b, P p, const T &v) { std::replace_if(a, b, p, v); }
template <class I, class T, class = if_iterator<I>> void replace(I a, I b, const T &x, const T &v) { std::replace(a, b, x, v); }
template <class I, class F, class = if_iterator<I>> void generate(I a, I b, F f) { std::generate(a, b, f); }
template <class I, class F, class = if_iterator<I>> void tabulate(I a, I b, F f)
{
    for (ptrdiff_t n = 0; a + n != b; n++)
        a[n] = f(n);
}
template <class I, class T, class = if_iterator<I>> void sequence(I a, I b, T first, T step)
{
    for (; a != b; ++a, first = first + step)
        *a = first;
}
template <class I, class N, class O, class = if_iterator<I>> O copy_n(I a, N n, O o) { return std::copy(a, a + n, o); }
template <class I, class N, class T, class = if_iterator<I>> I fill_n(I a, N n, const T &v) { std::fill(a, a + n, v); return a + n; }
template <class I, class N, class F, class = if_iterator<I>> I for_each_n(I a, N n, F f) { std::for_each(a, a + n, f); return a + n; }
template <class I, class J, class O, class P, class = if_iterator<I>> O copy_if(I a, I b, J stencil, O o, P p)
{
    for (; a != b; ++a, ++stencil)
        if (p(*stencil))
            *o = *a, ++o;
    return o;
}
template <class I, class J, class O, class F, class P, class = if_iterator<I>> O transform_if(I a, I b, J stencil, O o, F f, P p)
{
    for (; a != b; ++a, ++stencil, ++o)
        if (p(*stencil))
            *o = f(*a);
    return o;
}
template <class I, class J, class O, class = if_iterator<I>> O gather(I a, I b, J from, O o)
{
    for (; a != b; ++a, ++o)
        *o = from[*a];
    return o;
}
template <class I, class J, class O, class = if_iterator<I>> void scatter(I a, I b, J map, O o)
{
    for (; a != b; ++a, ++map)
        o[*map] = *a;
}
template <class I, class O, class = if_iterator<I>> O adjacent_difference(I a, I b, O o) { return std::adjacent_difference(a, b, o); }
template <class I, class O, class F, class = if_iterator<I>> O adjacent_difference(I a, I b, O o, F f) { return std::adjacent_difference(a, b, o, f); }
template <class I, class O, class = if_iterator<I>> O unique_copy(I a, I b, O o) { return std::unique_copy(a, b, o); }
template <class I, class F, class = if_iterator<I>> I unique(I a, I b, F f) { return std::unique(a, b, f); }
template <class I, class P, class = if_iterator<I>> I partition(I a, I b, P p) { return std::stable_partition(a, b, p); }
template <class I, class P, class = if_iterator<I>> I stable_partition(I a, I b, P p) { return std::stable_partition(a, b, p); }
template <class I, class J, class T, class F, class G, class = if_iterator<I>> T inner_product(I a, I b, J j, T t, F f, G g) { return std::inner_product(a, b, j, t, f, g); }
template <class I, class O, class F, class G, class = if_iterator<I>> O transform_inclusive_scan(I a, I b, O o, F f, G g) { return std::transform_inclusive_scan(a, b, o, g, f); }
template <class I, class O, class F, class T, class G, class = if_iterator<I>> O transform_exclusive_scan(I a, I b, O o, F f, T t, G g) { return std::transform_exclusive_scan(a, b, o, t, g, f); }
template <class I, class T, class = if_iterator<I>> I lower_bound(I a, I b, const T &v) { return std::lower_bound(a, b, v); }
template <class I, class T, class = if_iterator<I>> I upper_bound(I a, I b, const T &v) { return std::upper_bound(a, b, v); }
template <class I, class T, class = if_iterator<I>> bool binary_search(I a, I b, const T &v) { return std::binary_search(a, b, v); }
template <class I, class J, class O, class = if_iterator<J>> O lower_bound(I a, I b, J c, J d, O o)
{
    for (; c != d; ++c, ++o)
        *o = std::lower_bound(a, b, *c) - a;
    return o;
}
template <class I, class J, class O, class = if_iterator<J>> O upper_bound(I a, I b, J c, J d, O o)
{
    for (; c != d; ++c, ++o)
        *o = std::upper_bound(a, b, *c) - a;
    return o;
}
template <class I, class J, class O, class = if_iterator<I>> O merge(I a, I b, J c, J d, O o) { return std::merge(a, b, c, d, o); }
template <class I, class J, class O, class = if_iterator<I>> O set_intersection(I a, I b, J c, J d, O o) { return std::set_intersection(a, b, c, d, o); }
template <class I, class J, class O, class = if_iterator<I>> O set_union(I a, I b, J c, J d, O o) { return std::set_union(a, b, c, d, o); }
template <class I, class J, class O, class = if_iterator<I>> O set_difference(I a, I b, J c, J d, O o) { return std::set_difference(a, b, c, d, o); }
template <class I, class R, class = if_iterator<I>> void shuffle(I a, I b, R &&random) { std::shuffle(a, b, random); }

/* Runs of equal keys. */
template <class I, class V, class K, class O, class P, class F, class = if_iterator<I>>
pair<K, O> reduce_by_key(I a, I b, V v, K k, O o, P same, F f)
{
    while (a != b) {
        value_of<I> key = *a;
        value_of<V> all = *v;
        for (++a, ++v; a != b && same(key, *a); ++a, ++v)
            all = f(all, *v);
        *k = key, ++k;
        *o = all, ++o;
    }
    return {k, o};
}
template <class I, class V, class K, class O, class P, class = if_iterator<I>>
pair<K, O> reduce_by_key(I a, I b, V v, K k, O o, P same) { return ::thrust::reduce_by_key(a, b, v, k, o, same, std::plus<value_of<V>>()); }
template <class I, class V, class K, class O, class = if_iterator<I>>
pair<K, O> reduce_by_key(I a, I b, V v, K k, O o) { return ::thrust::reduce_by_key(a, b, v, k, o, std::equal_to<value_of<I>>()); }
template <class I, class V, class O, class P, class F, class = if_iterator<I>> O inclusive_scan_by_key(I a, I b, V v, O o, P same, F f)
{
    while (a != b) {
        value_of<I> key = *a;
        value_of<V> all = *v;
        *o = all, ++o;
        for (++a, ++v; a != b && same(key, *a); ++a, ++v, ++o)
            *o = all = f(all, *v);
    }
    return o;
}
template <class I, class V, class O, class = if_iterator<I>> O inclusive_scan_by_key(I a, I b, V v, O o)
{
    return ::thrust::inclusive_scan_by_key(a, b, v, o, std::equal_to<value_of<I>>(), std::plus<value_of<V>>());
}
template <class I, class V, class O, class = if_iterator<I>> O exclusive_scan_by_key(I a, I b, V v, O o)
{
    while (a != b) {
        value_of<I> key = *a;
        value_of<V> before(0);
        for (; a != b && key == *a; ++a, ++v, ++o) {
            value_of<V> value = *v;
            *o = before;
            before = before + value;
        }
    }
    return o;
}
template <class I, class V, class K, class O, class = if_iterator<I>> pair<K, O> unique_by_key_copy(I a, I b, V v, K k, O o)
{
    while (a != b) {
        value_of<I> key = *a;
        *k = key, ++k;
        *o = *v, ++o;
        for (++a, ++v; a != b && key == *a; ++a)
            ++v;
    }
    return {k, o};
}
template <class I, class V, class = if_iterator<I>> pair<I, V> unique_by_key(I a, I b, V v) { return ::thrust::unique_by_key_copy(a, b, v, a, v); }
/* Behind all overloads, because a name that is qualified means what is known by then. */
WARPLOOM_ANYWHERE(copy) WARPLOOM_ANYWHERE(copy_if) WARPLOOM_ANYWHERE(fill) WARPLOOM_ANYWHERE(sequence) WARPLOOM_ANYWHERE(reduce)
WARPLOOM_ANYWHERE(transform) WARPLOOM_ANYWHERE(transform_reduce) WARPLOOM_ANYWHERE(inner_product) WARPLOOM_ANYWHERE(for_each)
WARPLOOM_ANYWHERE(sort) WARPLOOM_ANYWHERE(stable_sort) WARPLOOM_ANYWHERE(sort_by_key) WARPLOOM_ANYWHERE(stable_sort_by_key)
WARPLOOM_ANYWHERE(inclusive_scan) WARPLOOM_ANYWHERE(exclusive_scan) WARPLOOM_ANYWHERE(max_element) WARPLOOM_ANYWHERE(min_element)
WARPLOOM_ANYWHERE(count) WARPLOOM_ANYWHERE(count_if) WARPLOOM_ANYWHERE(unique) WARPLOOM_ANYWHERE(remove_if) WARPLOOM_ANYWHERE(equal)
WARPLOOM_ANYWHERE(find) WARPLOOM_ANYWHERE(find_if) WARPLOOM_ANYWHERE(reverse)
WARPLOOM_ANYWHERE(minmax_element) WARPLOOM_ANYWHERE(is_sorted) WARPLOOM_ANYWHERE(all_of) WARPLOOM_ANYWHERE(any_of) WARPLOOM_ANYWHERE(none_of)
WARPLOOM_ANYWHERE(remove) WARPLOOM_ANYWHERE(remove_copy_if) WARPLOOM_ANYWHERE(replace_if) WARPLOOM_ANYWHERE(replace) WARPLOOM_ANYWHERE(generate)
WARPLOOM_ANYWHERE(tabulate) WARPLOOM_ANYWHERE(copy_n) WARPLOOM_ANYWHERE(fill_n) WARPLOOM_ANYWHERE(for_each_n) WARPLOOM_ANYWHERE(transform_if)
WARPLOOM_ANYWHERE(gather) WARPLOOM_ANYWHERE(scatter) WARPLOOM_ANYWHERE(adjacent_difference) WARPLOOM_ANYWHERE(unique_copy)
WARPLOOM_ANYWHERE(partition) WARPLOOM_ANYWHERE(stable_partition) WARPLOOM_ANYWHERE(transform_inclusive_scan) WARPLOOM_ANYWHERE(transform_exclusive_scan)
WARPLOOM_ANYWHERE(lower_bound) WARPLOOM_ANYWHERE(upper_bound) WARPLOOM_ANYWHERE(binary_search) WARPLOOM_ANYWHERE(merge)
WARPLOOM_ANYWHERE(set_intersection) WARPLOOM_ANYWHERE(set_union) WARPLOOM_ANYWHERE(set_difference) WARPLOOM_ANYWHERE(shuffle)
WARPLOOM_ANYWHERE(reduce_by_key) WARPLOOM_ANYWHERE(inclusive_scan_by_key) WARPLOOM_ANYWHERE(exclusive_scan_by_key)
WARPLOOM_ANYWHERE(unique_by_key_copy) WARPLOOM_ANYWHERE(unique_by_key)

/* Random numbers: the engine of Thrust is the minimal standard one. */
namespace random {
typedef std::linear_congruential_engine<std::uint32_t, 48271, 0, 2147483647> minstd_rand_base;
struct minstd_rand : minstd_rand_base {
    explicit minstd_rand(unsigned seed = 1) : minstd_rand_base(seed) {}
};
typedef minstd_rand default_random_engine;
template <class T = float> struct uniform_real_distribution {
    T low, high;
    explicit uniform_real_distribution(T low = 0, T high = 1) : low(low), high(high) {}
    template <class R> T operator()(R &random) const { return (T)(random() - R::min()) / (T)(R::max() - R::min()) * (high - low) + low; }
};
template <class T = int> struct uniform_int_distribution {
    T low, high;
    explicit uniform_int_distribution(T low = 0, T high = std::numeric_limits<T>::max()) : low(low), high(high) {}
    template <class R> T operator()(R &random) const
    {
        const uniform_real_distribution<double> real((double)low, (double)high + 1);
        return (T)real(random);
    }
};
template <class T = float> using normal_distribution = std::normal_distribution<T>;
}
using random::default_random_engine; using random::minstd_rand; using random::uniform_real_distribution;
using random::uniform_int_distribution; using random::normal_distribution;

template <class T> using complex = std::complex<T>;
using std::abs; using std::arg; using std::conj; using std::exp; using std::norm; using std::polar; using std::sqrt; using std::pow; using std::log;

}
#endif
