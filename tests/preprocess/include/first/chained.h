chained_one
#include_next "chained.h"
chained_one_end
