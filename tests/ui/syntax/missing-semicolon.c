// The place to repair is the end of the statement, not the next line.
int f(int x)
{
    x = x + 1 //~ E0202 expected `;`
    return x;
}
