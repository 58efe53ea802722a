//@ cflags: -Iinclude/first -Iinclude/second
// __has_include in both forms, with macros, and __has_include_next.
#if __has_include("include/guarded.h")
quoted
#endif
#if __has_include("no/such/header.h")
never
#else
absent
#endif
#if __has_include(<layered.h>) && !__has_include(<nothing_here.h>)
angled
#endif
#define NAME "include/guarded.h"
#if __has_include(NAME)
macro_name
#endif
#if defined __has_include && defined(__has_include)
itself_defined
#endif
#ifdef __has_include
ifdef_has_include
#endif
#if 1 + __has_include(<layered.h>) == 2
is_a_number
#endif
