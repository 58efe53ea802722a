// __COUNTER__ counts every expansion once, also in #if and across headers.
__COUNTER__ __COUNTER__
#define next __COUNTER__
next next
#define twice(x) x x
twice(__COUNTER__)
#define str(x) #x
str(__COUNTER__)
#define cat_(a, b) a ## b
#define cat(a, b) cat_(a, b)
int cat(unique_, __COUNTER__), cat(unique_, __COUNTER__);
#if __COUNTER__ == 7
counted_in_if
#endif
__COUNTER__
