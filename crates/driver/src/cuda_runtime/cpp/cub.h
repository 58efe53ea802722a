/* What blocks and warps do together, and whole arrays, by the rules of CUB. */
#ifndef WARPLOOM_CUB_H
#define WARPLOOM_CUB_H
#include "cuda_runtime.h"
#include <algorithm>
#include <cassert>
#include <chrono>
#include <iterator>
#include <vector>

/* An error is told, and ends the program. */
#define CubDebug(status) ::cub::warploom_told((status), __FILE__, __LINE__)
#define CubDebugExit(status)                                     \
    do {                                                         \
        if (::cub::warploom_told((status), __FILE__, __LINE__))  \
            exit(1);                                             \
    } while (0)

namespace cub {

inline cudaError_t warploom_told(cudaError_t status, const char *file, int line)
{
    if (status != cudaSuccess)
        fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", (int)status, file, line, cudaGetErrorString(status));
    return status;
}

struct Sum { template <class A, class B> auto operator()(const A &a, const B &b) const { return a + b; } };
struct Max { template <class A, class B> typename std::common_type<A, B>::type operator()(const A &a, const B &b) const { return b > a ? b : a; } };
struct Min { template <class A, class B> typename std::common_type<A, B>::type operator()(const A &a, const B &b) const { return b < a ? b : a; } };
template <class K, class V> struct KeyValuePair {
    typedef K Key;
    typedef V Value;
    K key;
    V value;
    KeyValuePair() {}
    KeyValuePair(const K &key, const V &value) : key(key), value(value) {}
};
/* Of equal values, the one with the smaller key. */
struct ArgMax {
    template <class P> P operator()(const P &a, const P &b) const { return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a; }
};
struct ArgMin {
    template <class P> P operator()(const P &a, const P &b) const { return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a; }
};
struct Difference { template <class T> T operator()(const T &a, const T &b) const { return a - b; } };
struct Inequality { template <class T> bool operator()(const T &a, const T &b) const { return !(a == b); } };
struct Equality { template <class T> bool operator()(const T &a, const T &b) const { return a == b; } };

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE };

inline int warploom_thread()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

/* The values of a block's threads, in the order of the threads. */
template <class T, int Threads> struct warploom_room { alignas(T) char bytes[sizeof(T) * Threads]; T *at() { return (T *)bytes; } };

template <class T, int X, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1, int = 0>
class BlockReduce {
public:
    typedef warploom_room<T, X * Y * Z> TempStorage;
    explicit BlockReduce(TempStorage &room) : room(room) {}
    BlockReduce() : room(*own()) {}
    template <class Combine> T Reduce(T value, Combine combine, int valid = X * Y * Z)
    {
        __syncthreads();
        room.at()[warploom_thread()] = value;
        __syncthreads();
        T all = room.at()[0];
        if (warploom_thread() == 0)
            for (int i = 1; i < valid; i++)
                all = combine(all, room.at()[i]);
        __syncthreads();
        return all;
    }
    template <int Items, class Combine> T Reduce(T (&values)[Items], Combine combine)
    {
        T mine = values[0];
        for (int i = 1; i < Items; i++)
            mine = combine(mine, values[i]);
        return Reduce(mine, combine);
    }
    T Sum(T value) { return Reduce(value, ::cub::Sum()); }
    T Sum(T value, int valid) { return Reduce(value, ::cub::Sum(), valid); }
    template <int Items> T Sum(T (&values)[Items]) { return Reduce(values, ::cub::Sum()); }

private:
    TempStorage &room;
    static TempStorage *own() { static thread_local TempStorage room; return &room; }
};

/* The scans of a block and of a warp: `Own` has the one that they all are. */
template <class Own, class T> class warploom_scans {
public:
    template <class Combine> void InclusiveScan(T value, T &result, Combine combine) { T other, all; self().scan(value, result, other, T(), false, combine, all); }
    template <class Combine> void InclusiveScan(T value, T &result, Combine combine, T &all) { T other; self().scan(value, result, other, T(), false, combine, all); }
    template <class Combine> void ExclusiveScan(T value, T &result, T start, Combine combine) { T other, all; self().scan(value, other, result, start, true, combine, all); }
    template <class Combine> void ExclusiveScan(T value, T &result, T start, Combine combine, T &all) { T other; self().scan(value, other, result, start, true, combine, all); }
    void InclusiveSum(T value, T &result) { InclusiveScan(value, result, ::cub::Sum()); }
    void InclusiveSum(T value, T &result, T &all) { InclusiveScan(value, result, ::cub::Sum(), all); }
    void ExclusiveSum(T value, T &result) { ExclusiveScan(value, result, T(), ::cub::Sum()); }
    void ExclusiveSum(T value, T &result, T &all) { ExclusiveScan(value, result, T(), ::cub::Sum(), all); }

private:
    Own &self() { return static_cast<Own &>(*this); }
};

template <class T, int X, BlockScanAlgorithm How = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int Arch = 0>
class BlockScan : public warploom_scans<BlockScan<T, X, How, Y, Z, Arch>, T> {
public:
    typedef warploom_room<T, X * Y * Z> TempStorage;
    explicit BlockScan(TempStorage &room) : room(room) {}
    BlockScan() : room(*own()) {}
    /* The threads before one: all of them, combined from the first on. */
    template <class Combine> void scan(T value, T &inclusive, T &exclusive, T start, bool has_start, Combine combine, T &all)
    {
        __syncthreads();
        room.at()[warploom_thread()] = value;
        __syncthreads();
        T before = start;
        bool has = has_start;
        for (int i = 0; i < warploom_thread(); i++) {
            before = has ? combine(before, room.at()[i]) : room.at()[i];
            has = true;
        }
        exclusive = before;
        inclusive = has ? combine(before, value) : value;
        all = room.at()[0];
        for (int i = 1; i < X * Y * Z; i++)
            all = combine(all, room.at()[i]);
        __syncthreads();
    }
    using warploom_scans<BlockScan, T>::InclusiveScan;
    using warploom_scans<BlockScan, T>::ExclusiveScan;
    using warploom_scans<BlockScan, T>::InclusiveSum;
    using warploom_scans<BlockScan, T>::ExclusiveSum;
    template <int Items, class Combine> void InclusiveScan(T (&values)[Items], T (&results)[Items], Combine combine) { T all; scans(values, results, true, T(), false, combine, all); }
    template <int Items, class Combine> void InclusiveScan(T (&values)[Items], T (&results)[Items], Combine combine, T &all) { scans(values, results, true, T(), false, combine, all); }
    template <int Items, class Combine> void ExclusiveScan(T (&values)[Items], T (&results)[Items], T start, Combine combine) { T all; scans(values, results, false, start, true, combine, all); }
    template <int Items, class Combine> void ExclusiveScan(T (&values)[Items], T (&results)[Items], T start, Combine combine, T &all) { scans(values, results, false, start, true, combine, all); }
    template <int Items> void InclusiveSum(T (&values)[Items], T (&results)[Items]) { InclusiveScan(values, results, ::cub::Sum()); }
    template <int Items> void ExclusiveSum(T (&values)[Items], T (&results)[Items]) { ExclusiveScan(values, results, T(), ::cub::Sum()); }
    template <int Items> void InclusiveSum(T (&values)[Items], T (&results)[Items], T &all) { InclusiveScan(values, results, ::cub::Sum(), all); }
    template <int Items> void ExclusiveSum(T (&values)[Items], T (&results)[Items], T &all) { ExclusiveScan(values, results, T(), ::cub::Sum(), all); }

private:
    TempStorage &room;
    static TempStorage *own() { static thread_local TempStorage room; return &room; }
    template <int Items, class Combine> void scans(T (&values)[Items], T (&results)[Items], bool inclusive, T start, bool has_start, Combine combine, T &all)
    {
        T mine = values[0], with, before;
        for (int i = 1; i < Items; i++)
            mine = combine(mine, values[i]);
        scan(mine, with, before, start, has_start, combine, all);
        bool has = has_start || warploom_thread() > 0;
        for (int i = 0; i < Items; i++) {
            with = has ? combine(before, values[i]) : values[i];
            results[i] = inclusive ? with : before;
            before = with;
            has = true;
        }
    }
};

template <class T, int Lanes = 32, int = 0> class WarpReduce {
public:
    struct TempStorage { char unused; };
    explicit WarpReduce(TempStorage &) {}
    template <class Combine> T Reduce(T value, Combine combine, int valid = Lanes)
    {
        unsigned first = warploom_lane() / Lanes * Lanes, mask = (Lanes == 32 ? 0xffffffffu : (1u << Lanes) - 1) << first;
        T all = ::warploom::take(mask, value, first);
        for (int i = 1; i < Lanes; i++) {
            T next = ::warploom::take(mask, value, first + i);
            if (i < valid)
                all = combine(all, next);
        }
        return all;
    }
    T Sum(T value) { return Reduce(value, ::cub::Sum()); }
    T Sum(T value, int valid) { return Reduce(value, ::cub::Sum(), valid); }
};

template <class T, int Lanes = 32, int Arch = 0> class WarpScan : public warploom_scans<WarpScan<T, Lanes, Arch>, T> {
public:
    struct TempStorage { char unused; };
    explicit WarpScan(TempStorage &) {}
    T Broadcast(T value, unsigned lane) { return ::warploom::take(mask(), value, first() + (int)lane); }
    template <class Combine> void scan(T value, T &inclusive, T &exclusive, T start, bool has_start, Combine combine, T &all)
    {
        T before = start;
        bool has = has_start;
        for (int i = 0; i < Lanes; i++) {
            T next = ::warploom::take(mask(), value, first() + i);
            all = i == 0 ? next : combine(all, next);
            if (first() + i < warploom_lane()) {
                before = has ? combine(before, next) : next;
                has = true;
            }
        }
        exclusive = before;
        inclusive = has ? combine(before, value) : value;
    }

private:
    static int first() { return warploom_lane() / Lanes * Lanes; }
    static unsigned mask() { return (Lanes == 32 ? 0xffffffffu : (1u << Lanes) - 1) << first(); }
};

/* How the items of threads lie: one thread's together (blocked), or one from each thread in turn
   (striped), in a block or in each of its warps. */
template <class T, int Threads, int Items> class warploom_exchange {
public:
    typedef warploom_room<T, Threads * Items> TempStorage;
    void BlockedToStriped(T (&from)[Items], T (&to)[Items]) { move(from, to, true, false, Threads); }
    void StripedToBlocked(T (&from)[Items], T (&to)[Items]) { move(from, to, false, true, Threads); }
    void BlockedToStriped(T (&items)[Items]) { move(items, items, true, false, Threads); }
    void StripedToBlocked(T (&items)[Items]) { move(items, items, false, true, Threads); }
    void BlockedToWarpStriped(T (&from)[Items], T (&to)[Items]) { move(from, to, true, false, 32); }
    void WarpStripedToBlocked(T (&from)[Items], T (&to)[Items]) { move(from, to, false, true, 32); }
    template <class Rank> void ScatterToBlocked(T (&from)[Items], T (&to)[Items], Rank (&ranks)[Items]) { scatter(from, to, ranks, true); }
    template <class Rank> void ScatterToStriped(T (&from)[Items], T (&to)[Items], Rank (&ranks)[Items]) { scatter(from, to, ranks, false); }
    template <class Rank> void ScatterToBlocked(T (&items)[Items], Rank (&ranks)[Items]) { scatter(items, items, ranks, true); }
    template <class Rank> void ScatterToStriped(T (&items)[Items], Rank (&ranks)[Items]) { scatter(items, items, ranks, false); }

protected:
    warploom_exchange(TempStorage &room, int thread, bool is_block) : room(room), thread(thread), is_block(is_block) {}

private:
    TempStorage &room;
    int thread;
    bool is_block;
    void wait() { is_block ? __syncthreads() : __syncwarp(); }
    int place(int item, bool blocked, int stride) const
    {
        const int first = thread / stride * stride;
        return blocked ? thread * Items + item : first * Items + thread % stride + item * stride;
    }
    void move(T *from, T *to, bool from_blocked, bool to_blocked, int stride)
    {
        wait();
        for (int i = 0; i < Items; i++)
            room.at()[place(i, from_blocked, stride)] = from[i];
        wait();
        for (int i = 0; i < Items; i++)
            to[i] = room.at()[place(i, to_blocked, stride)];
        wait();
    }
    template <class Rank> void scatter(T *from, T *to, Rank *ranks, bool to_blocked)
    {
        wait();
        for (int i = 0; i < Items; i++)
            room.at()[ranks[i]] = from[i];
        wait();
        for (int i = 0; i < Items; i++)
            to[i] = room.at()[place(i, to_blocked, Threads)];
        wait();
    }
};
template <class T, int X, int Items, bool = false, int Y = 1, int Z = 1, int = 0>
class BlockExchange : public warploom_exchange<T, X * Y * Z, Items> {
public:
    typedef warploom_exchange<T, X * Y * Z, Items> base;
    explicit BlockExchange(typename base::TempStorage &room) : base(room, warploom_thread(), true) {}
};
template <class T, int Items, int Lanes = 32, int = 0> class WarpExchange : public warploom_exchange<T, Lanes, Items> {
public:
    typedef warploom_exchange<T, Lanes, Items> base;
    explicit WarpExchange(typename base::TempStorage &room) : base(room, warploom_lane() % Lanes, false) {}
};

template <class T, int X, int Y = 1, int Z = 1, int = 0> class BlockAdjacentDifference {
public:
    typedef warploom_room<T, X * Y * Z> TempStorage;
    explicit BlockAdjacentDifference(TempStorage &room) : room(room) {}
    template <int Items, class Out, class F> void SubtractLeft(T (&from)[Items], Out (&to)[Items], F f) { left(from, to, f, nullptr); }
    template <int Items, class Out, class F> void SubtractLeft(T (&from)[Items], Out (&to)[Items], F f, T before) { left(from, to, f, &before); }
    template <int Items, class Out, class F> void SubtractRight(T (&from)[Items], Out (&to)[Items], F f)
    {
        T next = neighbour(from[0], 1);
        const bool is_last = warploom_thread() == X * Y * Z - 1;
        for (int i = 0; i < Items; i++)
            to[i] = i + 1 < Items ? f(from[i], from[i + 1]) : is_last ? from[i] : f(from[i], next);
    }

private:
    TempStorage &room;
    T neighbour(T value, int by)
    {
        const int at = warploom_thread() + by;
        __syncthreads();
        room.at()[warploom_thread()] = value;
        __syncthreads();
        const T found = room.at()[at < 0 || at >= X * Y * Z ? warploom_thread() : at];
        __syncthreads();
        return found;
    }
    template <int Items, class Out, class F> void left(T (&from)[Items], Out (&to)[Items], F f, const T *before)
    {
        T previous = neighbour(from[Items - 1], -1);
        const bool is_first = warploom_thread() == 0;
        if (is_first && before != nullptr)
            previous = *before;
        for (int i = Items - 1; i > 0; i--)
            to[i] = f(from[i], from[i - 1]);
        to[0] = is_first && before == nullptr ? (Out)from[0] : (Out)f(from[0], previous);
    }
};

/* The keys of a block in order, each thread with neighbours. */
template <class K, int X, int Items, class V = void, int = 4, bool = true, BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, int = 0, int Y = 1, int Z = 1, int = 0>
class BlockRadixSort {
    typedef typename std::conditional<std::is_void<V>::value, char, V>::type Value;
    enum { All = X * Y * Z * Items };

public:
    struct TempStorage { warploom_room<K, All> keys; warploom_room<Value, All> values; warploom_room<int, All> order; };
    explicit BlockRadixSort(TempStorage &room) : room(room) {}
    void Sort(K (&keys)[Items], int = 0, int = 64) { sort(keys, nullptr, false, false); }
    void SortDescending(K (&keys)[Items], int = 0, int = 64) { sort(keys, nullptr, true, false); }
    void SortBlockedToStriped(K (&keys)[Items], int = 0, int = 64) { sort(keys, nullptr, false, true); }
    void SortDescendingBlockedToStriped(K (&keys)[Items], int = 0, int = 64) { sort(keys, nullptr, true, true); }
    void Sort(K (&keys)[Items], Value (&values)[Items], int = 0, int = 64) { sort(keys, values, false, false); }
    void SortDescending(K (&keys)[Items], Value (&values)[Items], int = 0, int = 64) { sort(keys, values, true, false); }
    void SortDescendingBlockedToStriped(K (&keys)[Items], Value (&values)[Items], int = 0, int = 64) { sort(keys, values, true, true); }

private:
    TempStorage &room;
    void sort(K *keys, Value *values, bool is_descending, bool is_striped)
    {
        const int thread = warploom_thread();
        __syncthreads();
        for (int i = 0; i < Items; i++) {
            room.keys.at()[thread * Items + i] = keys[i];
            room.order.at()[thread * Items + i] = thread * Items + i;
            if (values != nullptr)
                room.values.at()[thread * Items + i] = values[i];
        }
        __syncthreads();
        if (thread == 0)
            std::stable_sort(room.order.at(), room.order.at() + All, [&](int a, int b) {
                return is_descending ? room.keys.at()[b] < room.keys.at()[a] : room.keys.at()[a] < room.keys.at()[b];
            });
        __syncthreads();
        for (int i = 0; i < Items; i++) {
            const int from = room.order.at()[is_striped ? thread + i * (All / Items) : thread * Items + i];
            keys[i] = room.keys.at()[from];
            if (values != nullptr)
                values[i] = room.values.at()[from];
        }
        __syncthreads();
    }
};

template <int Threads, class T, class From, int Items> void LoadDirectStriped(int thread, From from, T (&to)[Items])
{
    for (int i = 0; i < Items; i++)
        to[i] = from[thread + i * Threads];
}
template <int Threads, class T, class To, int Items> void StoreDirectStriped(int thread, To to, T (&from)[Items])
{
    for (int i = 0; i < Items; i++)
        to[thread + i * Threads] = from[i];
}
template <class T, class From, int Items> void LoadDirectBlocked(int thread, From from, T (&to)[Items])
{
    for (int i = 0; i < Items; i++)
        to[i] = from[thread * Items + i];
}
template <class T, class To, int Items> void StoreDirectBlocked(int thread, To to, T (&from)[Items])
{
    for (int i = 0; i < Items; i++)
        to[thread * Items + i] = from[i];
}
struct CachingDeviceAllocator {
    explicit CachingDeviceAllocator(bool = false, bool = false) {}
    cudaError_t DeviceAllocate(void **pointer, size_t bytes, cudaStream_t = 0) { return cudaMalloc(pointer, bytes); }
    cudaError_t DeviceFree(void *pointer) { return cudaFree(pointer); }
};
inline unsigned LaneId() { return (unsigned)warploom_lane(); }
inline unsigned WarpId() { return (unsigned)warploom_thread() / 32; }

template <class T, int X, int Items, BlockLoadAlgorithm How = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int = 0> class BlockLoad {
public:
    struct TempStorage { char unused; };
    explicit BlockLoad(TempStorage &) {}
    BlockLoad() {}
    template <class From> void Load(From from, T (&values)[Items], int valid = X * Y * Z * Items)
    {
        for (int i = 0; i < Items; i++) {
            int at = How == BLOCK_LOAD_STRIPED ? warploom_thread() + i * X * Y * Z : warploom_thread() * Items + i;
            if (at < valid)
                values[i] = from[at];
        }
    }
    template <class From> void Load(From from, T (&values)[Items], int valid, T otherwise)
    {
        for (int i = 0; i < Items; i++)
            values[i] = otherwise;
        Load(from, values, valid);
    }
};
template <class T, int X, int Items, BlockStoreAlgorithm How = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int = 0> class BlockStore {
public:
    struct TempStorage { char unused; };
    explicit BlockStore(TempStorage &) {}
    BlockStore() {}
    template <class To> void Store(To to, T (&values)[Items], int valid = X * Y * Z * Items)
    {
        for (int i = 0; i < Items; i++) {
            int at = How == BLOCK_STORE_STRIPED ? warploom_thread() + i * X * Y * Z : warploom_thread() * Items + i;
            if (at < valid)
                to[at] = values[i];
        }
    }
};

template <class T, class Difference = ptrdiff_t> struct CountingInputIterator {
    typedef T value_type; typedef T reference; typedef const T *pointer; typedef Difference difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    T value;
    explicit CountingInputIterator(T value) : value(value) {}
    T operator*() const { return value; }
    template <class N> T operator[](N n) const { return value + (T)n; }
    template <class N> CountingInputIterator operator+(N n) const { return CountingInputIterator(value + (T)n); }
    CountingInputIterator &operator++() { ++value; return *this; }
};
template <class T, class Convert, class From, class Difference = ptrdiff_t> struct TransformInputIterator {
    typedef T value_type; typedef T reference; typedef const T *pointer; typedef Difference difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    From from;
    Convert convert;
    TransformInputIterator(From from, Convert convert) : from(from), convert(convert) {}
    T operator*() const { return convert(*from); }
    template <class N> T operator[](N n) const { return convert(from[n]); }
    template <class N> TransformInputIterator operator+(N n) const { return {from + n, convert}; }
    TransformInputIterator &operator++() { ++from; return *this; }
};

#ifndef WARPLOOM_ELSEWHERE
/* Whole arrays: the first call asks for the room, which is none to speak of. */
inline bool warploom_asks(void *room, size_t &bytes)
{
    if (room == nullptr)
        bytes = 1;
    return room == nullptr;
}
struct DeviceReduce {
    template <class From, class To, class Combine, class T>
    static cudaError_t Reduce(void *room, size_t &bytes, From from, To to, size_t n, Combine combine, T start, cudaStream_t = 0)
    {
        if (warploom_asks(room, bytes))
            return cudaSuccess;
        T all = start;
        for (size_t i = 0; i < n; i++)
            all = combine(all, from[i]);
        *to = all;
        return cudaSuccess;
    }
    template <class From, class To> static cudaError_t Sum(void *room, size_t &bytes, From from, To to, size_t n, cudaStream_t = 0)
    {
        typedef typename std::decay<decltype(*to)>::type T;
        return Reduce(room, bytes, from, to, n, ::cub::Sum(), T());
    }
    template <class From, class To> static cudaError_t Max(void *room, size_t &bytes, From from, To to, size_t n, cudaStream_t = 0) { return first(room, bytes, from, to, n, ::cub::Max()); }
    template <class From, class To> static cudaError_t Min(void *room, size_t &bytes, From from, To to, size_t n, cudaStream_t = 0) { return first(room, bytes, from, to, n, ::cub::Min()); }

private:
    template <class From, class To, class Combine> static cudaError_t first(void *room, size_t &bytes, From from, To to, size_t n, Combine combine)
    {
        typedef typename std::decay<decltype(*to)>::type T;
        return Reduce(room, bytes, from, to, n, combine, room == nullptr || n == 0 ? T() : (T)from[0]);
    }
};
struct DeviceScan {
    template <class From, class To, class Combine, class T>
    static cudaError_t ExclusiveScan(void *room, size_t &bytes, From from, To to, Combine combine, T start, size_t n, cudaStream_t = 0)
    {
        if (warploom_asks(room, bytes))
            return cudaSuccess;
        T before = start;
        for (size_t i = 0; i < n; i++) {
            T value = from[i];
            to[i] = before;
            before = combine(before, value);
        }
        return cudaSuccess;
    }
    template <class From, class To, class Combine>
    static cudaError_t InclusiveScan(void *room, size_t &bytes, From from, To to, Combine combine, size_t n, cudaStream_t = 0)
    {
        if (warploom_asks(room, bytes) || n == 0)
            return cudaSuccess;
        auto all = from[0];
        for (size_t i = 0; i < n; i++)
            to[i] = all = i == 0 ? all : combine(all, from[i]);
        return cudaSuccess;
    }
    template <class From, class To> static cudaError_t ExclusiveSum(void *room, size_t &bytes, From from, To to, size_t n, cudaStream_t = 0)
    {
        typedef typename std::decay<decltype(to[0])>::type T;
        return ExclusiveScan(room, bytes, from, to, ::cub::Sum(), T(), n);
    }
    template <class From, class To> static cudaError_t InclusiveSum(void *room, size_t &bytes, From from, To to, size_t n, cudaStream_t = 0) { return InclusiveScan(room, bytes, from, to, ::cub::Sum(), n); }
};
struct DeviceSelect {
    template <class From, class Flags, class To, class Count>
    static cudaError_t Flagged(void *room, size_t &bytes, From from, Flags flags, To to, Count count, size_t n, cudaStream_t = 0)
    {
        if (warploom_asks(room, bytes))
            return cudaSuccess;
        size_t kept = 0;
        for (size_t i = 0; i < n; i++)
            if (flags[i])
                to[kept++] = from[i];
        *count = kept;
        return cudaSuccess;
    }
    template <class From, class To, class Count, class Wanted>
    static cudaError_t If(void *room, size_t &bytes, From from, To to, Count count, size_t n, Wanted wanted, cudaStream_t = 0)
    {
        if (warploom_asks(room, bytes))
            return cudaSuccess;
        size_t kept = 0;
        for (size_t i = 0; i < n; i++)
            if (wanted(from[i]))
                to[kept++] = from[i];
        *count = kept;
        return cudaSuccess;
    }
};
/* Keys in order, with values beside them. */
struct DeviceRadixSort {
    template <class K> static cudaError_t SortKeys(void *room, size_t &bytes, const K *from, K *to, size_t n, int = 0, int = 64, cudaStream_t = 0) { return sort(room, bytes, from, to, (const char *)nullptr, (char *)nullptr, n, false); }
    template <class K> static cudaError_t SortKeysDescending(void *room, size_t &bytes, const K *from, K *to, size_t n, int = 0, int = 64, cudaStream_t = 0) { return sort(room, bytes, from, to, (const char *)nullptr, (char *)nullptr, n, true); }
    template <class K, class V> static cudaError_t SortPairs(void *room, size_t &bytes, const K *from, K *to, const V *values, V *sorted, size_t n, int = 0, int = 64, cudaStream_t = 0) { return sort(room, bytes, from, to, values, sorted, n, false); }
    template <class K, class V> static cudaError_t SortPairsDescending(void *room, size_t &bytes, const K *from, K *to, const V *values, V *sorted, size_t n, int = 0, int = 64, cudaStream_t = 0) { return sort(room, bytes, from, to, values, sorted, n, true); }

private:
    template <class K, class V> static cudaError_t sort(void *room, size_t &bytes, const K *from, K *to, const V *values, V *sorted, size_t n, bool is_descending)
    {
        if (warploom_asks(room, bytes))
            return cudaSuccess;
        std::vector<size_t> order(n);
        for (size_t i = 0; i < n; i++)
            order[i] = i;
        std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return is_descending ? from[b] < from[a] : from[a] < from[b]; });
        for (size_t i = 0; i < n; i++) {
            to[i] = from[order[i]];
            if (values != nullptr)
                sorted[i] = values[order[i]];
        }
        return cudaSuccess;
    }
};
struct DeviceHistogram {
    template <class From, class Count, class Level>
    static cudaError_t HistogramEven(void *room, size_t &bytes, From from, Count *counts, int levels, Level low, Level high, size_t n, cudaStream_t = 0)
    {
        if (warploom_asks(room, bytes))
            return cudaSuccess;
        for (int i = 0; i + 1 < levels; i++)
            counts[i] = 0;
        for (size_t i = 0; i < n; i++)
            if (from[i] >= low && from[i] < high)
                counts[(size_t)((from[i] - low) * (levels - 1) / (high - low))]++;
        return cudaSuccess;
    }
};
struct DeviceRunLengthEncode {
    template <class From, class Unique, class Count, class Runs>
    static cudaError_t Encode(void *room, size_t &bytes, From from, Unique unique, Count counts, Runs runs, size_t n, cudaStream_t = 0)
    {
        if (warploom_asks(room, bytes))
            return cudaSuccess;
        size_t found = 0;
        for (size_t i = 0; i < n; found++) {
            size_t next = i + 1;
            while (next < n && from[next] == from[i])
                next++;
            unique[found] = from[i];
            counts[found] = next - i;
            i = next;
        }
        *runs = found;
        return cudaSuccess;
    }
};
struct DeviceSegmentedReduce {
    template <class From, class To, class Begin, class End, class Combine, class T>
    static cudaError_t Reduce(void *room, size_t &bytes, From from, To to, size_t segments, Begin begin, End end, Combine combine, T start, cudaStream_t = 0)
    {
        if (warploom_asks(room, bytes))
            return cudaSuccess;
        for (size_t at = 0; at < segments; at++) {
            T all = start;
            for (auto i = begin[at]; i < end[at]; i++)
                all = combine(all, from[i]);
            to[at] = all;
        }
        return cudaSuccess;
    }
    template <class From, class To, class Begin, class End>
    static cudaError_t Sum(void *room, size_t &bytes, From from, To to, size_t segments, Begin begin, End end, cudaStream_t = 0)
    {
        typedef typename std::decay<decltype(to[0])>::type T;
        return Reduce(room, bytes, from, to, segments, begin, end, ::cub::Sum(), T());
    }
};
#endif

}
#endif
