/* Strings and blocks of memory. */
#ifndef WARPLOOM_STRING_H
#define WARPLOOM_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *left, const void *right, size_t size);
void *memchr(const void *in, int byte, size_t size);

char *strcpy(char *restrict to, const char *restrict from);
char *strncpy(char *restrict to, const char *restrict from, size_t size);
char *strcat(char *restrict to, const char *restrict from);
char *strncat(char *restrict to, const char *restrict from, size_t size);
int strcmp(const char *left, const char *right);
int strncmp(const char *left, const char *right, size_t size);
int strcoll(const char *left, const char *right);
size_t strxfrm(char *restrict to, const char *restrict from, size_t size);
size_t strlen(const char *text);
char *strchr(const char *in, int c);
char *strrchr(const char *in, int c);
char *strstr(const char *in, const char *what);
char *strpbrk(const char *in, const char *any);
size_t strspn(const char *in, const char *any);
size_t strcspn(const char *in, const char *any);
char *strtok(char *restrict text, const char *restrict separators);
char *strerror(int number);

/* POSIX */
void *memccpy(void *restrict to, const void *restrict from, int last, size_t size);
char *stpcpy(char *restrict to, const char *restrict from);
char *strdup(const char *text);
char *strndup(const char *text, size_t size);
size_t strnlen(const char *text, size_t size);
char *strtok_r(char *restrict text, const char *restrict separators, char **restrict rest);
char *strsep(char **text, const char *separators);
int strcasecmp(const char *left, const char *right);
int strncasecmp(const char *left, const char *right, size_t size);

#endif
