//@ coalesce: diff
// Guards and bounds of every precedence keep their meaning; comments and macros stay in place.
#define HALF(x) (x) / 2
__global__ void smooth(float *__restrict__ a, const float *__restrict__ b, int n, int m)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if ((row & 2) == 0 || row >= n)
		return;
	float sum = 0;
	for (int j = 0; j < (m & ~1); j++) {
		sum = sum * 0.5f + b[row * m // the row
			+ j /* and the column */];
		a[row * m + j] = sum;
	}
}

__global__ void halves(float *__restrict__ a, int n, int m)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < n)
		for (int j = HALF(m); j < (m > 4096 ? 4096 : m); j++)
			a[row * m + j] *= n ^ 1;
}

void run(float *a, const float *b, int n)
{
	smooth<<<(n + 63) / 64, 64>>>(a, b, n, 1000);
	halves<<<(n + 63) / 64, 64>>>(a, n, 4096);
}
