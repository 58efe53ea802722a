//@ cflags: -Iinclude/first -Iinclude/second
// #include_next goes on with the search after the folder where the present file was found.
#include <layered.h>
#include <chained.h>
end FIRST_SEEN SECOND_SEEN
