// What `vector` cannot be carried out for.
#define N 128

struct pair { float x, y; };

static float a[N], y[N], odd[N][31];
static struct pair pairs[N];

void no_runs(void)
{
#pragma hicuda kernel k_no_runs tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread jam(8) vector(a) //~ E0686 `a` cannot be read several elements at a time
    for (int i = 0; i < N; i++)
        y[i] = a[i];
#pragma hicuda kernel_end
}

void other_steps(void)
{
#pragma hicuda kernel k_other_steps tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread jam(4:4) vector(a) //~ E0686
    for (int i = 0; i < N; i += 2)
        y[i] = a[i];
#pragma hicuda kernel_end
}

void not_neighbours(void)
{
#pragma hicuda kernel k_not_neighbours tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread jam(4:4) vector(a) //~ E0686
    for (int i = 0; i < N / 2; i++)
        y[i] = a[2 * i];
#pragma hicuda kernel_end
}

void rows(void)
{
#pragma hicuda kernel k_rows tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread jam(4:4) vector(odd) //~ E0686
    for (int i = 0; i < 31; i++)
        y[i] = odd[3][i];
#pragma hicuda kernel_end
}

void written(void)
{
#pragma hicuda kernel k_written tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread jam(4:4) vector(y) //~ E0686
    for (int i = 0; i < N; i++)
        y[i] = a[i] + y[i];
#pragma hicuda kernel_end
}

void short_runs(void)
{
#pragma hicuda kernel k_short_runs tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread jam(3:3) vector(a) //~ E0686
    for (int i = 0; i < N; i++)
        y[i] = a[i];
#pragma hicuda kernel_end
}

void structs(void)
{
#pragma hicuda kernel k_structs tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread jam(4:4) vector(pairs) //~ E0686
    for (int i = 0; i < N; i++)
        y[i] = pairs[i].x;
#pragma hicuda kernel_end
}

void of_callers(const float *p)
{
#pragma hicuda kernel k_of_callers tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread jam(4:4) vector(p) //~ E0686
    for (int i = 0; i < N; i++)
        y[i] = p[i];
#pragma hicuda kernel_end
}

void not_there(float scale)
{
#pragma hicuda kernel k_not_there tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread jam(4:4) vector(scale, odd) //~ E0686
//~^ E0686
    for (int i = 0; i < N; i++)
        y[i] = scale;
#pragma hicuda kernel_end
}

int main(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc y[*] copyin
#pragma hicuda global alloc odd[*][*] copyin
#pragma hicuda global alloc pairs[*] copyin
    no_runs();
    other_steps();
    not_neighbours();
    rows();
    written();
    short_runs();
    structs();
    of_callers(a);
    not_there(1);
#pragma hicuda global copyout y[*]
#pragma hicuda global free a y odd pairs
    return 0;
}
