// Line ends are carriage return and line feed throughout.
#define a 1 + \
  2
a
/* comment
over lines */ b
#if a == 3
yes
#endif
"split \
string" // end
#define f(x) \
  [x]
f(1 +\
2)
__LINE__
