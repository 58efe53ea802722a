// Every thread adds one.
float a[256], b[256];
void f(void)
{
#pragma acc parallel num_gangs(64) copy(a)
    a[0] += 1;
}
