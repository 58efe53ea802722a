// Ways into a region other than its beginning.
void f(int n, float a[8])
{
    if (n == 0)
        goto inside; //~ E0455 this `goto` jumps into a `singular` region
    switch (n) {
    default:;
#pragma hicuda singular
        a[0] = 1;
    inside:
        a[1] = 1;
    case 2: //~ E0455 `case` jumps into a `singular` region
        a[2] = 1;
#pragma hicuda singular_end
    }
}
