// #pragma push_macro and pop_macro bring back a macro's earlier meaning.
#define X one
X
#pragma push_macro("X")
#undef X
#define X two
X
#pragma push_macro("X")
#undef X
X
#pragma pop_macro("X")
X
#pragma pop_macro("X")
X
