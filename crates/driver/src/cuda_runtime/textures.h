/* Fetches from textures, on the processor: see `texture.rs` of the simulator,
   which does the same. The address modes are cudaAddressModeWrap, Clamp, Mirror, Border;
   repeating and mirroring exist only for coordinates from 0 to 1. */
#ifndef WARPLOOM_TEXTURES_H
#define WARPLOOM_TEXTURES_H

static inline long long warploom_fit(long long at, long long extent, int mode, int has_fractions)
{
    if (mode == 3)
        return at >= 0 && at < extent ? at : -1;
    if (mode == 0 && has_fractions)
        return (at % extent + extent) % extent;
    if (mode == 2 && has_fractions) {
        at = (at % (2 * extent) + 2 * extent) % (2 * extent);
        return at < extent ? at : 2 * extent - 1 - at;
    }
    return at < 0 ? 0 : at >= extent ? extent - 1 : at;
}
/* An element, NULL outside. */
static inline const char *warploom_texel(const struct warploom_texture *t, long long x, long long y)
{
    return x < 0 || y < 0 ? 0 : (const char *)(size_t)t->memory + y * t->pitch + x * t->element;
}
/* A channel as the number that a filter works with. */
static inline float warploom_channel(const struct warploom_texture *t, const char *texel, size_t channel)
{
    size_t offset = channel * t->channel_bytes;
    float real;
    long long bits = 0;
    if (texel == 0 || offset + t->channel_bytes > t->element)
        return 0;
    if (!t->fraction) {
        __builtin_memcpy(&real, texel + offset, sizeof real);
        return real;
    }
    __builtin_memcpy(&bits, texel + offset, t->channel_bytes);
    int width = 8 * (int)t->channel_bytes;
    if (t->channel_kind != 0)
        return (float)bits / (float)((1ll << width) - 1);
    bits = (long long)((unsigned long long)bits << (64 - width)) >> (64 - width);
    real = (float)bits / (float)((1ll << (width - 1)) - 1);
    return real < -1 ? -1 : real;
}
static inline long long warploom_whole(float x)
{
    x = __builtin_floorf(x);
    return x != x ? 0 : x <= -1e18f ? -1000000000000000000 : x >= 1e18f ? 1000000000000000000 : (long long)x;
}
static inline float warploom_weight(float weight)
{
    return __builtin_roundf(weight * 256) / 256;
}
static inline void warploom_take_texel(const struct warploom_texture *t, const char *texel, void *to, size_t size)
{
    if (t->fraction) {
        for (size_t c = 0; c < size / sizeof(float); c++)
            ((float *)to)[c] = warploom_channel(t, texel, c);
        return;
    }
    __builtin_memset(to, 0, size);
    if (texel != 0)
        __builtin_memcpy(to, texel, size < t->element ? size : t->element);
}
/* Element i is at i + 0.5; weights have 8 bits behind the point. */
static inline void warploom_sample(cudaTextureObject_t object, float x, float y, int has_rows, void *to, size_t size)
{
    const struct warploom_texture *t = (const struct warploom_texture *)(size_t)object;
    float at[2] = {x, has_rows ? y : 0.5f};
    long long extents[2] = {(long long)t->width, (long long)t->height}, element[2][2];
    int modes[2] = {(int)t->mode_x, (int)t->mode_y};
    float weight[2];
    for (int d = 0; d < 2; d++) {
        int is_fraction = t->normalized && (d == 0 || has_rows);
        if (is_fraction)
            at[d] *= (float)extents[d];
        long long first = warploom_whole(t->linear ? at[d] - 0.5f : at[d]);
        weight[d] = t->linear ? warploom_weight(at[d] - 0.5f - (float)first) : 0;
        for (int i = 0; i < 2; i++)
            element[d][i] = warploom_fit(first + i, extents[d], modes[d], is_fraction);
    }
    if (!t->linear) {
        warploom_take_texel(t, warploom_texel(t, element[0][0], element[1][0]), to, size);
        return;
    }
    for (size_t c = 0; c < size / sizeof(float); c++) {
        float sum = 0;
        for (int row = 0; row < (has_rows ? 2 : 1); row++)
            for (int column = 0; column < 2; column++) {
                float across = column ? weight[0] : 1 - weight[0];
                float down = !has_rows ? 1 : row ? weight[1] : 1 - weight[1];
                const char *texel = warploom_texel(t, element[0][column], element[1][row]);
                sum += across * down * warploom_channel(t, texel, c);
            }
        ((float *)to)[c] = sum;
    }
}
static inline void warploom_fetch(cudaTextureObject_t object, long long x, void *to, size_t size)
{
    const struct warploom_texture *t = (const struct warploom_texture *)(size_t)object;
    int is_inside = x >= 0 && x < (long long)t->width;
    warploom_take_texel(t, is_inside ? warploom_texel(t, x, 0) : 0, to, size);
}
#define WARPLOOM_TEXTURE(type, name)                                                       \
    static inline type warploom_tex1Dfetch_##name(cudaTextureObject_t texture, int x)      \
    {                                                                                      \
        type result;                                                                       \
        warploom_fetch(texture, x, &result, sizeof result);                                \
        return result;                                                                     \
    }                                                                                      \
    static inline type warploom_tex1D_##name(cudaTextureObject_t texture, float x)         \
    {                                                                                      \
        type result;                                                                       \
        warploom_sample(texture, x, 0, 0, &result, sizeof result);                         \
        return result;                                                                     \
    }                                                                                      \
    static inline type warploom_tex2D_##name(cudaTextureObject_t texture, float x, float y) \
    {                                                                                      \
        type result;                                                                       \
        warploom_sample(texture, x, y, 1, &result, sizeof result);                         \
        return result;                                                                     \
    }
#define WARPLOOM_VECTOR_TEXTURES(name) \
    WARPLOOM_TEXTURE(name##1, name##1) WARPLOOM_TEXTURE(name##2, name##2) WARPLOOM_TEXTURE(name##4, name##4)
WARPLOOM_TEXTURE(char, char)
WARPLOOM_TEXTURE(signed char, signed_char)
WARPLOOM_TEXTURE(unsigned char, unsigned_char)
WARPLOOM_TEXTURE(short, short)
WARPLOOM_TEXTURE(unsigned short, unsigned_short)
WARPLOOM_TEXTURE(int, int)
WARPLOOM_TEXTURE(unsigned int, unsigned_int)
WARPLOOM_TEXTURE(float, float)
WARPLOOM_VECTOR_TEXTURES(char)
WARPLOOM_VECTOR_TEXTURES(uchar)
WARPLOOM_VECTOR_TEXTURES(short)
WARPLOOM_VECTOR_TEXTURES(ushort)
WARPLOOM_VECTOR_TEXTURES(int)
WARPLOOM_VECTOR_TEXTURES(uint)
WARPLOOM_VECTOR_TEXTURES(float)

#endif
