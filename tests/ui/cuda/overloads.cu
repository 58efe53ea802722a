// Which of several functions is meant, and calls that mean none or two of them.
__device__ float side(float x) { return x; }
__device__ int side(int x) { return -x; }
__device__ int side(int x, int y) { return x - y; }
__device__ int pair(int a, float b) { return a + (int)b; }
__device__ int pair(float a, int b) { return (int)a + b; }

struct Box {
    int width;
    __device__ Box(int w) : width(w) {}
    __device__ int area() const { return width * width; }
    __device__ void grow(int by) { width += by; }
};

__global__ void good(int *out, float *real, short s, double d)
{
    out[0] = side(1) + side(s) + side(1, 2);
    real[0] = side(1.5f);
    Box box(3);
    box.grow(2);
    out[1] = box.area() + Box(4).area();
}

__global__ void bad(int *out, double d)
{
    out[0] = side(d);                         //~ E0815 several functions called `side` fit this call equally well
    out[1] = pair(1, 2);                      //~ E0815 several functions called `pair`
    out[2] = side(out);                       //~ E0815 no function called `side` takes `int *`
    const Box box(1);
    box.grow(1);                              //~ E0815 no function called `grow`
    Box other;                                //~ E0482 no constructor of `struct Box` takes nothing
    out[3] = other.depth();                   //~ E0307 has no member `depth`
}
