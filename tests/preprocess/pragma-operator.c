// _Pragma, alone, in macros, with escapes in its string.
_Pragma("first one")
int a;
#define DO_PRAGMA(x) _Pragma(#x)
DO_PRAGMA(from macro)
int b;
#define WARN_OFF(w) DO_PRAGMA(GCC diagnostic ignored w)
WARN_OFF("-Wunused-variable")
int c; _Pragma("in the middle") int d;
_Pragma("with \"quotes\" and \\ backslash")
#define LISTING(x) PRAGMA(listing on #x)
#define PRAGMA(x) _Pragma(#x)
LISTING ( ..\listing.dir )
int e;
