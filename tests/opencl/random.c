#include "host.h"

enum { N = 64, ROUNDS = 100 };

int main(void)
{
    cl_ulong hits[N], all = 0, expected = 0;
    start("random.cl", "");
    cl_mem h = buffer(sizeof hits, NULL);
    cl_kernel k = kernel("darts");
    arguments(k, "mi", h, ROUNDS);
    run(k, N, 16);
    fetch(h, sizeof hits, hits);
    for (unsigned id = 0; id < N; id++) {
        unsigned s[4] = {id + 1, id * 3 + 7, 0x9e3779b9u, id ^ 0xdeadbeefu};
        cl_ulong big = id * 6364136223846793005UL + 1442695040888963407UL;
        for (int i = 0; i < ROUNDS; i++) {
            float u[4];
            for (int c = 0; c < 4; c++) {
                s[c] ^= s[c] << 13;
                s[c] ^= s[c] >> 17;
                s[c] ^= s[c] << 5;
                u[c] = (float)(s[c] >> 8) * (1.0f / 16777216.0f);
            }
            big = big * 6364136223846793005UL + 1442695040888963407UL;
            expected += (u[0] * u[0] + u[1] * u[1] < 1) + (u[2] * u[2] + u[3] * u[3] < 1) + (big >> 63);
        }
        all += hits[id];
    }
    clReleaseMemObject(h);
    clReleaseKernel(k);
    verdict("random", all > expected ? all - expected > 3 : expected - all > 3);
}
