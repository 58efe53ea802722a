outer
#include "inner.h"
#include "../value.h"
