//@ run: cpu sim
// `__LINE__` and `__FILE__` are those of this file, before, in and behind kernels, and those that a `#line` of the
// user's own makes of it: whatever a translation puts in between, the compiler is told.
#include <stdio.h>

#define HERE() \
    printf("line %d\n", __LINE__)

static int sum(int first,
               int second)
{
    return first +
           second;
}

int main(void)
{
    int lines[64], at = 0;
    HERE();
#pragma hicuda global alloc lines[*]
#pragma hicuda kernel fill \
    tblock(2) \
    thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        lines[i] = i * 100 +
                   __LINE__;
#pragma hicuda kernel_end
#pragma hicuda global copyout lines[*]
    at = sum(1,
             __LINE__); HERE();
#pragma hicuda global free lines

    // A comment, and
    /* another
       one; */
    printf("%d %d %d\n", lines[0], lines[63],
           sum(at,
               __LINE__));
#line 500 "grammar.y"
    printf("%s:%d\n", __FILE__, __LINE__);
#pragma hicuda global alloc lines[*] copyin
#pragma hicuda kernel again tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) lines[i] += __LINE__;
#pragma hicuda kernel_end
#pragma hicuda global copyout lines[*]
#pragma hicuda global free lines
    printf("%s:%d %d\n", __FILE__, __LINE__, lines[1]);
    return 0;
}
