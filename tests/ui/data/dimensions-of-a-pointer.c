// A pointer has as many dimensions as its shape, and [*] needs a size.
void f(float *p, float *q)
{
#pragma hicuda global alloc p[*] copyin //~ E0526 dimensions of `p` are not known
#pragma hicuda global alloc q[0:7][0:7] copyin //~ E0526 dimensions of `q` are not known
}
