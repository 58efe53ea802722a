// Rows of a sparse matrix: one sum per row.
float a[256], b[256], v[1024];
int x[1024], rows[256];
void f(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda global alloc v[*] copyin
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc rows[*] copyin
#pragma hicuda kernel k tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 255; i++) {
        float s = 0;
        for (int e = rows[i]; e < rows[i + 1]; e++)
            s += v[e] * b[x[e]];
        a[i] = s;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a b v x rows
}
