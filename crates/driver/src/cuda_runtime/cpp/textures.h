/* Textures and surfaces, as kernels in C++ read and write them. */
#ifndef WARPLOOM_CPP_TEXTURES_H
#define WARPLOOM_CPP_TEXTURES_H

namespace warploom {

/* One plane of an array of planes. */
inline warploom_texture plane(cudaTextureObject_t texture, long long at)
{
    warploom_texture one = *(const warploom_texture *)texture;
    one.memory += (unsigned long long)at * one.pitch * one.height;
    return one;
}
template <class T> inline T in_layer(cudaTextureObject_t texture, float x, float y, int has_rows, int layer)
{
    const long long depth = (long long)((const warploom_texture *)texture)->depth;
    const warploom_texture one = plane(texture, layer < 0 ? 0 : layer >= depth ? depth - 1 : layer);
    T result;
    warploom_sample((cudaTextureObject_t)(size_t)&one, x, y, has_rows, &result, sizeof result);
    return result;
}
/* A volume is sampled in the two planes around a point. */
template <class T> inline T in_volume(cudaTextureObject_t texture, float x, float y, float z)
{
    typedef typename lane_of<T>::type Lane;
    const warploom_texture *whole = (const warploom_texture *)texture;
    if (whole->normalized)
        z *= (float)whole->depth;
    const long long first = warploom_whole(whole->linear ? z - 0.5f : z);
    const float weight = whole->linear ? warploom_weight(z - 0.5f - (float)first) : 0;
    T planes[2];
    for (int i = 0; i <= (whole->linear ? 1 : 0); i++) {
        const long long at = warploom_fit(first + i, (long long)whole->depth, (int)whole->mode_z, (int)whole->normalized);
        if (at < 0) {
            __builtin_memset(planes + i, 0, sizeof(T));
            continue;
        }
        const warploom_texture one = plane(texture, at);
        warploom_sample((cudaTextureObject_t)(size_t)&one, x, y, 1, planes + i, sizeof(T));
    }
    if (whole->linear)
        for (unsigned c = 0; c < lane_of<T>::count; c++) {
            Lane *here = (Lane *)planes, *there = (Lane *)(planes + 1);
            here[c] = (Lane)((1 - weight) * here[c] + weight * there[c]);
        }
    return planes[0];
}
/* An element of a surface: `x` counts bytes. */
template <class T> inline T *of_surface(cudaSurfaceObject_t surface, long long x, long long y, long long z, int mode)
{
    const warploom_texture *s = (const warploom_texture *)surface;
    const long long width = (long long)(s->width * s->element), height = (long long)s->height, depth = (long long)s->depth;
    const bool inside = x >= 0 && x + (long long)sizeof(T) <= width && y >= 0 && y < height && z >= 0 && z < depth;
    if (!inside && mode == 1) {
        x = x < 0 ? 0 : x + (long long)sizeof(T) > width ? width - (long long)sizeof(T) : x;
        y = y < 0 ? 0 : y >= height ? height - 1 : y;
        z = z < 0 ? 0 : z >= depth ? depth - 1 : z;
    } else if (!inside && mode == 2) {
        fprintf(stderr, "an access is outside of a surface\n");
        exit(1);
    } else if (!inside)
        return nullptr;
    return (T *)((char *)s->memory + (unsigned long long)(z * height + y) * s->pitch + x);
}

}
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
#define WARPLOOM_SURFACE(NAME, PARAMETERS, X, Y, Z)                                                                 \
    template <class T> inline void NAME##read(T *to, cudaSurfaceObject_t s, WARPLOOM_LIST PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    {                                                                                                               \
        const T *at = ::warploom::of_surface<T>(s, X, Y, Z, mode);                                                  \
        at == nullptr ? (void)__builtin_memset(to, 0, sizeof(T)) : (void)(*to = *at);                               \
    }                                                                                                               \
    template <class T> inline T NAME##read(cudaSurfaceObject_t s, WARPLOOM_LIST PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    {                                                                                                               \
        T value;                                                                                                    \
        const T *at = ::warploom::of_surface<T>(s, X, Y, Z, mode);                                                  \
        at == nullptr ? (void)__builtin_memset(&value, 0, sizeof(T)) : (void)(value = *at);                         \
        return value;                                                                                               \
    }                                                                                                               \
    template <class T> inline void NAME##write(T value, cudaSurfaceObject_t s, WARPLOOM_LIST PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    {                                                                                                               \
        if (T *at = ::warploom::of_surface<T>(s, X, Y, Z, mode == cudaBoundaryModeClamp ? cudaBoundaryModeZero : mode)) \
            *at = value;                                                                                            \
    }
#define WARPLOOM_LIST(...) __VA_ARGS__
WARPLOOM_SURFACE(surf1D, (int x), x, 0, 0)
WARPLOOM_SURFACE(surf2D, (int x, int y), x, y, 0)
WARPLOOM_SURFACE(surf3D, (int x, int y, int z), x, y, z)
WARPLOOM_SURFACE(surf1DLayered, (int x, int layer), x, 0, layer)
WARPLOOM_SURFACE(surf2DLayered, (int x, int y, int layer), x, y, layer)

template <class T> inline T tex1Dfetch(cudaTextureObject_t texture, int x) { T result; warploom_fetch(texture, x, &result, sizeof result); return result; }
template <class T> inline T tex1D(cudaTextureObject_t texture, float x) { T result; warploom_sample(texture, x, 0, 0, &result, sizeof result); return result; }
template <class T> inline T tex2D(cudaTextureObject_t texture, float x, float y) { T result; warploom_sample(texture, x, y, 1, &result, sizeof result); return result; }
template <class T> inline T tex1DLayered(cudaTextureObject_t texture, float x, int layer) { return ::warploom::in_layer<T>(texture, x, 0, 0, layer); }
template <class T> inline T tex2DLayered(cudaTextureObject_t texture, float x, float y, int layer) { return ::warploom::in_layer<T>(texture, x, y, 1, layer); }
template <class T> inline T tex2DLod(cudaTextureObject_t texture, float x, float y, float) { return tex2D<T>(texture, x, y); }
template <class T> inline T tex3D(cudaTextureObject_t texture, float x, float y, float z) { return ::warploom::in_volume<T>(texture, x, y, z); }
template <class T> inline void tex1Dfetch(T *to, cudaTextureObject_t texture, int x) { *to = tex1Dfetch<T>(texture, x); }
template <class T> inline void tex2D(T *to, cudaTextureObject_t texture, float x, float y) { *to = tex2D<T>(texture, x, y); }

#endif
