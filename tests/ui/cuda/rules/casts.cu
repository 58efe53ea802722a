// Pointers, integers and enums become each other by a cast only, as in C++.
enum side { LEFT, RIGHT };

void fill(unsigned int *out, enum side from);

int main(void)
{
    int a[4] = {0};
    const int *read = a;
    int *written = read; //~ E0938 `const int *` becomes `int *` only by a cast
    fill(a, RIGHT); //~ E0938 `int *` becomes `unsigned int *` only by a cast
    fill((unsigned int *)a, 1); //~ E0938 `int` becomes `enum side` only by a cast
    enum side other = a[0] ? LEFT : RIGHT;
    cudaMemcpy(a, written, sizeof a, 1); //~ E0938 `int` becomes `cudaMemcpyKind` only by a cast
    return other;
}
