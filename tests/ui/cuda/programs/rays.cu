//@ run: cpu
// Rays and balls: a class with constructors, member functions and operators, in
// kernels and on the host, and streams for what is printed.
#include <cmath>
#include <iomanip>
#include <iostream>

class Vec {
public:
    __host__ __device__ Vec() {}
    __host__ __device__ explicit Vec(float s) : x(s), y(s), z(s) {}
    __host__ __device__ Vec(float a, float b, float c) : x(a), y(b), z(c) {}

    __host__ __device__ float dot(const Vec &o) const { return x * o.x + y * o.y + z * o.z; }
    __host__ __device__ float length() const { return sqrtf(dot(*this)); }
    __host__ __device__ Vec operator-() const { return Vec(-x, -y, -z); }
    __host__ __device__ Vec &operator+=(const Vec &o)
    {
        x += o.x;
        y += o.y;
        z += o.z;
        return *this;
    }
    __host__ __device__ float &operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
    __host__ __device__ float operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
    __host__ __device__ bool operator==(const Vec &o) const { return x == o.x && y == o.y && z == o.z; }

    float x, y, z;
};

inline __host__ __device__ Vec operator+(const Vec &a, const Vec &b) { return Vec(a.x + b.x, a.y + b.y, a.z + b.z); }
inline __host__ __device__ Vec operator-(const Vec &a, const Vec &b) { return Vec(a.x - b.x, a.y - b.y, a.z - b.z); }
inline __host__ __device__ Vec operator*(float s, const Vec &v) { return Vec(s * v.x, s * v.y, s * v.z); }
inline __host__ __device__ Vec operator*(const Vec &v, float s) { return s * v; }
inline __host__ __device__ Vec unit(const Vec &v) { return (1 / v.length()) * v; }

struct Ray {
    Vec from, along;
    __device__ Ray(const Vec &f, const Vec &a) : from(f), along(unit(a)) {}
    __device__ Vec at(float t) const { return from + t * along; }
};

struct Ball {
    Vec centre;
    float radius;
    // Where the ray meets it, or a negative number.
    __device__ float met(const Ray &r) const
    {
        Vec o = r.from - centre;
        float b = o.dot(r.along), c = o.dot(o) - radius * radius;
        float d = b * b - c;
        return d < 0 ? -1 : -b - sqrtf(d);
    }
};

__constant__ Ball balls[2];

__device__ Vec shade(const Ray &ray)
{
    const Vec light = unit(Vec(1, 1, 1));
    for (int i = 0; i < 2; i++) {
        float t = balls[i].met(ray);
        if (t > 0) {
            Vec normal = unit(ray.at(t) - balls[i].centre);
            return fmaxf(0.0f, normal.dot(light)) * Vec(1) + Vec(0.1f);
        }
    }
    return 0.5f * (ray.along[1] + 1) * Vec(0.5f, 0.7f, 1.0f);
}

__global__ void render(Vec *image, int width, int height)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= width || j >= height)
        return;
    Vec corner(-2, -1, -1);
    Ray ray(Vec(0), corner + 4.0f * i / width * Vec(1, 0, 0) + Vec(0, 1, 0) * (2.0f * j / height));
    image[j * width + i] = shade(ray);
}

int main()
{
    const int width = 40, height = 20;
    Ball host[2];
    host[0].centre = Vec(0, 0, -1);
    host[0].radius = 0.5f;
    host[1].centre = Vec(1, 0, -1.5f);
    host[1].radius = 0.5f;
    cudaMemcpyToSymbol(balls, host, sizeof(host));
    Vec *image;
    if (cudaMallocManaged(&image, width * height * sizeof(Vec)) != cudaSuccess) {
        std::cerr << "no memory" << std::endl;
        return 1;
    }
    dim3 block(8, 8), grid((width + 7) / 8, (height + 7) / 8);
    render<<<grid, block>>>(image, width, height);
    cudaDeviceSynchronize();

    Vec sum(0);
    for (int i = 0; i < width * height; i++)
        sum += image[i];
    sum[2] = -(-sum).z;
    std::cout << width << " x " << height << ", sum " << std::fixed << std::setprecision(1) << sum.x << ' ' << sum.y
              << ' ' << sum.z << ", " << std::setw(6) << (sum == sum) << '\n';
    cudaFree(image);
    return 0;
}
