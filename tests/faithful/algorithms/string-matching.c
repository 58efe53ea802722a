// Three ways to find a pattern, edit distance, and longest common subsequence.
#include <stdio.h>
#include <string.h>

#define MAX 64
static int naive(const char *t, const char *p) { for (int i = 0; t[i]; i++) { int j = 0; while (p[j] && t[i + j] == p[j]) j++; if (!p[j]) return i; } return -1; }
static int kmp(const char *t, const char *p) {
  int fail[MAX] = { 0 }, m = (int)strlen(p);
  for (int i = 1, k = 0; i < m; i++) { while (k && p[i] != p[k]) k = fail[k - 1]; fail[i] = k += p[i] == p[k]; }
  for (int i = 0, k = 0; t[i]; i++) { while (k && t[i] != p[k]) k = fail[k - 1]; if (t[i] == p[k] && ++k == m) return i - m + 1; }
  return -1;
}
static int horspool(const char *t, const char *p) {
  int m = (int)strlen(p), n = (int)strlen(t), skip[256];
  for (int i = 0; i < 256; i++) skip[i] = m;
  for (int i = 0; i < m - 1; i++) skip[(unsigned char)p[i]] = m - 1 - i;
  for (int i = 0; i <= n - m; i += skip[(unsigned char)t[i + m - 1]]) if (!memcmp(t + i, p, (size_t)m)) return i;
  return -1;
}
static int distance(const char *a, const char *b) {
  int row[MAX];
  for (int j = 0; j <= (int)strlen(b); j++) row[j] = j;
  for (int i = 1; a[i - 1]; i++) {
    int previous = row[0]++;
    for (int j = 1; b[j - 1]; j++) {
      int best = previous + (a[i - 1] != b[j - 1]);
      previous = row[j];
      row[j] = best < row[j] + 1 ? best < row[j - 1] + 1 ? best : row[j - 1] + 1 : row[j] + 1 < row[j - 1] + 1 ? row[j] + 1 : row[j - 1] + 1;
    }
  }
  return row[strlen(b)];
}
static int common(const char *a, const char *b, char *out) {
  int l[MAX][MAX] = { { 0 } }, n = (int)strlen(a), m = (int)strlen(b);
  for (int i = n - 1; i >= 0; i--) for (int j = m - 1; j >= 0; j--) l[i][j] = a[i] == b[j] ? 1 + l[i + 1][j + 1] : l[i + 1][j] > l[i][j + 1] ? l[i + 1][j] : l[i][j + 1];
  for (int i = 0, j = 0; i < n && j < m;) if (a[i] == b[j]) *out++ = a[i], i++, j++; else if (l[i + 1][j] >= l[i][j + 1]) i++; else j++;
  *out = 0;
  return l[0][0];
}

int main(void) {
  const char *text = "abracadabra abracadabrab", *patterns[] = { "abra", "cad", "dabrab", "zebra", "a", "abracadabrab" };
  for (unsigned i = 0; i < 6; i++) printf("%d %d %d\n", naive(text, patterns[i]), kmp(text, patterns[i]), horspool(text, patterns[i]));
  printf("%d %d %d\n", distance("kitten", "sitting"), distance("flaw", "lawn"), distance("", "abc"));
  char out[MAX];
  int n = common("the quick fox", "a thick ox", out);
  printf("%d [%s]\n", n, out);
  return 0;
}
