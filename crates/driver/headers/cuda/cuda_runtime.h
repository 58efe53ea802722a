/* The runtime API, the vector types and the device functions are known in
   every CUDA file before its first line. The real header brings these too. */
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#endif
