// The parenthesis that completes a call may come from after the expansion.
#define f(a) a * g
#define g(a) f(a)
f(2)(9)
f(2)(9)(3)
g(2)(9)(3)(4)
#define k(x) x + l
#define l(y) y - k
k(1)(2)(3)(4)
#define start k(
start 7) (8)
#define tail m(1) n
#define n(x) {x}
tail(2)
tail
(3)
tail /* between */ (4)
