//@ emit: cuda cpu
//@ run: cpu
// Everything outside directives stays as it was written.
#include <stdio.h>
#define  TWICE(x)   ((x) + (x))   // spaces and all

int a [16] ;   /* odd   spacing */

#include <stdlib.h>
#include <string.h>

// Device memory on a machine without a device: memory of its own. What was
// never copied in is filled with a pattern, so that a forgotten copy shows.
static void *hicuda_alloc(size_t bytes, const char *directive)
{
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) {
        fprintf(stderr, "%s: out of memory (%zu bytes)\n", directive, bytes);
        exit(EXIT_FAILURE);
    }
    return memset(memory, 0xff, bytes);
}

// host-text-kept.c:13: kernel number
static void number(int *restrict a)
{
    for (int i = 0; i < 16; i++)
        a[i] = i + i;
}

int main( void )
{
int *d_a = hicuda_alloc(sizeof a, "host-text-kept.c:11: global alloc a[*]");
/* between directives */
    number(d_a);
	memcpy(a, d_a, sizeof a);
	free(d_a);
	printf( "%d\n" , TWICE( a[15] ) ) ;
    return 0 ;
}
