// What a pair of a value and its place cannot be.
int a[64][64], b[64], where[64];
float f[64];
double g[64];

void stray(int n)
{
    int d = 99, k = -1;
#pragma hicuda global alloc b[*] copyin
#pragma hicuda global alloc where[*] copyin
#pragma hicuda kernel strays tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread reduction(min: d at k)
    for (int i = 0; i < 64; i++) {
        if (b[i] < d) {
            d = b[i];
            k = i;
        }
        where[i] = k;                           //~ E0660 together with its place
    }
#pragma hicuda kernel_end
#pragma hicuda kernel other tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread reduction(max: d at k)
    for (int i = 0; i < 64; i++)
        if (b[i] < d) {                         //~ E0660 the `max` of `d`
            d = b[i];
            k = i;
        }
#pragma hicuda kernel_end
#pragma hicuda kernel looked_up tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread reduction(min: d at k)
    for (int i = 0; i < 64; i++)
        if (b[i] < d) {
            d = b[i];
            k = where[i];                       //~ E0671 which of two equal values
        }
#pragma hicuda kernel_end
#pragma hicuda kernel descends tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread reduction(min: d at k)
    for (int i = 0; i < n; i++)
        if (b[i] < d) {
            d = b[i];
            k = n - i;                          //~ E0671 which of two equal values
        }
#pragma hicuda kernel_end
#pragma hicuda kernel rounds tblock(4) thread(16)
    for (int round = 0; round < 3; round++) {   //~ E0671 which of two equal values
#pragma hicuda loop_partition over_tblock over_thread reduction(min: d at k)
        for (int i = 0; i < 64; i++)
            if (b[i] - round < d) {
                d = b[i] - round;
                k = i;
            }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout where[*]
#pragma hicuda global free b where
    where[0] = d + k;
}

int nests(int n, int rows)
{
    int d = 99, k = -1, m = 0, at = 0;
    short narrow = 0;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda kernel column tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread reduction(min: d at k)
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            if (a[i][j] < d) {
                d = a[i][j];
                k = j;                          //~ E0671 which of two equal values
            }
#pragma hicuda kernel_end
#pragma hicuda kernel too_long tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread reduction(min: d at k)
    for (int i = 0; i < rows; i++)
        for (int j = 0; j <= n; j++)
            if (a[i][j] < d) {
                d = a[i][j];
                k = i * n + j;                  //~ E0671 which of two equal values
            }
#pragma hicuda kernel_end
#pragma hicuda kernel last tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread reduction(max: m at at)
    for (int i = rows; i < 64; i++)
        if (a[i][0] >= m) {                     //~ E0671 which of two equal values
            m = a[i][0];
            at = i;
        }
#pragma hicuda kernel_end
#pragma hicuda kernel short_place tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread reduction(max: m at narrow) //~ E0662 part of a pair
    for (int i = 0; i < 64; i++)
        if (a[i][0] > m) {
            m = a[i][0];
            narrow = i;
        }
#pragma hicuda kernel_end
#pragma hicuda kernel jammed tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread jam(2) reduction(max: m at at) //~ E0671 which of two equal values
    for (int i = 0; i < 64; i++)
        if (a[i][0] > m) {
            m = a[i][0];
            at = i;
        }
#pragma hicuda kernel_end
#pragma hicuda global free a
    return d + k + m + at + narrow;
}

int rounded(void)
{
    float d = 1e9f;
    int k = 0;
#pragma hicuda global alloc g[*] copyin
#pragma hicuda kernel rounds_up tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread reduction(min: d at k)
    for (int i = 0; i < 64; i++)
        if (g[i] < d) {                         //~ E0660 together with its place
            d = g[i];
            k = i;
        }
#pragma hicuda kernel_end
#pragma hicuda global free g
    return d + k;
}
