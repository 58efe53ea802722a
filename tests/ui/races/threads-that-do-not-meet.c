// Elements of their own, however they are written: nothing is said.
//@ check
struct body { float x, v; };

void rows(int h, int w, float *p, float *q, struct body *s, int n)
{
#pragma hicuda shape p[h*w] q[3*h*w] s[n]
#pragma hicuda global alloc p[*] copyin
#pragma hicuda global alloc q[*] copyin
#pragma hicuda global alloc s[*] copyin
#pragma hicuda kernel linear tblock(8, 8) thread(16, 16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < h; i++) {
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < w; j++) {
            p[i * w + j] *= 2;
            for (int c = 0; c < 3; c++)
                q[3 * (i * w + j) + c] += p[i * w + j];
        }
    }
#pragma hicuda kernel_end
#pragma hicuda kernel even_and_odd tblock(8) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < w; i += 2)
        p[i] = p[i - 1];
#pragma hicuda kernel_end
#pragma hicuda kernel forces tblock((n + 63) / 64) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s[i].v += s[j].x - s[i].x;
#pragma hicuda kernel_end
#pragma hicuda kernel red tblock(8) thread(64)
#pragma hicuda loop_partition over_tblock
    for (int i = 1; i < 63; i++) {
#pragma hicuda loop_partition over_thread
        for (int j = 1; j < 63; j++)
            if ((i + j) % 2 == 0)
                p[i * 64 + j] = p[i * 64 + j - 1] + p[i * 64 + j + 1] + p[(i - 1) * 64 + j];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout p[*]
#pragma hicuda global copyout q[*]
#pragma hicuda global copyout s[*]
#pragma hicuda global free p q s
}
