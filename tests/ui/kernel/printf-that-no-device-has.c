// What `printf` can do in a kernel, and what not.
#include <stdio.h>

int a[64];

int main(void)
{
#pragma hicuda global alloc a[*]
#pragma hicuda kernel one tblock(2) thread(32)
    printf("once?\n"); //~ E0519 every thread would print it
#pragma hicuda loop_partition over_tblock over_thread independent
    for (int i = 0; i < 64; i++) {
        a[i] = printf("%d\n", i); //~ E0519 its value is used
        char name[2] = { 'a' + i % 26 };
        printf("%s\n", name); //~ E0519 this text is not written here
        printf("%d%n", i);    //~ E0519 `%n` stores a number on the host
    }
#pragma hicuda kernel_end
#pragma hicuda kernel two tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 2; i++) {
        printf("block %d\n", i); //~ E0519 every thread would print it
#pragma hicuda singular
        printf("block %d\n", i);
#pragma hicuda singular_end
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 32; j++)
            a[32 * i + j] = j;
    }
#pragma hicuda kernel_end
#pragma hicuda kernel three tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        if (a[i] == 5)
            printf("5 at %d, 100%% sure\n", i); //~ W1065 threads print this in another order
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    return a[0];
}
