/* Programs include this one for its version, or from habit. The driver API
   itself (`cuInit` and its relations) is not declared. */
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__
#define CUDA_VERSION 13000
#endif
