// A singular region whose end is missing.
void f(float *sum)
{
#pragma hicuda singular //~ E0450 `singular` region has no `singular_end`
    *sum = 0;
}
