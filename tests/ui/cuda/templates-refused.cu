// What is not read of C++, each with its place: specialisation, classes, overloaded
// operators and functions, and templates whose arguments do not fit.
template <typename T, int N>
__device__ T power(T x)
{
    T result = 1;
    for (int i = 0; i < N; i++)
        result *= x;
    return result;
}

template <> __device__ float power<float, 0>(float x) { return 1; } //~ E0211 specialised templates

template <typename T> struct pair { T a, b; }; //~ E0211 class templates

__device__ float3 operator+(float3 a, float3 b); //~ E0211 overloaded operators
