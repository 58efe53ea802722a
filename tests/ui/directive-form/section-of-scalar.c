// Scalars and structs have no dimensions.
struct point { float x, y; };
void f(float x, struct point p)
{
#pragma hicuda constant copyin x[0:0] //~ E0459 a section of something that has no dimensions
#pragma hicuda constant copyin p[*] //~ E0459 a section of something that has no dimensions
#pragma hicuda constant copyin p.x
}
