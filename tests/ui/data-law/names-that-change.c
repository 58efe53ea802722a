// Between a kernel and the `copyout`, the name gets another array: what the kernel wrote stays on the device.
#include <stdio.h>

int first[64], second[64];

int main(int argc, char **argv)
{
    int n = 64, *one = argc > 1 ? first : second;
#pragma hicuda global alloc one[0:n-1] copyin
#pragma hicuda kernel counting tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        one[i] = i;
#pragma hicuda kernel_end
    one = argc > 2 ? first : second;
#pragma hicuda global copyout one[*] //~ W1066 `one` may point to an array that is not on the device
#pragma hicuda global free one
    printf("%d %d\n", first[7], second[7]); //~ W1045 the host may read an old `one`
    return 0;
}
