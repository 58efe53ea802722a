// `sqrt` of a `float` is a `double` computation: the remark names `sqrtf`. What is
// meant to be `double` is left alone.
#include <math.h>
void roots(float a[64], double b[64])
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel k tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 64; i++) {
        a[i] = sqrt(a[i]); //~ R2041 `sqrt` of a `float`
        b[i] = sqrt(b[i]);
        a[i] = sqrtf(a[i]);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
}
