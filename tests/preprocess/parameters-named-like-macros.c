// A parameter hides a macro of its name; a body may name macros defined later or keywords.
#define x macro_x
#define f(x, y) x y later
f(1, 2)
#define later came_later
f(x, y)
#define g(int, if) int if
g(3, 4)
#define __VA__ 5
#define h(__VA__) __VA__
h(6)
#define while(c) for (; c; )
while (1) { }
#define return return 0 +
return 1;
