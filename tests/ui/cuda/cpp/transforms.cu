//@ run: processor
// Fourier transforms by cuFFT: of lengths that are no power of two, in batches, of reals in place and not, with a
// layout of one's own; each against the sum that defines it.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>
#include <cufftXt.h>

typedef std::complex<double> number;

static std::vector<number> by_definition(const std::vector<number> &in, int n0, int n1, int sign)
{
    std::vector<number> out(in.size());
    for (int u = 0; u < n0; u++)
        for (int v = 0; v < n1; v++)
            for (int x = 0; x < n0; x++)
                for (int y = 0; y < n1; y++)
                    out[u * n1 + v] += in[x * n1 + y] * std::polar(1.0, sign * 2 * M_PI * ((double)u * x / n0 + (double)v * y / n1));
    return out;
}

static const char *judged(double error) { return error < 1e-3 ? "right" : "wrong"; }

__global__ void scale(cufftComplex *a, int n, float by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = make_cuComplex(a[i].x * by, a[i].y * by);
}

int main()
{
    for (int n : {1, 2, 8, 12, 35, 37}) {
        const int batch = 3;
        cufftComplex *a;
        cudaMallocManaged(&a, batch * n * sizeof *a);
        std::vector<number> first(n);
        for (int i = 0; i < batch * n; i++)
            a[i] = make_cuComplex(std::sin(i * 1.3f), i % 5);
        for (int i = 0; i < n; i++)
            first[i] = number(a[n + i].x, a[n + i].y);
        cufftHandle plan;
        cufftPlan1d(&plan, n, CUFFT_C2C, batch);
        cufftExecC2C(plan, a, a, CUFFT_FORWARD);
        cudaDeviceSynchronize();
        const std::vector<number> wanted = by_definition(first, 1, n, -1);
        double forward = 0, back = 0;
        for (int i = 0; i < n; i++)
            forward = std::max(forward, std::abs(wanted[i] - number(a[n + i].x, a[n + i].y)));
        cufftExecC2C(plan, a, a, CUFFT_INVERSE);
        scale<<<1, batch * n>>>(a, batch * n, 1.0f / n);
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++)
            back = std::max(back, std::abs(first[i] - number(a[n + i].x, a[n + i].y)));
        printf("%d: %s and %s\n", n, judged(forward), judged(back));
        cufftDestroy(plan);
        cudaFree(a);
    }

    // Reals of two dimensions: half of the result is there.
    const int rows = 6, columns = 5, half = columns / 2 + 1;
    double *real;
    cufftDoubleComplex *spectrum;
    cudaMallocManaged(&real, rows * columns * sizeof *real);
    cudaMallocManaged(&spectrum, rows * half * sizeof *spectrum);
    std::vector<number> in(rows * columns);
    for (int i = 0; i < rows * columns; i++)
        in[i] = real[i] = std::cos(i * 0.7) + i % 3;
    cufftHandle there, back;
    cufftPlan2d(&there, rows, columns, CUFFT_D2Z);
    cufftPlan2d(&back, rows, columns, CUFFT_Z2D);
    printf("%d\n", cufftExecD2Z(back, real, spectrum) == CUFFT_INVALID_VALUE);
    printf("%d\n", cufftExecD2Z(there, real, spectrum));
    cudaDeviceSynchronize();
    const std::vector<number> wanted = by_definition(in, rows, columns, -1);
    double error = 0;
    for (int x = 0; x < rows; x++)
        for (int y = 0; y < half; y++)
            error = std::max(error, std::abs(wanted[x * columns + y] - number(spectrum[x * half + y].x, spectrum[x * half + y].y)));
    cufftExecZ2D(back, spectrum, real);
    cudaDeviceSynchronize();
    for (int i = 0; i < rows * columns; i++)
        error = std::max(error, std::abs(real[i] / (rows * columns) - in[i]));
    printf("of reals: %s\n", judged(error));

    // In place, rows have room for the result: 8 reals become 5 pairs.
    float *padded;
    cudaMallocManaged(&padded, 2 * 10 * sizeof *padded);
    for (int i = 0; i < 20; i++)
        padded[i] = i % 10 < 8 ? i * i % 7 : 0;
    const float second = padded[13];
    cufftHandle in_place, again;
    cufftPlan1d(&in_place, 8, CUFFT_R2C, 2);
    cufftPlan1d(&again, 8, CUFFT_C2R, 2);
    cufftExecR2C(in_place, padded, (cufftComplex *)padded);
    cufftExecC2R(again, (cufftComplex *)padded, padded);
    cudaDeviceSynchronize();
    printf("in place: %s\n", judged(std::fabs(padded[13] / 8 - second)));

    // Columns of a matrix: neighbours of a line are four apart.
    cufftComplex *matrix;
    cudaMallocManaged(&matrix, 6 * 4 * sizeof *matrix);
    std::vector<number> column(6);
    for (int i = 0; i < 24; i++)
        matrix[i] = make_cuComplex(i * i % 11, i % 4);
    for (int i = 0; i < 6; i++)
        column[i] = number(matrix[4 * i + 2].x, matrix[4 * i + 2].y);
    long long n[] = {6}, embed[] = {6};
    size_t work;
    cufftHandle of_columns;
    cufftCreate(&of_columns);
    cufftXtMakePlanMany(of_columns, 1, n, embed, 4, 1, CUDA_C_32F, embed, 4, 1, CUDA_C_32F, 4, &work, CUDA_C_32F);
    cufftXtExec(of_columns, matrix, matrix, CUFFT_FORWARD);
    cudaDeviceSynchronize();
    error = 0;
    for (int i = 0; i < 6; i++)
        error = std::max(error, std::abs(by_definition(column, 1, 6, -1)[i] - number(matrix[4 * i + 2].x, matrix[4 * i + 2].y)));
    printf("of columns: %s\n", judged(error));
    return 0;
}
