//@ flags: -std=c2x
// C23 literals, also where text is skipped: the quote below opens nothing.
#if 1'000 != 1000
#error not a number
#endif
#if 0
int skipped = 1'0; /* a comment
that is not hidden by a quote */
#endif
int million = 1'000'000, mask = 0xff'ff, bits = 0b1010'0101;
double tenth = 1'0.0'1e-2;
_Static_assert(sizeof u8'a' == 1 && u8'a' == 'a');
_Static_assert(1'00 == 100 && 0x7f'ff == 32767 && 0b1'1 == 3);

[[nodiscard]] int f([[maybe_unused]] int)
{
    goto end;
end:
}
