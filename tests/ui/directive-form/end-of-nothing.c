// Ends without a beginning.
void f(float *sum)
{
    *sum = 0;
#pragma hicuda singular_end //~ E0451 `singular_end` ends no `singular`
#pragma hicuda kernel_end //~ E0451 `kernel_end` ends no `kernel`
}
