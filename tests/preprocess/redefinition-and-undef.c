// Redefining with the same body is fine; after #undef anything goes.
#define same 1 + 2
#define same 1 + 2
#define same 1   +   2
#define fn(a, b) a b
#define fn(a, b) a b
same fn(1, 2)
#undef same
same
#define same(x) now x
same same(5)
#undef same
#undef same
same(6)
#define obj (x)
obj
#undef obj
#define obj(x) x
obj(7) obj
