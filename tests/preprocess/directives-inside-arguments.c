// gcc obeys directives that stand among a call's arguments.
#define f(x, y) [x | y]
f(1,
#define inside 2
inside)
f(
#if 1
a
#else
b
#endif
,
#undef inside
inside)
