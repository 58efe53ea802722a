// What C takes, some of it with a warning, and C++ does not.
void nothing(int x)
{
    return x; //~ E0945 a value is returned from a function that returns nothing
}

int main(void)
{
    int new = 3; //~ E0945 `new` is a word of C++, and no name in a CUDA file
    const int n; //~ E0945 the constant `n` has no value
    int t[2] = {1, 2, 3}; //~ E0945 `int[2]` has no room for this value
    return t == new; //~ E0945 a pointer is compared with an integer
}
