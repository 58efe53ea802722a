#define LENGTH 64
void fill(float *a, int n);
void second(float *a);
