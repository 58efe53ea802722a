// A function that begins at the margin ends all open blocks: the message is
// about the brace that is missing, and the rest of the file is still read.
int f(int a)
{
    if (a) {
        a = 1;
    return a;
}

int g(int a) //~ E0203 expected `}`
{
    return a
} //~^ E0202 expected `;` after `return`
