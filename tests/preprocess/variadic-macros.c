// Variable arguments: empty, one, many, and with named parameters before them.
#define all(...) <__VA_ARGS__>
#define first(a, ...) a
#define rest(a, ...) [__VA_ARGS__]
#define log(fmt, ...) printf(fmt, __VA_ARGS__)
all() all(1) all(1, 2) all(,) all(, ,) all((a, b), c)
first(1) first(1,) first(1, 2, 3) first()
rest(1) rest(1,) rest(1, 2, 3) rest(,)
log("%d", 1) log("%d %d", 1, 2) log("x",)
#define count(...) count_(__VA_ARGS__, 5, 4, 3, 2, 1, 0)
#define count_(a, b, c, d, e, n, ...) n
count(a) count(a, b) count(a, b, c) count(a, b, c, d, e)
#define show(...) #__VA_ARGS__, __VA_ARGS__
show(1 + 1, f(x, y), "s")
#define two all(1, 2)
all(two) rest(two, two)
