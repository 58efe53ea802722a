// An unsigned operand makes the whole #if expression unsigned, as in C.
#if -1 > 0u
minus_one_is_large
#endif
#if -1 > 0
never
#else
signed_compare
#endif
#if (-1 >> 1) < 0 && (-1u >> 1) > 0
shift_by_sign
#endif
#if 0u - 1 == 18446744073709551615u
wraps
#endif
#if -1 / 2u == 9223372036854775807
unsigned_division
#endif
#if (1 ? -1 : 0u) > 0
ternary_converts_both
#endif
#if (0 ? 0u : -1) > 0
ternary_converts_other
#endif
#if 18446744073709551615u + 2 == 1
wraps_again
#endif
#if 0xffffffffffffffff > 0 && 0x8000000000000000 == 9223372036854775808u
hex_is_unsigned_when_large
#endif
#if (-1 && 0u) > -1
logical_result_is_int
#endif
