// Arithmetic in #if is done in 64 bits, with the usual precedence.
#if 1 + 2 * 3 == 7 && (1 + 2) * 3 == 9
precedence_ok
#endif
#if 7 / 2 == 3 && -7 / 2 == -3 && -7 % 3 == -1 && 7 % -3 == 1
division_truncates
#endif
#if 1 << 40 == 1099511627776 && -16 >> 2 == -4 && (1 << 62) > 0
shifts_ok
#endif
#if (5 & 6) == 4 && (5 | 6) == 7 && (5 ^ 6) == 3 && ~0 == -1 && !0 == 1 && !5 == 0
bits_ok
#endif
#if 0x10 == 16 && 010 == 8 && 0b101 == 5 && 10L == 10 && 10ull == 10
literals_ok
#endif
#if 9223372036854775807 + 0 > 0
max_ok
#endif
#if (2 > 1 ? 10 : 20) == 10 && (0 ? 1 : 0 ? 2 : 3) == 3
ternary_ok
#endif
#if 1 < 2 == 1 && 3 > 2 > 0 && (1 != 2) + (1 <= 1) + (2 >= 3) == 2
relations_ok
#endif
#if - - 1 == 1 && + + 2 == 2 && -(-3) == 3 && !!7
unary_ok
#endif
