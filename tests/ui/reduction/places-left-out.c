//@ fix: diff
// Loops that keep a value and its place are offered the clause that says so, where threads can compare places.
int a[64][64], code[64];

int f(int n)
{
    int d = 99, k = -1, most = 0, at = 0, first = 99, named = 0;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc code[*] copyin
#pragma hicuda kernel k1 tblock(8) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++) {
        if (a[i][0] < d) {
            d = a[i][0];                        //~ E0505 combine values in `d`
            k = i;
        }
        if (first > a[i][2]) {
            first = a[i][2];                    //~ E0505 through `first`
            named = code[i];                    //~ E0504 to `named`
        }
        for (int j = 0; j < 64; j++)
            if (a[i][j] >= most)
                most = a[i][j], at = 64 * i + j; //~ E0505 combine values in `most`
    }
#pragma hicuda kernel_end
#pragma hicuda global free a code
    return d + k + most + at + named;
}
