// ?: with mixed arithmetic types, pointers, null constants, void, structs.
#include <stdio.h>

#define KIND(e) _Generic((e), int: "int", unsigned: "uint", long: "long", double: "double", float: "float", int *: "int *", const int *: "const int *", void *: "void *", const void *: "const void *", default: "other")
struct s { int v; };
static void say(const char *t) { printf("%s ", t); }

int main(void) {
  int i = 1, *p = &i; const int *cp = &i; void *vp = &i; short sh = 2; unsigned u = 3; float f = 4;
  printf("%s %s %s %s\n", KIND(i ? sh : sh), KIND(i ? i : u), KIND(i ? 1L : u), KIND(i ? f : 1));
  printf("%s %s %s %s\n", KIND(i ? p : 0), KIND(i ? p : cp), KIND(i ? p : vp), KIND(i ? cp : vp));
  printf("%s %s\n", KIND(i ? (void *)0 : p), KIND(i ? f : 1.0));
  printf("%.1f %d\n", i ? 1 : 2.5, (i ? -1 : 0u) > 0);
  struct s a = { 5 }, b = { 6 };
  printf("%d %d\n", (i ? a : b).v, (!i ? a : b).v);
  i ? say("yes") : say("no");
  i ? (void)(i = 2) : (void)0;
  printf("%d\n", i);
  *(i > 1 ? &a.v : &b.v) = 50;
  printf("%d %d\n", a.v, b.v);
  const char *size = i < 1 ? "small" : i < 3 ? "medium" : "large";
  printf("%s %c\n", size, "ab"[i == 2 ? 1 : 0]);
  int (*fn)(const char *) = i ? puts : 0;
  fn("called");
  int arr[2] = { 7, 8 };
  printf("%d\n", (i == 2 ? arr : p)[1]);
  return 0;
}
