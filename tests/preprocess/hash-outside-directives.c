// A # that does not begin a line, or that a macro made, is an ordinary token.
#define hash #
hash define nothing 1
nothing
a # b
hash include <nothing>
#define id(x) x
id(#) id(# define)
x #define y 1
#define body(x) x hash x
body(1)
