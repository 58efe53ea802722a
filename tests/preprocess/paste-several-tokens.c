// With several tokens on a side, only the two next to ## are joined.
#define cat(a, b) a ## b
cat(a b, c d)
cat(x + y, z * w)
cat(f(1) x, _t)
cat((a) b, c(d))
#define var(n, t) t var_##n = init_##n ## _value
var(3, int);
#define chain(a, b, c, d) a##b##c##d
chain(1, x, 2, y) chain(a b, c d, e f, g h)
#define member(s, m) s.m ## _field
member(obj, len)
