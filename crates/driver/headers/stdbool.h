/* Names for the boolean type and its values. */
#ifndef WARPLOOM_STDBOOL_H
#define WARPLOOM_STDBOOL_H

#define bool _Bool
#define true 1
#define false 0
#define __bool_true_false_are_defined 1

#endif
