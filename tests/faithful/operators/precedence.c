// Operators meet in every order: the shape of the tree decides the value.
#include <stdio.h>

int main(void) {
  int a = 7, b = 3, c = 2, arr[] = { 5, 6, 7 }, *p = arr;
  printf("%d %d %d\n", a + b * c, (a + b) * c, a - b - c);
  printf("%d %d %d\n", a - (b - c), a / b / c, a / (b / c));
  printf("%d %d %d\n", a << 1 + c, (a << 1) + c, a & b == 3);
  printf("%d %d %d\n", (a & b) == 3, a | b ^ c & 1, (a | b) ^ (c & 1));
  printf("%d %d %d\n", a < b < c, a > b > c, a == 7 == 1);
  printf("%d %d %d\n", !a == 0, !(a == 0), ~a & 0xff);
  printf("%d %d %d\n", -a % 4, -(a % 4), - -a);
  printf("%d %d\n", *p + 1, *(p + 1));
  printf("%d\n", *p++ + 1);
  printf("%d %d %d\n", a && b || 0, a && (b || 0), 0 || a && 0);
  printf("%d %d %d\n", a > 5 ? b : c, a ? b ? 1 : 2 : 3, (a ? 0 : 1) ? 4 : 5);
  printf("%d\n", a = b = 4);
  printf("%d\n", a == b);
  printf("%zu %zu %zu\n", sizeof a + 1, sizeof(a + 1L), sizeof(char) * 3);
  printf("%d %d\n", (int)1.9 + (int)1.9, (int)(1.9 + 1.9));
  printf("%d %d\n", *&a, -*p);
  printf("%d %d %d\n", a + + b, a - - b, a - -b * -c);
  printf("%d %d\n", &arr[2] - &arr[0] == 2, (&arr[1])[-1]);
  printf("%d %d\n", 1 + 2 << 3 - 1 & 0xf | 16 ^ 3, (1, 2) + (3, 4));
  printf("%d\n", !a + ~b - -c * +a * 3 / (1 + !c) % 50 << 1 > 3 != 0);
  return 0;
}
