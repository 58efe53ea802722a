// How `defines` is written.
void f(float a[64])
{
#pragma hicuda kernel k defines //~ E0404 expected a value in parentheses after `defines`
#pragma hicuda kernel l defines(a) defines(a) //~ E0403 `defines` is given twice
#pragma hicuda kernel m define(a) //~ E0402 `define` is not a clause of `kernel`
}
