void relax(float *to, const float *from, int size);
void finish(float *cells, int size);
