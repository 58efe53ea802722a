// What is not read of one kernel is said, and the others are analysed.
#include <chrono>
#include <vector>

struct base {
    int x;
};
struct pair : virtual base { //~ R2210 virtual base classes
    int y;
};

__global__ void unread(pair *p) { p->x = p->y; }

__global__ void strided(int *a)
{
    a[32 * threadIdx.x] = 1; //~ R2130 far from each other
}

int main()
{
    std::vector<int> values;
    unread<<<1, 1>>>(nullptr);
    strided<<<1, 32>>>(nullptr);
}
