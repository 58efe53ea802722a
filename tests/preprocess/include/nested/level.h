__INCLUDE_LEVEL__ __FILE__ __BASE_FILE__ __LINE__
#include "deeper/level.h"
__INCLUDE_LEVEL__ __FILE__ __LINE__
