//@ run: cpu
//@ emit: cuda
//@ fix: diff
// What old C made up is a warning in the GNU modes; the program is that of gcc.
static count;                           //~ W1181 this declaration has no type

int main(void)
{
    int a[64], last;
    for (int i = 0; i < 64; i++)
        a[i] = i;
    scale(a, 3);                        //~ W1180 the function `scale` is not declared before this call
    last = largest(a);                  //~ W1180 the function `largest` is not declared before this call
    printf("%d %d\n", last, count);     //~ W1180 the function `printf` is not declared before this call
    return 0;
}

void scale(int a[64], int factor)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        a[i] = abs(-a[i] * factor);     //~ W1180 the function `abs` is not declared before this call
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    count++;
}

largest(int a[64])                      //~ W1181 this declaration has no type
{
    printf("%d\n", a[1]);
    return a[63];
}
