// Small integers that cancel each other, so that every order of addition gives
// the same sum in either type.
#include "../harness.h"
#include "sum.h"

int main(void)
{
    SUM_TYPE *a = room(SUM_LENGTH, sizeof *a);
    unsigned seed = 5;
    double expected = 0;

    for (int i = 0; i < SUM_LENGTH; i++) {
        int value = (int)uniform(&seed, 0, 8);
        a[i] = (SUM_TYPE)(i % 2 ? value - 4 : 4 - value);
        expected += a[i];
    }
    struct error e = { 0 };
    compare(&e, expected, sum(a));
    return verdict("sum", e, 0);
}
