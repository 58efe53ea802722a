/* What blocks and warps do together, and whole arrays, by the rules of CUB. */
#ifndef WARPLOOM_CUB_H
#define WARPLOOM_CUB_H
#include "cuda_runtime.h"
#include <cassert>
#include <iterator>

namespace cub {

struct Sum { template <class T> T operator()(const T &a, const T &b) const { return a + b; } };
struct Max { template <class T> T operator()(const T &a, const T &b) const { return b > a ? b : a; } };
struct Min { template <class T> T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
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

template <class T, int X, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int = 0> class BlockScan {
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
    template <class Combine> void InclusiveScan(T value, T &result, Combine combine) { T other, all; scan(value, result, other, T(), false, combine, all); }
    template <class Combine> void InclusiveScan(T value, T &result, Combine combine, T &all) { T other; scan(value, result, other, T(), false, combine, all); }
    template <class Combine> void ExclusiveScan(T value, T &result, T start, Combine combine) { T other, all; scan(value, other, result, start, true, combine, all); }
    template <class Combine> void ExclusiveScan(T value, T &result, T start, Combine combine, T &all) { T other; scan(value, other, result, start, true, combine, all); }
    void InclusiveSum(T value, T &result) { InclusiveScan(value, result, ::cub::Sum()); }
    void InclusiveSum(T value, T &result, T &all) { InclusiveScan(value, result, ::cub::Sum(), all); }
    void ExclusiveSum(T value, T &result) { ExclusiveScan(value, result, T(), ::cub::Sum()); }
    void ExclusiveSum(T value, T &result, T &all) { ExclusiveScan(value, result, T(), ::cub::Sum(), all); }
    template <int Items> void InclusiveSum(T (&values)[Items], T (&results)[Items]) { T all; sums(values, results, true, all); }
    template <int Items> void ExclusiveSum(T (&values)[Items], T (&results)[Items]) { T all; sums(values, results, false, all); }
    template <int Items> void InclusiveSum(T (&values)[Items], T (&results)[Items], T &all) { sums(values, results, true, all); }
    template <int Items> void ExclusiveSum(T (&values)[Items], T (&results)[Items], T &all) { sums(values, results, false, all); }

private:
    TempStorage &room;
    static TempStorage *own() { static thread_local TempStorage room; return &room; }
    template <int Items> void sums(T (&values)[Items], T (&results)[Items], bool inclusive, T &all)
    {
        T mine = T(), before;
        for (int i = 0; i < Items; i++)
            mine = mine + values[i];
        ExclusiveSum(mine, before, all);
        for (int i = 0; i < Items; i++) {
            T value = values[i];
            results[i] = inclusive ? before + value : before;
            before = before + value;
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
#endif

}
#endif
