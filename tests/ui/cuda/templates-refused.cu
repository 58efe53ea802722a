// What is not read of C++, each with its place: an instance that is asked for, namespaces, values
// behind `new`, names of libraries.
template <typename T, int N>
__device__ T power(T x)
{
    T result = 1;
    for (int i = 0; i < N; i++)
        result *= x;
    return result;
}

template __device__ float power<float, 2>(float x); //~ E0211 templates in this place

namespace mine { //~ E0211 namespaces
int x;
}

void host(void)
{
    float *p = new float(3); //~ E0211 values behind `new`
    std::string name;        //~ E0211 names with `::`
    auto twice = [](int x) { return 2 * x; }; //~ E0211 lambdas
    int a[3];
    for (int x : a) //~ E0211 loops over ranges
        a[0] = x;
    throw a[0]; //~ E0211 exceptions
}
