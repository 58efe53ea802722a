/* All of this is known in every CUDA file before its first line. */
#ifndef __DRIVER_TYPES_H__
#define __DRIVER_TYPES_H__
#endif
