// A builtin of another compiler is worth one warning, as with gcc.
int f(unsigned x)
{
    return __builtin_popcount(x) + __builtin_of_another(x, 1); //~ W1039 taken to return `int`
}

int g(void)
{
    return __builtin_of_another(2, 3);
}
