// A copy of a vector would have to copy its elements; references do not.
#include <vector>
static int size(const std::vector<int> &values) { return (int)values.size(); }
static int total(std::vector<int> values) { return (int)values.size(); }
int main(void)
{
    std::vector<int> a(4), b;
    b = a;            //~ E0211 a copy of `struct vector_int` is not supported
    return size(a) + total(a);  //~ E0211 a copy of `struct vector_int` is not supported
}
