// A mistake in a macro's text is shown at the call, with the macros it came through.
#define INNER(x) (x + )
#define OUTER(x) INNER(x) * 2
int f(int a)
{
    return OUTER(a); //~ E0205 expected an expression
}
