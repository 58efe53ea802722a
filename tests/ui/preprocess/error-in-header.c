// A mistake in a header is shown in the header, with the way there.
//@ flags: -Iinclude
#include "outer.h"
