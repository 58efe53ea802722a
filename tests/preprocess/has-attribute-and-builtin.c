// __has_attribute, __has_builtin and __has_cpp-style queries answer as gcc does.
#if __has_attribute(packed) && __has_attribute(__aligned__) && __has_attribute(noreturn)
attributes
#endif
#if __has_attribute(no_such_attribute_at_all)
never
#else
unknown_attribute
#endif
#if __has_builtin(__builtin_expect) && __has_builtin(__builtin_popcount) && __has_builtin(__builtin_bswap32)
builtins
#endif
#if __has_builtin(__builtin_no_such_thing)
never
#else
unknown_builtin
#endif
#if defined __has_attribute && defined __has_builtin
queries_are_defined
#endif
#ifndef __has_no_such_query
#define __has_no_such_query(x) 0
#endif
#if __has_no_such_query(x)
never
#endif
done
