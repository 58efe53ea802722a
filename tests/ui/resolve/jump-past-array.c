// A jump must not enter the scope of an array whose length is not constant
// behind its declaration; leaving it, and jumping inside it, is fine.
int jumps(int n)
{
    goto inside; //~ E0328 this jumps past a declaration
    {
        int a[n];
    inside:
        a[0] = 1;
    }
    switch (n) {
        int b[n];
    case 1:      //~ E0328 the `switch` jumps past a declaration
        b[0] = 1;
    }
    {
        int (*p)[n];
    pointer:
        p = 0;
    }
    if (n > 7)
        goto pointer; //~ E0328 this jumps past a declaration
    {
        typedef int row[n];
        row c;
    again:
        c[0] = n;
        if (n-- > 3)
            goto again;
        switch (n) {
        default:
            goto out;
        }
    }
out:
    return n;
}
