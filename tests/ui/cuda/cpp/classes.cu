//@ run: cpu
// A class that owns device memory and launches; a base class, virtual functions, exceptions.
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

namespace device {
__device__ float bias = 1.0f;

__global__ void scale(float *a, float by, size_t n)
{
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = a[i] * by + bias;
}
}

class Buffer {
public:
    explicit Buffer(size_t n) : n(n)
    {
        if (cudaMalloc(&data, n * sizeof(float)) != cudaSuccess)
            throw std::runtime_error("no memory");
        cudaMemset(data, 0, n * sizeof(float));
    }
    Buffer(const Buffer &) = delete;
    virtual ~Buffer() { cudaFree(data); }
    virtual std::string name() const { return "plain"; }
    void scale(float by) { device::scale<<<(n + 127) / 128, 128>>>(data, by, n); }
    float operator[](size_t i) const
    {
        if (i >= n)
            throw std::out_of_range("element " + std::to_string(i));
        float value;
        cudaMemcpy(&value, data + i, sizeof value, cudaMemcpyDeviceToHost);
        return value;
    }

protected:
    float *data = nullptr;
    size_t n;
};

class Ones : public Buffer {
public:
    explicit Ones(size_t n) : Buffer(n) { scale(1); }
    std::string name() const override { return "ones"; }
};

int main()
{
    std::unique_ptr<Buffer> buffer = std::make_unique<Ones>(300);
    buffer->scale(4);
    const float bias = 0.25f;
    cudaMemcpyToSymbol(device::bias, &bias, sizeof bias);
    buffer->scale(2);
    std::cout << buffer->name() << " " << (*buffer)[299] << "\n";
    try {
        std::cout << (*buffer)[300] << "\n";
    } catch (const std::exception &e) {
        std::cout << e.what() << "\n";
    }
}
