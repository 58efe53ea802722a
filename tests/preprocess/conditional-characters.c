// Character constants in #if.
#if 'A' == 65 && '\n' == 10 && '\0' == 0 && '\x41' == 'A' && '\101' == 'A'
simple
#endif
#if '\'' == 39 && '"' == 34 && '\\' == 92 && '\a' == 7 && '\v' == 11 && '\e' == 27
escapes
#endif
#if '\377' < 0
plain_char_is_signed
#else
plain_char_is_unsigned
#endif
#if 'ab' == ('a' << 8 | 'b') && 'abcd' == 0x61626364
several_characters
#endif
#if L'A' == 65 && u'A' == 65 && U'A' == 65 && L'\u00e9' == 0xe9 && U'\U0001F600' == 0x1F600
wide
#endif
#if '?' == 63 && ' ' == 32
punctuation
#endif
