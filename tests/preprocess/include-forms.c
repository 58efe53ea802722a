//@ cflags: -Iinclude/first
// Quoted, angled and computed includes; a header included from a header finds its own folder first.
#include "include/nested/outer.h"
#include <layered.h>
#define HEADER "include/value.h"
#define VALUE 1
#include HEADER
#undef VALUE
#define VALUE 2
#include HEADER
#define ANGLED <layered.h>
#include ANGLED
#define QUOTE_(x) #x
#define QUOTE(x) QUOTE_(x)
#define DIR include
#undef VALUE
#define VALUE 3
#include QUOTE(DIR/value.h)
