// __INCLUDE_LEVEL__, __FILE__ and __BASE_FILE__ inside nested headers.
__INCLUDE_LEVEL__ __FILE__ __BASE_FILE__
#include "include/nested/level.h"
__INCLUDE_LEVEL__ __FILE__ __BASE_FILE__
#include "include/nested/deeper/level.h"
__INCLUDE_LEVEL__
