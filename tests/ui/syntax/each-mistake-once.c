// Every mistake is reported once, where it is, and what follows is still read.
struct point {
    int x //~ E0202 expected `;` after member declaration
    int y;
};

int f(int a, , int b) //~ E0201 expected a parameter declaration
{
    foo_t t; //~ E0206 unknown type name `foo_t`
    foo_t *u = 0;
    for (int i = 0 i < a; i++) { //~ E0201 expected `;` after the first part of `for`
        a = (a + b; //~ E0203 expected `)`
    }
    if (a) int c = 1; //~ E0210 without braces
    retrun a; //~ E0206 unknown type name `retrun`
    else b = 2; //~ E0213 belongs to no `if`
    long float z; //~ E0207 `long float` is not a type
    return a +; //~ E0205 expected an expression
}
