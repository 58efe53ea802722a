// Each statement has its times in parentheses of their own.
void tuples(int n, double *y)
{
#pragma hicuda schedule(i) //~ E0404 the times of a statement in parentheses
    for (int i = 0; i < n; i++)
        y[i] = 0;
#pragma hicuda schedule((0, [i)) //~ E0404 expected `]`
    for (int i = 0; i < n; i++)
        y[i] = 0;
#pragma hicuda schedule((i) //~ E0404 expected `)`
    for (int i = 0; i < n; i++)
        y[i] = 0;
}
