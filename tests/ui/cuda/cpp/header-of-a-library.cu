// What is wrong in host code is the C++ compiler's to say, at the user's line.
#include <chrono>
#include <no_such_library.h> //~ E0931 header `no_such_library.h` not found
int main() { return 0; }
