//@ run: cpu
// Without another header than these, too: whatever C++ has is C++'s.
#include <iostream>
#include <vector>
struct Base {
    int x = 3;
    virtual int size() const { return x; }
    virtual ~Base() {}
};
struct Derived : Base {
    static int made;
    Derived() { made++; }
    int size() const override { return 2 * x; }
};
int Derived::made = 0;
static int total(std::vector<int> values) { values.push_back(1); return (int)values.size(); }
int main()
{
    std::vector<int> a(4), b;
    b = a;
    Derived derived;
    const Base &base = derived;
    std::cout << total(a) << " " << b.size() << " " << base.size() << " " << Derived::made << "\n";
}
