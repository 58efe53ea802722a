// #line sets the number and the name, also through macros.
__LINE__ __FILE__
#line 100
__LINE__ __FILE__
#line 200 "renamed.c"
__LINE__ __FILE__

__LINE__
#define number 300
#define place "other.h"
#line number place
__LINE__ __FILE__
#line 7
int a = __LINE__; const char *f = __FILE__;
# 500 "marker.c"
__LINE__ __FILE__
# 900 "flagged.h" 1 3 4
__LINE__ __FILE__
