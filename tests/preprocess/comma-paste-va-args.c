// GNU `, ## __VA_ARGS__`: the comma goes away when there are no variable arguments.
#define e(fmt, ...) fprintf(stderr, fmt, ## __VA_ARGS__)
e("x") e("x", 1) e("x", 1, 2) e("x",)
#define only(...) f(0, ## __VA_ARGS__)
only() only(1) only(1, 2)
#define empty
e("y", empty)
e("y", empty, empty)
#define nested(a, ...) e(a, ## __VA_ARGS__)
nested("p") nested("q", 7) nested("r", e("s"), e("t", 8))
#define x expanded
e("z", x) only(x)
#define g(a, ...) [a , ## __VA_ARGS__ ; a]
g() g(1) g(1, 2)
