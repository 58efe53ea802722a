// With the directives removed, `if` governs the next statement: a directive
// there needs braces around both.
void f(int c, float *a)
{
    if (c)
#pragma hicuda barrier //~ E0407 needs braces here
        a[0] = 1;
#pragma hicuda loop_partition over_thread //~ E0406 must stand directly above a `for` loop
    a[1] = 2;
#pragma hicuda atomic //~ E0409 must stand directly above a statement
}
#pragma hicuda barrier //~ E0408 cannot stand outside a function
