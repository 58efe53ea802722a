//@ cflags: -std=gnu2x
// C23 #elifdef and #elifndef.
#define have
#ifdef nope
a
#elifdef have
b
#elifndef have
c
#else
d
#endif
#ifdef nope
a
#elifndef nope
b
#endif
#if 1
e
#elifdef have
f
#endif
