//@ run: processor
// More of Thrust and CUB: several arrays as one, runs of keys, what a block sorts and exchanges.
#include <cub/cub.cuh>
#include <iostream>
#include <thrust/binary_search.h>
#include <thrust/complex.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/gather.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>

struct square {
    __host__ __device__ int operator()(int x) const { return x * x; }
};
struct by_second {
    template <class T> __host__ __device__ bool operator()(const T &a, const T &b) const { return thrust::get<1>(a) < thrust::get<1>(b); }
};

__global__ void block(int *keys, int *scans)
{
    typedef cub::BlockRadixSort<int, 32, 2> Sort;
    typedef cub::BlockExchange<int, 32, 2> Exchange;
    typedef cub::WarpScan<int> Scan;
    __shared__ union { Sort::TempStorage sort; Exchange::TempStorage exchange; Scan::TempStorage scan; } room;
    int own[2] = {(int)(threadIdx.x * 37 % 64), (int)((threadIdx.x * 37 + 13) % 64)};
    Sort(room.sort).Sort(own);
    __syncthreads();
    Exchange(room.exchange).BlockedToStriped(own, own);
    keys[threadIdx.x] = own[0];
    keys[threadIdx.x + 32] = own[1];
    int before;
    Scan(room.scan).ExclusiveSum((int)threadIdx.x, before);
    scans[threadIdx.x] = before;
}

int main()
{
    thrust::device_vector<int> a(5), b(5);
    for (int i = 0; i < 5; i++)
        a[i] = i, b[i] = (i * 3) % 5;
    auto both = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin()));
    thrust::sort(both, both + 5, by_second());
    for (int i = 0; i < 5; i++)
        std::cout << a[i] << b[i] << " ";
    auto squares = thrust::make_transform_iterator(a.begin(), square());
    std::cout << thrust::reduce(squares, squares + 5) << "\n";

    int run[8] = {1, 1, 2, 2, 2, 5, 5, 9};
    thrust::device_vector<int> keys(run, run + 8), unique(8), counts(8);
    auto ends = thrust::reduce_by_key(thrust::device, keys.begin(), keys.end(), thrust::constant_iterator<int>(1), unique.begin(), counts.begin());
    for (int i = 0; i < ends.first - unique.begin(); i++)
        std::cout << unique[i] << "x" << counts[i] << " ";
    std::cout << thrust::lower_bound(keys.begin(), keys.end(), 5) - keys.begin() << " ";
    std::cout << *thrust::minmax_element(keys.begin(), keys.end()).second << "\n";

    thrust::default_random_engine random(7);
    thrust::uniform_int_distribution<int> dice(1, 6);
    bool fair = true;
    for (int i = 0; i < 100; i++) {
        int thrown = dice(random);
        fair = fair && thrown >= 1 && thrown <= 6;
    }
    thrust::complex<float> i(0, 1);
    std::cout << fair << " " << (i * i).real() << " " << thrust::abs(i) << "\n";

    int *sorted, *scans;
    cudaMallocManaged(&sorted, 64 * sizeof(int));
    cudaMallocManaged(&scans, 32 * sizeof(int));
    block<<<1, 32>>>(sorted, scans);
    bool ordered = true;
    for (int at = 1; at < 64; at++)
        ordered = ordered && sorted[at - 1] <= sorted[at];
    std::cout << ordered << " " << sorted[63] << " " << scans[31] << "\n";

    size_t bytes = 0;
    cub::DeviceRadixSort::SortKeysDescending(nullptr, bytes, scans, sorted, 32);
    void *room;
    cudaMalloc(&room, bytes);
    cub::DeviceRadixSort::SortKeysDescending(room, bytes, scans, sorted, 32);
    std::cout << sorted[0] << " " << sorted[31] << "\n";
    return 0;
}
