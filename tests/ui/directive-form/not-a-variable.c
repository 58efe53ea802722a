// A function has no memory to copy.
enum { N = 8 };
void f(float a[8])
{
#pragma hicuda global alloc a[0:7] copyin
#pragma hicuda global free f //~ E0466 a directive names something that is not a variable
#pragma hicuda constant copyin N //~ E0466 a directive names something that is not a variable
}
