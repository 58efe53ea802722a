// A file in C++ is the C++ compiler's, where our front end does not read it: what that compiler objects to is told,
// as by nvcc, and not the instance that is asked for, the namespace, or the lambda.
template <typename T, int N>
__device__ T power(T x)
{
    T result = 1;
    for (int i = 0; i < N; i++)
        result *= x;
    return result;
}

template __device__ float power<float, 2>(float x);

namespace mine {
int x;
}

void host(void)
{
    float *p = new float(3);
    std::string name; //~ E0930 incomplete type
    auto twice = [](int x) { return 2 * x; };
    int a[3];
    for (int x : a)
        a[0] = x;
    throw a[0];
}
