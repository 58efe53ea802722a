// `defined` with and without parentheses, and made by a macro (gcc evaluates it).
#define yes
#define no_value 0
#define function_like(x) x
#if defined yes && defined(no_value) && defined ( function_like ) && !defined nope
defined_ok
#endif
#if defined yes + defined no_value + defined nope == 2
defined_is_a_number
#endif
#define is_there defined(yes)
#if is_there
made_by_macro
#endif
#undef yes
#if is_there
never
#else
undone
#endif
#undef never_defined
#ifdef no_value
ifdef_ok
#endif
#ifndef yes
ifndef_ok
#endif
#ifdef __LINE__
builtin_is_defined
#endif
#if defined __FILE__ && defined __COUNTER__ && defined __STDC__ && defined(__x86_64__) + defined(__aarch64__) == 1
builtins_are_defined
#endif
