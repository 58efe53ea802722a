// <stddef.h>: size_t, ptrdiff_t, wchar_t, max_align_t, offsetof, NULL.
#include <stddef.h>
#include <stdio.h>

struct record { char tag; int value; struct { short a, b[4]; } in; };

int main(void) {
  size_t size = sizeof(struct record);
  int a[10];
  ptrdiff_t apart = &a[7] - &a[2];
  wchar_t wide = L'w';
  void *nothing = NULL;
  printf("%zu %td %d %d\n", size, apart, (int)wide, nothing == NULL);
  printf("%zu %zu %zu\n", offsetof(struct record, value), offsetof(struct record, in), offsetof(struct record, in.b[2]));
  printf("%zu %zu %d\n", sizeof(size_t), sizeof(ptrdiff_t), _Alignof(max_align_t) >= 8);
  return 0;
}
