// Deep copies are not made silently.
struct node { float value; struct node *next; };
struct node nodes[8];
float *rows[8];
void f(void)
{
#pragma hicuda global alloc nodes[*] copyin //~ E0521 hold pointers
#pragma hicuda global alloc rows[*] copyin //~ E0521 hold pointers
}
