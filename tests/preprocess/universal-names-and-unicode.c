// Identifiers with universal character names, UTF-8 and dollar signs.
int \u00e9t\u00e9, été, $dollar, a$b, _Ünder, 変数;
#define \u00fcber found
\u00fcber
#define Ω omega
Ω Ωx
#define str(x) #x
str(é "é" \u00e9)
"π ≈ 3" L'ß' u8"→"
