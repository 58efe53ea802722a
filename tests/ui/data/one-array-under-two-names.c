// Calls that pass one array for two parameters, where that changes what kernels do.
float table[100];

static void shift(const float *x, float *y, int n)
{
#pragma hicuda kernel k1 tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < n; i++)
        y[i] = x[i - 1]; //~ E0730 threads collide where `y` and `x` are one array
#pragma hicuda kernel_end
}

static void via(float *p, float *q, int n) { shift(p, q, n); }

static void from_table(float *x, int n)
{
#pragma hicuda kernel k2 tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n - 1; i++)
        x[i] = table[i + 1]; //~ E0730 threads collide where `x` and `table` are one array
#pragma hicuda kernel_end
}

static void later(const float *x, float *y, int n, int all)
{
#pragma hicuda kernel k3 tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        //~v W1085 cannot tell how much of `y`
        y[i] = x[i]; //~ W1060 `y` and `x` may overlap, and threads may collide there
        //~^ W1104 cannot tell whether this access to `x` stays
#pragma hicuda kernel_end
}

static void own(const float *x, float *y, int n)
{
#pragma hicuda global alloc x[0:n-1] copyin
#pragma hicuda global alloc y[0:n-1] copyin //~ E0731 `x` and `y` are one array, with two device copies
#pragma hicuda kernel k4 tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < n; i++)
        y[i] += x[i - 1];
#pragma hicuda kernel_end
#pragma hicuda global copyout y[0:n-1]
#pragma hicuda global free x y
}

static void staged(const float *x, float *y)
{
#pragma hicuda kernel k5 tblock(4) thread(16) //~ E0730 `y` and `x` are one array in a call, and the kernel needs two
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
#pragma hicuda shared alloc x[i] copyin
        y[i] = 2 * x[i];
#pragma hicuda shared remove x
    }
#pragma hicuda kernel_end
}

int main(int argc, char **argv)
{
    float a[100], b[100] = { 0 }, *p = b, *q = b + 1;
    int n = 100, m = 50, k = argc;
    for (int i = 0; i < n; i++)
        a[i] = table[i] = i;
#pragma hicuda global alloc a[0:n-1] copyin
#pragma hicuda global alloc table[*] copyin
    via(a, a, n);
    from_table(table, n);
    later(a, a + k, m, n);
    staged(a, a);
#pragma hicuda global copyout a[0:n-1]
#pragma hicuda global copyout table[*]
#pragma hicuda global free a table
    own(b, b, n);
#pragma hicuda global alloc p[0:m-1] copyin
#pragma hicuda global alloc q[0:m-1] copyin //~ E0731 `p` and `q` are one array, with two device copies
#pragma hicuda kernel k6 tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < m; i++)
        q[i] = p[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout q[0:m-1]
#pragma hicuda global free p q
    return a[3] > b[3];
}
