// <stdio.h>: streams, formats, scanning, positions.
#include <stdio.h>

int main(void) {
  setvbuf(stdout, NULL, _IOFBF, 512);
  FILE *f = tmpfile();
  if (!f) return 1;
  fprintf(f, "%d %s %.2f\n", 42, "text", 2.5);
  fputs("second line\n", f);
  putc('x', f);
  fflush(f);
  rewind(f);
  int n;
  char word[16], line[32];
  double d;
  printf("%d\n", fscanf(f, "%d %15s %lf\n", &n, word, &d));
  printf("%d %s %.2f\n", n, word, d);
  if (fgets(line, sizeof line, f)) fputs(line, stdout);
  int c = getc(f);
  ungetc(c, f);
  printf("%c ", fgetc(f));
  printf("%d ", fgetc(f) == EOF);
  printf("%d\n", feof(f) != 0);
  fseek(f, 3, SEEK_SET);
  printf("%ld ", ftell(f));
  printf("%zu\n", fread(word, 1, 4, f));
  fpos_t at;
  printf("%d ", fgetpos(f, &at));
  printf("%d\n", fsetpos(f, &at));
  fclose(f);
  char buffer[BUFSIZ > 64 ? 64 : BUFSIZ];
  int length = snprintf(buffer, sizeof buffer, "[%5d|%-5d|%05d|%+d|%x|%#o|%e|%g|%c|%%|%5.2s]", 1, 2, 3, 4, 255, 8, 12345.678, 0.0001, 'q', "abc");
  printf("%d %s\n", length, buffer);
  printf("%d\n", sscanf("7,8", "%d,%d", &n, &c));
  fprintf(stderr, "%s", "");
  printf("%d\n", ferror(stdout));
  return 0;
}
