// A mistake in a macro's argument is shown in the argument.
#define TWICE(x) ((x) + (x))
int f(int a)
{
    return TWICE(a + / 2); //~ E0205 expected an expression
}
