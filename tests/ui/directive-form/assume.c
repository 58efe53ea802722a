// What `assume` takes: conditions.
struct pair {
    int x, y;
};

void f(int n, struct pair pair)
{
#pragma hicuda assume(pair) //~ E0310 `assume` needs a number or a pointer
#pragma hicuda assume(m > 0) //~ E0301 `m` is not declared
    (void)n;
}
