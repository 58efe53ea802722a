// A macro is not expanded inside its own expansion, directly or through others.
#define loop loop + 1
loop
#define ping pong ping
#define pong ping pong
ping
pong
#define f(x) f(x) + x
f(1)
f(f(1))
f(f(f(2)))
#define g(x) h(x)
#define h(x) g(x) h(x)
g(1)
h(g(2))
#define obj fn(obj)
#define fn(x) x obj x
obj
fn(obj)
fn(fn(1))
