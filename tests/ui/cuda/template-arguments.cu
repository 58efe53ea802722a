// The arguments of a template are types and constants, and fit its parameters.
template <typename T, int N>
__device__ T power(T x)
{
    T result = 1;
    for (int i = 0; i < N; i++)
        result *= x;
    return result;
}

template <typename T>
__device__ T larger(T a, T b)
{
    return a > b ? a : b;
}

template <int N>
__device__ int down(int x)
{
    return down<N - 1>(x) + 1; //~ E0813 more than 64 instances
}

__global__ void fill(float *a, int n)
{
    int i = threadIdx.x;
    a[0] = power(a[i]);                  //~ E0812 what `N` stands for here cannot be deduced
    a[1] = power<float, n>(a[i]);        //~ E0812 must be a constant
    a[2] = power<3, float>(a[i]);        //~ E0812 `T` stands for a type, but this is a value
    a[3] = power<float, 2, 1>(a[i]);     //~ E0812 takes 2 arguments
    a[4] = larger(a[i], 1);              //~ E0812 both `float` and `int`
    a[5] = larger<float>(a[i], 1) + power<float, 2>(a[i]);
    a[6] = down<3>(i);
}

template <> __device__ float root<float>(float x) { return x; } //~ E0812 no template `root`
