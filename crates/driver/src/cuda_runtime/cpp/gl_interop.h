/* Buffers that are shared with OpenGL: programs are compiled, and told that there are none. */
#ifndef WARPLOOM_GL_INTEROP_H
#define WARPLOOM_GL_INTEROP_H
#include "cuda_runtime.h"
#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#else
typedef unsigned int GLuint, GLenum;
#endif

struct cudaGraphicsResource;
typedef cudaGraphicsResource *cudaGraphicsResource_t;
enum { cudaGraphicsRegisterFlagsNone, cudaGraphicsRegisterFlagsReadOnly, cudaGraphicsRegisterFlagsWriteDiscard };
enum { cudaGraphicsMapFlagsNone, cudaGraphicsMapFlagsReadOnly, cudaGraphicsMapFlagsWriteDiscard };
inline cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource **, GLuint, unsigned) { return warploom_note(cudaErrorNotSupported); }
inline cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource **, GLuint, GLenum, unsigned) { return warploom_note(cudaErrorNotSupported); }
inline cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource *) { return warploom_note(cudaErrorNotSupported); }
inline cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource *, unsigned) { return warploom_note(cudaErrorNotSupported); }
inline cudaError_t cudaGraphicsMapResources(int, cudaGraphicsResource **, cudaStream_t = 0) { return warploom_note(cudaErrorNotSupported); }
inline cudaError_t cudaGraphicsUnmapResources(int, cudaGraphicsResource **, cudaStream_t = 0) { return warploom_note(cudaErrorNotSupported); }
template <class T> cudaError_t cudaGraphicsResourceGetMappedPointer(T **, size_t *, cudaGraphicsResource *) { return warploom_note(cudaErrorNotSupported); }
inline cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t *, cudaGraphicsResource *, unsigned, unsigned) { return warploom_note(cudaErrorNotSupported); }
inline cudaError_t cudaGLSetGLDevice(int) { return cudaSuccess; }

#endif
