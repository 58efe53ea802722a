// annotate: --force
// A grid whose size is in an array, values that a function puts into an array of its caller, scalars between the loops.
#include <stdio.h>

static double ce[3][5], u[5][65][65][65];
static int grid_points[3];

static void exact_solution(double xi, double eta, double zeta, double dtemp[5])
{
    for (int m = 0; m < 5; m++)
        dtemp[m] = ce[0][m] + xi * ce[1][m] + eta * zeta * ce[2][m];
}

int main(void)
{
    int i, j, k, m;
    double xi, eta, zeta, u_exact[5], s = 0;
    grid_points[0] = grid_points[1] = grid_points[2] = 64;
    for (m = 0; m < 5; m++)
        ce[0][m] = ce[1][m] = ce[2][m] = m + 1;
    for (i = 0; i <= grid_points[0] - 1; i++) {
        xi = (double)i * 0.1;
        for (j = 0; j <= grid_points[1] - 1; j++) {
            eta = (double)j * 0.2;
            for (k = 0; k <= grid_points[2] - 1; k++) {
                zeta = (double)k * 0.3;
                exact_solution(xi, eta, zeta, u_exact);
                for (m = 0; m < 5; m++)
                    u[m][i][j][k] = u_exact[m];
            }
        }
    }
    for (i = 0; i < 64; i++)
        s += u[i % 5][i][63 - i][i];
    printf("%g\n", s);
    return 0;
}
