/* Types and macros every other header builds on. */
#ifndef WARPLOOM_STDDEF_H
#define WARPLOOM_STDDEF_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct {
  long long integer __attribute__((__aligned__(8)));
  long double floating __attribute__((__aligned__(16)));
} max_align_t;

#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)

#endif
