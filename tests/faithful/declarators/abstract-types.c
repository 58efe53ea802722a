// Type names without an identifier: in sizeof, casts and compound literals.
#include <stdio.h>

static int twice(int x) { return 2 * x; }
static int rows[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };

int main(void) {
  printf("%zu %zu %zu\n", sizeof(int[5]), sizeof(int *[5]), sizeof(int(*)[5]));
  printf("%zu %zu %zu\n", sizeof(char (*(*)(void))[3]), sizeof(char (*[4])[3]), sizeof(struct { char c; int i[2]; }));
  void *erased = (void *)rows;
  int (*back)[3] = (int (*)[3])erased;
  printf("%d %d\n", back[1][2], (*(int (*)[3])erased)[1]);
  void (*generic)(void) = (void (*)(void))twice;
  printf("%d\n", ((int (*)(int))generic)(21));
  printf("%d\n", ((int (*[])(int)){ twice })[0](4));
  printf("%d\n", (*(int (**)(int))&(int (*)(int)){ twice })(6));
  printf("%zu\n", sizeof(int(*(*[2])(int (*)(void), char *[]))[7]));
  printf("%zu %zu\n", sizeof(unsigned long long const *volatile), sizeof(_Bool));
  return 0;
}
