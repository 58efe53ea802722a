// Words and pieces of directives that are wrong, and what is offered instead.
void f(int n, float A[8], float s)
{
#pragma hicuda kernel tblock(4) //~ E0404 expected the kernel's name
#pragma hicuda kernel k tblok(4) //~ E0402 `tblok` is not a clause
#pragma hicuda kernel k nowait nowait //~ E0403 given twice
#pragma hicuda kernel k thread //~ E0404 expected a value in parentheses
#pragma hicuda loop_partition over_tblock(cyclic) //~ E0402 not a distribution
#pragma hicuda global alloc A[] //~ E0404 expected a range
#pragma hicuda global alocate A[*] //~ E0401 not a `global` directive
#pragma hicuda global free A, s //~ E0405 complete here
#pragma hicuda loop_partition over_thread reduction(-: s) //~ E0404 expected a reduction operator
#pragma hicuda shape A //~ E0404 expected the dimensions
}
