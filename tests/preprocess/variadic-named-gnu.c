// GNU named variable arguments: `args...` in place of __VA_ARGS__.
#define say(fmt, args...) print(fmt, args)
#define say2(fmt, args...) print(fmt, ##args)
#define all(xs...) {xs}
say("a", 1, 2) say("b",)
say2("c") say2("d", 1) say2("e", 1, 2)
all() all(1) all(1, 2)
#define str(xs...) #xs
str() str(1, 2) str( a , "b" )
