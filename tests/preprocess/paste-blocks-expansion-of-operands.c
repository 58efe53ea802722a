// Operands of ## are not expanded; the same parameter elsewhere is.
#define A apple
#define B banana
#define AB both
#define mix(x, y) x ## y x y #x #y
mix(A, B)
#define A_ not_used
#define obj A ## B
obj
#define obj2 A ## _ B
obj2
#define vopt(x, ...) x##__VA_ARGS__ | __VA_ARGS__
vopt(A, B)
vopt(A, B, A)
vopt(A)
