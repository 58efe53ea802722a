// && || ?: do not evaluate the branch not taken: a zero divisor there is no error.
#if 0 && 1 / 0
never
#else
and_skips
#endif
#if 1 || 1 / 0
or_skips
#endif
#if 1 ? 2 : 3 % 0
ternary_skips_else
#endif
#if 0 ? 1 / 0 : 1
ternary_skips_then
#endif
#if 0 && (1 || 2 / 0)
never
#elif 1 || (0 && 1 % 0)
nested_skips
#endif
