// Five sorts on the same data, with a check and a count of comparisons.
#include <stdio.h>
#include <string.h>

enum { N = 40 };
static long compared;
static int less(int a, int b) { compared++; return a < b; }
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static void insertion(int *a, int n) { for (int i = 1; i < n; i++) for (int j = i; j > 0 && less(a[j], a[j - 1]); j--) swap(&a[j], &a[j - 1]); }
static void quick(int *a, int n) {
  if (n < 2) return;
  int pivot = a[n / 2], i = 0, j = n - 1;
  while (i <= j) { while (less(a[i], pivot)) i++; while (less(pivot, a[j])) j--; if (i <= j) swap(&a[i++], &a[j--]); }
  quick(a, j + 1), quick(a + i, n - i);
}
static void heap(int *a, int n) {
  for (int end = n, start = n / 2; end > 1;) {
    if (start > 0) start--; else swap(&a[0], &a[--end]);
    for (int root = start, child; (child = 2 * root + 1) < end; root = child) {
      if (child + 1 < end && less(a[child], a[child + 1])) child++;
      if (!less(a[root], a[child])) break;
      swap(&a[root], &a[child]);
    }
  }
}
static void merge(int *a, int n) {
  if (n < 2) return;
  int m = n / 2, left[N], i = 0, j = m, k = 0;
  merge(a, m), merge(a + m, n - m);
  memcpy(left, a, (size_t)m * sizeof *a);
  while (i < m) a[k++] = j < n && less(a[j], left[i]) ? a[j++] : left[i++];
}
static void shell(int *a, int n) { for (int g = n / 2; g; g /= 2) for (int i = g; i < n; i++) { int t = a[i], j = i; for (; j >= g && less(t, a[j - g]); j -= g) a[j] = a[j - g]; a[j] = t; } }

int main(void) {
  static const struct { const char *name; void (*sort)(int *, int); } sorts[] = { { "insertion", insertion }, { "quick", quick }, { "heap", heap }, { "merge", merge }, { "shell", shell } };
  int data[N], first[N];
  for (unsigned s = 0; s < sizeof sorts / sizeof *sorts; s++) {
    unsigned r = 12345;
    for (int i = 0; i < N; i++) data[i] = (int)((r = r * 1103515245u + 12345u) >> 16) % 100;
    compared = 0;
    sorts[s].sort(data, N);
    if (s == 0) memcpy(first, data, sizeof data);
    printf("%s %ld %d\n", sorts[s].name, compared, memcmp(first, data, sizeof data));
  }
  for (int i = 0; i < N; i++) printf("%d ", first[i]);
  printf("\n");
  return 0;
}
