//@ run: processor
// cuRAND's whole arrays: the numbers are those that an H200 gave, of both kinds of generators, all types, one call after the other.
#include <cstdio>
#include <curand.h>

static const int n = 20000;
static unsigned words[n];
static float uniform[n], normal[n];
static double fine[n];

int main()
{
    unsigned *a;
    float *u, *x;
    double *d;
    cudaMalloc(&a, sizeof words);
    cudaMalloc(&u, sizeof uniform);
    cudaMalloc(&x, sizeof normal);
    cudaMalloc(&d, sizeof fine);
    for (curandRngType_t type : {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_PHILOX4_32_10}) {
        curandGenerator_t generator;
        curandCreateGenerator(&generator, type);
        curandSetPseudoRandomGeneratorSeed(generator, 77ULL);
        curandGenerate(generator, a, n);
        curandGenerateUniform(generator, u, n);
        curandGenerateNormal(generator, x, n, 0, 1);
        curandGenerateUniformDouble(generator, d, n);
        cudaMemcpy(words, a, sizeof words, cudaMemcpyDeviceToHost);
        cudaMemcpy(uniform, u, sizeof uniform, cudaMemcpyDeviceToHost);
        cudaMemcpy(normal, x, sizeof normal, cudaMemcpyDeviceToHost);
        cudaMemcpy(fine, d, sizeof fine, cudaMemcpyDeviceToHost);
        unsigned hash = 0;
        double sum = 0;
        for (int i = 0; i < n; i++) {
            hash = hash * 31 + words[i];
            sum += fine[i] * (i % 97);
        }
        printf("%u %u %u, %u\n", words[0], words[4096], words[n - 1], hash);
        printf("%.7f %.7f %.7f\n", uniform[0], uniform[5000], uniform[n - 1]);
        printf("%.5f %.5f %.5f %.5f\n", normal[0], normal[1], normal[2], normal[n - 1]);
        printf("%.10f %.10f %.10f, %.6f\n", fine[0], fine[2], fine[n - 1], sum);
    }
    return 0;
}
