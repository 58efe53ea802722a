// An assumption only asks.
void f(int n)
{
#pragma hicuda assume(n++ < 5) //~ E0527 has a side effect
    (void)n;
}
