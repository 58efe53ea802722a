//@ cflags: -std=c11
// In a strict mode `, ## __VA_ARGS__` keeps its comma when the macro has no named parameter.
#define e(fmt, ...) f(fmt, ## __VA_ARGS__)
e("x", 1)
e("x",)
#define only(...) f(0, ## __VA_ARGS__)
only() only(1)
linux unix
__STRICT_ANSI__
