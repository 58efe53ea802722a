// Names in #if: macros expand, the rest are 0, and keywords are just names.
#define zero
#define three 3
#define add(a, b) ((a) + (b))
#define self self
#if three == 3 && undefined_name == 0 && add(1, three) == 4
expanded
#endif
#if int == 0 && if == 0 && while == 0 && sizeof == 0
keywords_are_names
#endif
#if self == 0
self_is_zero
#endif
#if add == 0 && (zero 1)
name_without_call
#endif
#if true || false
bool_names
#else
not_bool_names
#endif
#if __LINE__ == 23
line_in_if
#endif
#if add(/* a comment
  over lines */ 1, 2) == 3
call_over_lines
#endif
