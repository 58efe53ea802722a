// Library functions of the host, recursion, calls through pointers. A variable of
// the host that a function reads is passed to it.
int rand(void);
double sqrt(double);
int seed;
static int next(int x) { return seed + x; }
static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); } //~ E0519 calls itself
static float twice(float x) { return 2 * x; }
void f(float a[64], float (*g)(float))
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(1) thread(32)
    a[0] = rand();  //~ E0519 `rand` cannot be called in a kernel
    a[1] = next(1);
    a[2] = fact(3);
    a[3] = g(1);    //~ E0519 cannot call through a pointer
    a[4] = twice(sqrt(2));
#pragma hicuda kernel_end
#pragma hicuda global free a
}
