// string.h and ctype.h together: a word counter, a case mapper, joining and trimming.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *trim(char *s) {
  while (isspace((unsigned char)*s)) s++;
  char *e = s + strlen(s);
  while (e > s && isspace((unsigned char)e[-1])) e--;
  *e = '\0';
  return s;
}
static int words(const char *s) { int n = 0; while (*(s += strspn(s, " \t"))) { n++; s += strcspn(s, " \t"); } return n; }
static char *join(const char *const *parts, int n, const char *by) {
  size_t size = 1;
  for (int i = 0; i < n; i++) size += strlen(parts[i]) + (i ? strlen(by) : 0);
  char *out = malloc(size), *o = out;
  if (!out) exit(1);
  for (int i = 0; i < n; i++) { if (i) o = strcpy(o, by) + strlen(by); o = memcpy(o, parts[i], strlen(parts[i])), o += strlen(parts[i]); }
  *o = 0;
  return out;
}

int main(void) {
  char line[] = "  some text here\t ";
  printf("[%s] %d\n", trim(line), words("a bb  ccc "));
  char *j = join((const char *const[]){ "x", "yy", "zzz" }, 3, "--");
  printf("%s %zu\n", j, strlen(j));
  free(j);
  char up[] = "Mixed Case 1";
  for (char *p = up; (*p = (char)toupper((unsigned char)*p)); p++) ;
  printf("%s %d %d\n", up, strcmp(up, "MIXED CASE 1"), !!strstr(up, "CASE"));
  char csv[] = "a,b,,c";
  for (char *t = strtok(csv, ","); t; t = strtok(NULL, ",")) printf("<%s>", t);
  int counts[26] = { 0 };
  for (const char *p = "the cat sat on the mat"; *p; p++) if (isalpha((unsigned char)*p)) counts[*p - 'a']++;
  printf("\n%d %d %d\n", counts['t' - 'a'], counts['a' - 'a'], counts['z' - 'a']);
  return 0;
}
