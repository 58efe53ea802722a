//@ emit: cuda cpu
//@ run: cpu
// Host code that is C but not C++ gets the casts it needs, and nothing else.
#include <stdio.h>
#include <stdlib.h>

struct list { struct list *next; int value; };

int main(void)
{
    int n = 16;
    int   *a = malloc(n * sizeof *a);    /* the layout stays */
    struct list *head = calloc(1, sizeof(struct list));
#pragma hicuda shape a[n]
#pragma hicuda global alloc a[*]
#pragma hicuda kernel number tblock(1) thread(16)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    head->value = a[15];
    printf("%d\n", head->value);
    free(head);
    free(a);
    return 0;
}
