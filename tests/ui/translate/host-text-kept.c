//@ emit: cuda cpu
//@ run: cpu
// Everything outside directives stays as it was written.
#include <stdio.h>
#define  TWICE(x)   ((x) + (x))   // spaces and all

int a [16] ;   /* odd   spacing */

int main( void )
{
#pragma hicuda global alloc a[*]
/* between directives */
#pragma hicuda kernel number \
        tblock(1) \
        thread(16)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 16; i++)    // a comment in the kernel
        a[i] = TWICE(i);
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
	printf( "%d\n" , TWICE( a[15] ) ) ;
    return 0 ;
}
