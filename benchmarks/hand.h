// Memory of the device for the hand-written versions, with every call checked.
#ifndef HAND_H
#define HAND_H

#include <cstdio>
#include <cstdlib>

#define CHECK(call) check((call), __FILE__, __LINE__)

static inline void check(cudaError_t error, const char *file, int line)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "%s:%d: %s\n", file, line, cudaGetErrorString(error));
        exit(1);
    }
}

// An array on the device: given room, perhaps filled, and released with its scope.
template <typename T>
class Device {
public:
    explicit Device(size_t count) : count(count)
    {
        CHECK(cudaMalloc(&memory, count * sizeof(T)));
    }
    Device(const void *from, size_t count) : Device(count)
    {
        CHECK(cudaMemcpy(memory, from, count * sizeof(T), cudaMemcpyHostToDevice));
    }
    Device(const Device &) = delete;
    ~Device()
    {
        CHECK(cudaFree(memory));
    }
    void clear()
    {
        CHECK(cudaMemset(memory, 0, count * sizeof(T)));
    }
    // Waits for the kernels before it, and tells of their errors.
    void copy_to(void *to) const
    {
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(to, memory, count * sizeof(T), cudaMemcpyDeviceToHost));
    }
    operator T *() const
    {
        return memory;
    }

private:
    T *memory;
    size_t count;
};

#endif
