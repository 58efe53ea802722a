// Statement expressions: as values, with loops, declarations, nested, as void, in conditions.
#include <stdio.h>

#define min(a, b) ({ int a_ = (a), b_ = (b); a_ < b_ ? a_ : b_; })
struct pair { int a, b; };

int main(void) {
  int x = ({ int s = 0; for (int i = 1; i <= 10; i++) s += i; s; });
  printf("%d\n", x);
  printf("%d\n", min(min(5, 3), min(9, 4)));
  int y = 10;
  y += ({ y *= 2; y + 1; });
  printf("%d\n", ({ int y = 3; y * y; }));
  struct pair p = ({ struct pair q = { 1, 2 }; q.b += 5; q; });
  printf("%d %d\n", p.a, ({ p; }).b);
  if (({ int ok = p.a == 1; ok && p.b == 7; })) printf("condition\n");
  ({ printf("void\n"); });
  for (int i = 0; ({ int go = i < 3; go; }); i++) printf("%d ", ({ i * i; }));
  printf("\n%d\n", ({ ({ ({ 7; }) + 1; }) * 2; }));
  int found = ({ int r = -1; int a[] = { 4, 5, 6 }; for (int i = 0; i < 3; i++) if (a[i] == 6) { r = i; break; } r; });
  printf("%d\n", found);
  char *text = ({ static char buffer[] = "kept"; buffer; });
  printf("%s %zu\n", text, sizeof(({ (char)1; })));
  return 0;
}
