// What structs of C++ have and C's cannot become is refused by name.
struct Base {
    int x;
};
struct Derived : Base { //~ E0211 C++ base classes are not supported
    int y;
};
struct Owner {
    int *p;
    ~Owner() { p = 0; } //~ E0211 C++ destructors are not supported
    virtual int size() { return 1; } //~ E0211 C++ virtual functions are not supported
    static int count() { return 0; } //~ E0211 C++ static members are not supported
    int later(int n); //~ E0211 C++ member functions without a body are not supported
    int &ref; //~ E0211 C++ references as members are not supported
};
