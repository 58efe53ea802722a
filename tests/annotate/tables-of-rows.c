// annotate: --force
// Rows behind pointers: `shape` says how many there are and how long they are, as the program allocates them. Rows that begin
// at 1, rows of one block, rows that a function of the program makes, and a member of a struct.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int units, inputs;
    double **weights;
} Layer;

static float *vector(int n) { return malloc(n * sizeof(float)); }

static float **matrix(int n, int m) {
    float **rows = malloc(n * sizeof *rows);
    if (!rows)
        return NULL;
    for (int i = 0; i < n; i++)
        rows[i] = vector(m);
    return rows;
}

static double **block(int n, int m) {
    double **rows = calloc(n, sizeof *rows);
    rows[0] = calloc((size_t)n * m, sizeof(double));
    for (int i = 1; i < n; i++)
        rows[i] = rows[i - 1] + m;
    return rows;
}

static void blur(float **out, float **in, int h, int w) {
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            float *up = in[y - 1], *row = in[y];
            out[y][x] = (up[x] + row[x - 1] + row[x + 1] + in[y + 1][x]) / 4;
        }
}

static void forward(const Layer *layer, const double *input, double *output) {
    for (int j = 0; j < layer->units; j++) {
        double sum = 0;
        for (int k = 0; k < layer->inputs; k++)
            sum += layer->weights[j][k] * input[k];
        output[j] = 1 / (1 + sum * sum);
    }
}

int main(int argc, char **argv) {
    int h = argc > 1 ? atoi(argv[1]) : 40, w = argc > 2 ? atoi(argv[2]) : 50, n = argc > 3 ? atoi(argv[3]) : 12;
    float **a = matrix(h, w), **b = matrix(h, w);
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            b[i][j] = a[i][j] = (i * 7 + j * 3) % 11;
    for (int t = 0; t < 5; t++) {
        blur(b, a, h, w);
        float **other = a;
        a = b;
        b = other;
    }
    double sum = 0;
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            sum += a[i][j] * (i + j);
    printf("%g\n", sum);

    Layer layer = {h, w, block(h, w)};
    double *input = malloc(w * sizeof *input), *output = malloc(h * sizeof *output);
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            layer.weights[i][j] = (i - j) % 5 * 0.25;
    for (int j = 0; j < w; j++)
        input[j] = j % 3;
    forward(&layer, input, output);
    printf("%g %g %g\n", output[0], output[h / 2], output[h - 1]);

    // Row 0 is none.
    int **c = malloc((n + 1) * sizeof *c);
    for (int i = 1; i <= n; i++)
        c[i] = malloc((n + 1) * sizeof **c);
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++)
            c[i][j] = i * j % 7;
    long all = 0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++)
            all += c[i][j] * (i + 2 * j);
    printf("%ld\n", all);

    // A row is as long as its number says.
    int **triangle = malloc(n * sizeof *triangle);
    for (int i = 0; i < n; i++)
        triangle[i] = malloc((i + 1) * sizeof **triangle);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            triangle[i][j] = i - j;
    all = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            all += triangle[i][j] * (j + 1);
    printf("%ld\n", all);
    return 0;
}
