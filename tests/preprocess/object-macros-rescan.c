// Object-like macros are expanded again until nothing is left to expand.
#define ONE TWO
#define TWO THREE
#define THREE 3
ONE TWO THREE
#undef THREE
ONE
#define THREE three ONE
ONE TWO THREE
#define EMPTY
[EMPTY] [EMPTY EMPTY]
#define PAREN (1
PAREN )
#define NOTCALL (x) x
NOTCALL (5)
#define sum a + \
            b + \
            c
int s = sum;
