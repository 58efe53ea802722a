void around(float *out, const float *in, const float *weights, int n);
void pass(float *out, const float *in, const float *weights, int n);
void blur(float *out, const float *in, const float *weights, int n);
void mark(int (*rows)[32]);
int count(const int *cells, int n);
