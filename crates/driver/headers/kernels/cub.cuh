/* What blocks and warps do together by the rules of CUB, as far as kernels are read. `cub::X` is read as
   `cub_X`, so that it meets no name of the user's. The order in which values are combined is that of the
   header for the C++ compiler: from the first thread on. */
#ifndef WARPLOOM_KERNELS_CUB_H
#define WARPLOOM_KERNELS_CUB_H

enum cub_BlockReduceAlgorithm { cub_BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, cub_BLOCK_REDUCE_RAKING, cub_BLOCK_REDUCE_WARP_REDUCTIONS };
enum cub_BlockScanAlgorithm { cub_BLOCK_SCAN_RAKING, cub_BLOCK_SCAN_RAKING_MEMOIZE, cub_BLOCK_SCAN_WARP_SCANS };
enum cub_BlockLoadAlgorithm { cub_BLOCK_LOAD_DIRECT, cub_BLOCK_LOAD_STRIPED, cub_BLOCK_LOAD_VECTORIZE, cub_BLOCK_LOAD_TRANSPOSE, cub_BLOCK_LOAD_WARP_TRANSPOSE };
enum cub_BlockStoreAlgorithm { cub_BLOCK_STORE_DIRECT, cub_BLOCK_STORE_STRIPED, cub_BLOCK_STORE_VECTORIZE, cub_BLOCK_STORE_TRANSPOSE, cub_BLOCK_STORE_WARP_TRANSPOSE };

struct cub_Sum { template <typename T> __device__ T operator()(const T &a, const T &b) const { return a + b; } };
struct cub_Max { template <typename T> __device__ T operator()(const T &a, const T &b) const { return b > a ? b : a; } };
struct cub_Min { template <typename T> __device__ T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
struct cub_Difference { template <typename T> __device__ T operator()(const T &a, const T &b) const { return a - b; } };
struct cub_Equality { template <typename T> __device__ bool operator()(const T &a, const T &b) const { return a == b; } };
struct cub_Inequality { template <typename T> __device__ bool operator()(const T &a, const T &b) const { return !(a == b); } };
template <typename K, typename V> struct cub_KeyValuePair {
    typedef K Key;
    typedef V Value;
    K key;
    V value;
    __device__ cub_KeyValuePair() {}
    __device__ cub_KeyValuePair(const K &k, const V &v) : key(k), value(v) {}
};
/* Of equal values, the one with the smaller key. */
struct cub_ArgMax {
    template <typename P> __device__ P operator()(const P &a, const P &b) const
    {
        if (b.value > a.value || (a.value == b.value && b.key < a.key))
            return b;
        return a;
    }
};
struct cub_ArgMin {
    template <typename P> __device__ P operator()(const P &a, const P &b) const
    {
        if (b.value < a.value || (a.value == b.value && b.key < a.key))
            return b;
        return a;
    }
};

__device__ inline int warploom_thread_of_block()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__device__ inline int warploom_lane_of_warp() { return warploom_thread_of_block() % 32; }

template <typename T, int X, int How = cub_BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1, int Arch = 0>
class cub_BlockReduce {
public:
    struct TempStorage { T items[X * Y * Z]; };
    TempStorage *room;
    __device__ cub_BlockReduce(TempStorage &storage) : room(&storage) {}
    template <typename Combine> __device__ T Reduce(T value, Combine combine, int valid = X * Y * Z)
    {
        int thread = warploom_thread_of_block();
        __syncthreads();
        room->items[thread] = value;
        __syncthreads();
        T all = room->items[0];
        if (thread == 0)
            for (int i = 1; i < valid; i++)
                all = combine(all, room->items[i]);
        __syncthreads();
        return all;
    }
    template <int Items, typename Combine> __device__ T Reduce(T (&values)[Items], Combine combine)
    {
        T mine = values[0];
        for (int i = 1; i < Items; i++)
            mine = combine(mine, values[i]);
        return Reduce(mine, combine);
    }
    /* Templates, because nobody has to be able to add what is combined otherwise. */
    template <int Items> __device__ T Sum(T (&values)[Items]) { return Reduce(values, cub_Sum()); }
    template <typename U> __device__ T Sum(U value) { return Reduce((T)value, cub_Sum()); }
    template <typename U> __device__ T Sum(U value, int valid) { return Reduce((T)value, cub_Sum(), valid); }
};

template <typename T, int X, int How = cub_BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int Arch = 0>
class cub_BlockScan {
public:
    struct TempStorage { T items[X * Y * Z]; };
    TempStorage *room;
    __device__ cub_BlockScan(TempStorage &storage) : room(&storage) {}
    /* What the threads before have, combined from the first on; nothing for the first one. */
    template <typename Combine> __device__ void scan(T value, T &inclusive, T &exclusive, bool has_start, Combine combine, T &all)
    {
        int thread = warploom_thread_of_block();
        __syncthreads();
        room->items[thread] = value;
        __syncthreads();
        T before = exclusive;
        bool has = has_start;
        for (int i = 0; i < thread; i++) {
            if (has)
                before = combine(before, room->items[i]);
            else
                before = room->items[i];
            has = true;
        }
        exclusive = before;
        inclusive = value;
        if (has)
            inclusive = combine(before, value);
        all = room->items[0];
        for (int i = 1; i < X * Y * Z; i++)
            all = combine(all, room->items[i]);
        __syncthreads();
    }
    template <int Items, typename Combine>
    __device__ void scans(T (&values)[Items], T (&results)[Items], bool is_inclusive, T start, bool has_start, Combine combine, T &all)
    {
        T mine = values[0];
        for (int i = 1; i < Items; i++)
            mine = combine(mine, values[i]);
        T with = mine;
        T before = start;
        scan(mine, with, before, has_start, combine, all);
        bool has = has_start || warploom_thread_of_block() > 0;
        for (int i = 0; i < Items; i++) {
            with = values[i];
            if (has)
                with = combine(before, with);
            if (is_inclusive)
                results[i] = with;
            else
                results[i] = before;
            before = with;
            has = true;
        }
    }
    template <typename Combine> __device__ void InclusiveScan(T value, T &result, Combine combine) { T other = value; T all = value; scan(value, result, other, false, combine, all); }
    template <typename Combine> __device__ void InclusiveScan(T value, T &result, Combine combine, T &all) { T other = value; scan(value, result, other, false, combine, all); }
    template <typename Combine> __device__ void ExclusiveScan(T value, T &result, T start, Combine combine) { T other = value; T all = value; T first = start; scan(value, other, first, true, combine, all); result = first; }
    template <typename Combine> __device__ void ExclusiveScan(T value, T &result, T start, Combine combine, T &all) { T other = value; T first = start; scan(value, other, first, true, combine, all); result = first; }
    template <int Items> __device__ void InclusiveSum(T (&values)[Items], T (&results)[Items]) { T all; scans(values, results, true, T(), false, cub_Sum(), all); }
    template <int Items> __device__ void ExclusiveSum(T (&values)[Items], T (&results)[Items]) { T all; scans(values, results, false, T(), true, cub_Sum(), all); }
    template <int Items> __device__ void InclusiveSum(T (&values)[Items], T (&results)[Items], T &all) { scans(values, results, true, T(), false, cub_Sum(), all); }
    template <int Items> __device__ void ExclusiveSum(T (&values)[Items], T (&results)[Items], T &all) { scans(values, results, false, T(), true, cub_Sum(), all); }
    template <typename U> __device__ void InclusiveSum(U value, T &result) { InclusiveScan((T)value, result, cub_Sum()); }
    template <typename U> __device__ void InclusiveSum(U value, T &result, T &all) { InclusiveScan((T)value, result, cub_Sum(), all); }
    template <typename U> __device__ void ExclusiveSum(U value, T &result) { ExclusiveScan((T)value, result, T(), cub_Sum()); }
    template <typename U> __device__ void ExclusiveSum(U value, T &result, T &all) { ExclusiveScan((T)value, result, T(), cub_Sum(), all); }
};

template <typename T, int Lanes = 32, int Arch = 0> class cub_WarpReduce {
public:
    struct TempStorage { char unused; };
    int first;
    __device__ cub_WarpReduce(TempStorage &storage) : first(warploom_lane_of_warp() / Lanes * Lanes) {}
    template <typename Combine> __device__ T Reduce(T value, Combine combine, int valid = Lanes)
    {
        unsigned int mask = (Lanes == 32 ? 0xffffffffu : (1u << Lanes) - 1) << first;
        T all = __shfl_sync(mask, value, first);
        for (int i = 1; i < Lanes; i++) {
            T next = __shfl_sync(mask, value, first + i);
            if (i < valid)
                all = combine(all, next);
        }
        return all;
    }
    template <typename U> __device__ T Sum(U value) { return Reduce((T)value, cub_Sum()); }
    template <typename U> __device__ T Sum(U value, int valid) { return Reduce((T)value, cub_Sum(), valid); }
};

template <typename T, int Lanes = 32, int Arch = 0> class cub_WarpScan {
public:
    struct TempStorage { char unused; };
    int first;
    __device__ cub_WarpScan(TempStorage &storage) : first(warploom_lane_of_warp() / Lanes * Lanes) {}
    template <typename Combine> __device__ void scan(T value, T &inclusive, T &exclusive, bool has_start, Combine combine, T &all)
    {
        unsigned int mask = (Lanes == 32 ? 0xffffffffu : (1u << Lanes) - 1) << first;
        int lane = warploom_lane_of_warp();
        T before = exclusive;
        bool has = has_start;
        for (int i = 0; i < Lanes; i++) {
            T next = __shfl_sync(mask, value, first + i);
            if (i == 0)
                all = next;
            else
                all = combine(all, next);
            if (first + i < lane) {
                if (has)
                    before = combine(before, next);
                else
                    before = next;
                has = true;
            }
        }
        exclusive = before;
        inclusive = value;
        if (has)
            inclusive = combine(before, value);
    }
    __device__ T Broadcast(T value, unsigned int lane) { return __shfl_sync((Lanes == 32 ? 0xffffffffu : (1u << Lanes) - 1) << first, value, first + lane); }
    template <typename Combine> __device__ void InclusiveScan(T value, T &result, Combine combine) { T other = value; T all = value; scan(value, result, other, false, combine, all); }
    template <typename Combine> __device__ void InclusiveScan(T value, T &result, Combine combine, T &all) { T other = value; scan(value, result, other, false, combine, all); }
    template <typename Combine> __device__ void ExclusiveScan(T value, T &result, T start, Combine combine) { T other = value; T all = value; T before = start; scan(value, other, before, true, combine, all); result = before; }
    template <typename U> __device__ void InclusiveSum(U value, T &result) { InclusiveScan((T)value, result, cub_Sum()); }
    template <typename U> __device__ void InclusiveSum(U value, T &result, T &all) { InclusiveScan((T)value, result, cub_Sum(), all); }
    template <typename U> __device__ void ExclusiveSum(U value, T &result) { ExclusiveScan((T)value, result, T(), cub_Sum()); }
    template <typename U> __device__ void ExclusiveSum(U value, T &result, T &all) { T other = (T)value; T before = T(); scan((T)value, other, before, true, cub_Sum(), all); result = before; }
};

/* How the items of threads lie: one thread's together (blocked), or one from each thread in turn (striped). */
template <typename T, int X, int Items, bool TimeSlicing = false, int Y = 1, int Z = 1, int Arch = 0> class cub_BlockExchange {
public:
    struct TempStorage { T items[X * Y * Z * Items]; };
    TempStorage *room;
    __device__ cub_BlockExchange(TempStorage &storage) : room(&storage) {}
    __device__ int place(int item, bool is_blocked, int stride) const
    {
        int thread = warploom_thread_of_block();
        int first = thread / stride * stride;
        return is_blocked ? thread * Items + item : first * Items + thread % stride + item * stride;
    }
    __device__ void move(T *from, T *to, bool from_blocked, bool to_blocked, int stride)
    {
        __syncthreads();
        for (int i = 0; i < Items; i++)
            room->items[place(i, from_blocked, stride)] = from[i];
        __syncthreads();
        for (int i = 0; i < Items; i++)
            to[i] = room->items[place(i, to_blocked, stride)];
        __syncthreads();
    }
    __device__ void BlockedToStriped(T (&from)[Items], T (&to)[Items]) { move(from, to, true, false, X * Y * Z); }
    __device__ void StripedToBlocked(T (&from)[Items], T (&to)[Items]) { move(from, to, false, true, X * Y * Z); }
    __device__ void BlockedToStriped(T (&items)[Items]) { move(items, items, true, false, X * Y * Z); }
    __device__ void StripedToBlocked(T (&items)[Items]) { move(items, items, false, true, X * Y * Z); }
    __device__ void BlockedToWarpStriped(T (&from)[Items], T (&to)[Items]) { move(from, to, true, false, 32); }
    __device__ void WarpStripedToBlocked(T (&from)[Items], T (&to)[Items]) { move(from, to, false, true, 32); }
    template <typename Rank> __device__ void scatter(T *from, T *to, Rank *ranks, bool to_blocked)
    {
        __syncthreads();
        for (int i = 0; i < Items; i++)
            room->items[ranks[i]] = from[i];
        __syncthreads();
        for (int i = 0; i < Items; i++)
            to[i] = room->items[place(i, to_blocked, X * Y * Z)];
        __syncthreads();
    }
    template <typename Rank> __device__ void ScatterToBlocked(T (&from)[Items], T (&to)[Items], Rank (&ranks)[Items]) { scatter(from, to, ranks, true); }
    template <typename Rank> __device__ void ScatterToStriped(T (&from)[Items], T (&to)[Items], Rank (&ranks)[Items]) { scatter(from, to, ranks, false); }
    template <typename Rank> __device__ void ScatterToBlocked(T (&items)[Items], Rank (&ranks)[Items]) { scatter(items, items, ranks, true); }
    template <typename Rank> __device__ void ScatterToStriped(T (&items)[Items], Rank (&ranks)[Items]) { scatter(items, items, ranks, false); }
};
template <typename T, int Items, int Lanes = 32, int Arch = 0> class cub_WarpExchange {
public:
    struct TempStorage { T items[Lanes * Items]; };
    TempStorage *room;
    __device__ cub_WarpExchange(TempStorage &storage) : room(&storage) {}
    __device__ int place(int item, bool is_blocked) const
    {
        int lane = warploom_lane_of_warp() % Lanes;
        return is_blocked ? lane * Items + item : lane + item * Lanes;
    }
    __device__ void wait() const
    {
        int lane = warploom_lane_of_warp();
        __syncwarp((Lanes == 32 ? 0xffffffffu : (1u << Lanes) - 1) << (lane / Lanes * Lanes));
    }
    __device__ void move(T *from, T *to, bool from_blocked, bool to_blocked)
    {
        wait();
        for (int i = 0; i < Items; i++)
            room->items[place(i, from_blocked)] = from[i];
        wait();
        for (int i = 0; i < Items; i++)
            to[i] = room->items[place(i, to_blocked)];
        wait();
    }
    __device__ void BlockedToStriped(T (&from)[Items], T (&to)[Items]) { move(from, to, true, false); }
    __device__ void StripedToBlocked(T (&from)[Items], T (&to)[Items]) { move(from, to, false, true); }
    __device__ void BlockedToStriped(T (&items)[Items]) { move(items, items, true, false); }
    __device__ void StripedToBlocked(T (&items)[Items]) { move(items, items, false, true); }
    template <typename Rank> __device__ void ScatterToStriped(T (&from)[Items], T (&to)[Items], Rank (&ranks)[Items])
    {
        wait();
        for (int i = 0; i < Items; i++)
            room->items[ranks[i]] = from[i];
        wait();
        for (int i = 0; i < Items; i++)
            to[i] = room->items[place(i, false)];
        wait();
    }
    template <typename Rank> __device__ void ScatterToStriped(T (&items)[Items], Rank (&ranks)[Items]) { ScatterToStriped(items, items, ranks); }
};

/* All ways to load lead to the same: item `i` of thread `t` is element `t * Items + i`, or striped. */
template <typename T, int X, int Items, int How = cub_BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int Arch = 0> class cub_BlockLoad {
public:
    struct TempStorage { char unused; };
    int unused;
    __device__ cub_BlockLoad(TempStorage &storage) : unused(0) {}
    __device__ int place(int item) const
    {
        int thread = warploom_thread_of_block();
        return How == cub_BLOCK_LOAD_STRIPED ? thread + item * X * Y * Z : thread * Items + item;
    }
    template <typename In> __device__ void Load(In from, T (&items)[Items])
    {
        for (int i = 0; i < Items; i++)
            items[i] = from[place(i)];
    }
    template <typename In> __device__ void Load(In from, T (&items)[Items], int valid)
    {
        for (int i = 0; i < Items; i++)
            if (place(i) < valid)
                items[i] = from[place(i)];
    }
    template <typename In, typename Other> __device__ void Load(In from, T (&items)[Items], int valid, Other otherwise)
    {
        for (int i = 0; i < Items; i++) {
            items[i] = otherwise;
            if (place(i) < valid)
                items[i] = from[place(i)];
        }
    }
};
template <typename T, int X, int Items, int How = cub_BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int Arch = 0> class cub_BlockStore {
public:
    struct TempStorage { char unused; };
    int unused;
    __device__ cub_BlockStore(TempStorage &storage) : unused(0) {}
    __device__ int place(int item) const
    {
        int thread = warploom_thread_of_block();
        return How == cub_BLOCK_STORE_STRIPED ? thread + item * X * Y * Z : thread * Items + item;
    }
    template <typename Out> __device__ void Store(Out to, T (&items)[Items])
    {
        for (int i = 0; i < Items; i++)
            to[place(i)] = items[i];
    }
    template <typename Out> __device__ void Store(Out to, T (&items)[Items], int valid)
    {
        for (int i = 0; i < Items; i++)
            if (place(i) < valid)
                to[place(i)] = items[i];
    }
};

template <int X, typename In, typename T, int Items> __device__ void cub_LoadDirectStriped(int thread, In from, T (&items)[Items])
{
    for (int i = 0; i < Items; i++)
        items[i] = from[thread + i * X];
}
template <int X, typename Out, typename T, int Items> __device__ void cub_StoreDirectStriped(int thread, Out to, T (&items)[Items])
{
    for (int i = 0; i < Items; i++)
        to[thread + i * X] = items[i];
}

template <typename T, int X, int Y = 1, int Z = 1, int Arch = 0> class cub_BlockAdjacentDifference {
public:
    struct TempStorage { T items[X * Y * Z]; };
    TempStorage *room;
    __device__ cub_BlockAdjacentDifference(TempStorage &storage) : room(&storage) {}
    __device__ T neighbour(T value, int by)
    {
        int thread = warploom_thread_of_block();
        int at = thread + by;
        __syncthreads();
        room->items[thread] = value;
        __syncthreads();
        T found = room->items[at < 0 || at >= X * Y * Z ? thread : at];
        __syncthreads();
        return found;
    }
    template <int Items, typename Out, typename F> __device__ void SubtractLeft(T (&from)[Items], Out (&to)[Items], F f)
    {
        T previous = neighbour(from[Items - 1], -1);
        for (int i = Items - 1; i > 0; i--)
            to[i] = f(from[i], from[i - 1]);
        to[0] = warploom_thread_of_block() == 0 ? from[0] : f(from[0], previous);
    }
    template <int Items, typename Out, typename F> __device__ void SubtractLeft(T (&from)[Items], Out (&to)[Items], F f, T before)
    {
        T previous = neighbour(from[Items - 1], -1);
        if (warploom_thread_of_block() == 0)
            previous = before;
        for (int i = Items - 1; i > 0; i--)
            to[i] = f(from[i], from[i - 1]);
        to[0] = f(from[0], previous);
    }
    template <int Items, typename Out, typename F> __device__ void SubtractRight(T (&from)[Items], Out (&to)[Items], F f)
    {
        T next = neighbour(from[0], 1);
        bool is_last = warploom_thread_of_block() == X * Y * Z - 1;
        for (int i = 0; i + 1 < Items; i++)
            to[i] = f(from[i], from[i + 1]);
        to[Items - 1] = is_last ? from[Items - 1] : f(from[Items - 1], next);
    }
};

#endif
