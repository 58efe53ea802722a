// Calls: the number of arguments, their types, and the header that is missing.
struct point { int x, y; };
int area(int width, int height);
void show(const struct point *p);
void scale(float *values, int n);

int main(void)
{
    struct point p = { 1, 2 };
    double values[4];
    area(3);            //~ E0308 expected 2 arguments of `area`, found 1
    area(3, 4, 5);      //~ E0308 expected 2 arguments of `area`, found 3
    show(p);            //~ E0309 `struct point` cannot become `const struct point *`
    scale(values, 4);   //~ W1031 `double *` becomes `float *`
    puts("done");       //~ W1180 the function `puts` is not declared before this call
    return aera(1, 2);  //~ W1180 the function `aera` is not declared before this call
}
