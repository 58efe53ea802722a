/* Streams and formatted text. */
#ifndef WARPLOOM_STDIO_H
#define WARPLOOM_STDIO_H

#include <stdarg.h>
#include <stddef.h>

typedef struct _IO_FILE FILE;
typedef long off_t;
typedef long ssize_t;
typedef struct {
  off_t position;
  struct {
    int count;
    unsigned int value;
  } state;
} fpos_t;

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr

#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define TMP_MAX 238328
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2

int printf(const char *restrict format, ...) __attribute__((__format__(__printf__, 1, 2)));
int fprintf(FILE *restrict stream, const char *restrict format, ...) __attribute__((__format__(__printf__, 2, 3)));
int sprintf(char *restrict to, const char *restrict format, ...) __attribute__((__format__(__printf__, 2, 3)));
int snprintf(char *restrict to, size_t size, const char *restrict format, ...) __attribute__((__format__(__printf__, 3, 4)));
int vprintf(const char *restrict format, va_list list);
int vfprintf(FILE *restrict stream, const char *restrict format, va_list list);
int vsprintf(char *restrict to, const char *restrict format, va_list list);
int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list list);

int scanf(const char *restrict format, ...) __attribute__((__format__(__scanf__, 1, 2)));
int fscanf(FILE *restrict stream, const char *restrict format, ...) __attribute__((__format__(__scanf__, 2, 3)));
int sscanf(const char *restrict from, const char *restrict format, ...) __attribute__((__format__(__scanf__, 2, 3)));
int vscanf(const char *restrict format, va_list list);
int vfscanf(FILE *restrict stream, const char *restrict format, va_list list);
int vsscanf(const char *restrict from, const char *restrict format, va_list list);

FILE *fopen(const char *restrict name, const char *restrict mode);
FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict stream);
int fclose(FILE *stream);
int fflush(FILE *stream);
void setbuf(FILE *restrict stream, char *restrict buffer);
int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size);
FILE *tmpfile(void);
char *tmpnam(char *name);
int remove(const char *name);
int rename(const char *from, const char *to);

int fgetc(FILE *stream);
int getc(FILE *stream);
int getchar(void);
char *fgets(char *restrict to, int size, FILE *restrict stream);
int fputc(int c, FILE *stream);
int putc(int c, FILE *stream);
int putchar(int c);
int fputs(const char *restrict text, FILE *restrict stream);
int puts(const char *text);
int ungetc(int c, FILE *stream);
size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict stream);
size_t fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict stream);

int fgetpos(FILE *restrict stream, fpos_t *restrict position);
int fsetpos(FILE *stream, const fpos_t *position);
int fseek(FILE *stream, long offset, int origin);
long ftell(FILE *stream);
void rewind(FILE *stream);
void clearerr(FILE *stream);
int feof(FILE *stream);
int ferror(FILE *stream);
void perror(const char *text);

/* POSIX */
FILE *fdopen(int descriptor, const char *mode);
int fileno(FILE *stream);
FILE *popen(const char *command, const char *mode);
int pclose(FILE *stream);
int fseeko(FILE *stream, off_t offset, int origin);
off_t ftello(FILE *stream);
ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict stream);
ssize_t getdelim(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict stream);

#endif
