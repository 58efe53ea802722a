#include "host.h"

static cl_mem image(cl_mem_object_type type, cl_channel_order order, cl_channel_type kind, size_t x, size_t y, size_t z,
                    void *from, cl_mem of)
{
    cl_image_format format = {order, kind};
    cl_image_desc wanted = {0};
    wanted.image_type = type;
    wanted.image_width = x, wanted.image_height = y, wanted.image_depth = z, wanted.image_array_size = z;
    wanted.buffer = of;
    cl_int status;
    cl_mem_flags flags = CL_MEM_READ_WRITE | (from != NULL ? CL_MEM_COPY_HOST_PTR : 0);
    cl_mem made = clCreateImage(context, flags, &format, &wanted, from, &status);
    check(status, "clCreateImage");
    return made;
}

static cl_mem plane(cl_channel_order order, cl_channel_type kind, size_t x, size_t y, void *from)
{
    return image(CL_MEM_OBJECT_IMAGE2D, order, kind, x, y, 1, from, NULL);
}

static void fetch_image(cl_mem from, size_t x, size_t y, void *to)
{
    size_t origin[3] = {0, 0, 0}, region[3] = {x, y, 1};
    check(clEnqueueReadImage(queue, from, CL_TRUE, origin, region, 0, 0, to, 0, NULL, NULL), "clEnqueueReadImage");
}

static cl_sampler sampler(cl_bool normalized, cl_addressing_mode addressing, cl_filter_mode filter)
{
    cl_int status;
    cl_sampler made = clCreateSampler(context, normalized, addressing, filter, &status);
    check(status, "clCreateSampler");
    return made;
}

enum { w = 21, h = 13 };
static cl_uchar picture[h][w][4], got[h][w][4];

static void blurred(void)
{
    cl_mem from = plane(CL_RGBA, CL_UNORM_INT8, w, h, picture), to = plane(CL_RGBA, CL_UNORM_INT8, w, h, NULL);
    cl_kernel k = kernel("blur");
    arguments(k, "mm", from, to);
    run2(k, 24, 16, 8, 8);
    fetch_image(to, w, h, got);
    int sum[4] = {0};
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int c = 0; c < 4; c++)
                sum[c] += got[y][x][c];
    printf("blur: %d %d %d %d, %d %d\n", sum[0], sum[1], sum[2], sum[3], got[0][0][0], got[h - 1][w - 1][1]);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    clReleaseKernel(k);
}

static void turned(void)
{
    static float values[h * w], result[h * w];
    for (int i = 0; i < h * w; i++)
        values[i] = (float)(i * 7 % 31);
    cl_mem from = plane(CL_R, CL_FLOAT, w, h, values), to = buffer(sizeof result, NULL);
    cl_kernel k = kernel("turn");
    arguments(k, "mmf", from, to, 0.6);
    run2(k, w, h, 7, 13);
    fetch(to, sizeof result, result);
    printf("turn: %.2f %.2f %.2f %.2f\n", result[0], result[w + 5], result[6 * w + 10], result[h * w - 1]);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    clReleaseKernel(k);
}

// Places inside, at the edges and outside, for each way to sample.
static void sampled(void)
{
    static const struct { cl_bool normalized; cl_addressing_mode addressing; cl_filter_mode filter; const char *name; } ways[] = {
        {CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, "edge, nearest"},
        {CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, "border, nearest"},
        {CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, "edge, linear"},
        {CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, "border, linear"},
        {CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, "edge, linear, normalized"},
        {CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, "repeated, nearest"},
        {CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, "repeated, linear"},
        {CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_NEAREST, "mirrored, nearest"},
        {CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR, "mirrored, linear"},
    };
    enum { count = 8 };
    static const float at[count][2] = {{0.55f, 0.35f}, {-0.1f, 0.4f}, {1.2f, 1.3f}, {2.1f, -1.4f}, {0.01f, 0.99f}, {0.5f, 0.5f}, {-3.3f, 7.6f}, {0.9f, -0.2f}};
    static float values[4][6][4], places[count][2], result[count][4];
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 6; x++)
            values[y][x][0] = (float)(10 * y + x), values[y][x][1] = (float)(x * y), values[y][x][2] = 3, values[y][x][3] = 1;
    cl_mem from = plane(CL_RGBA, CL_FLOAT, 6, 4, values), to = buffer(sizeof result, NULL);
    cl_kernel k = kernel("sampled");
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        for (int i = 0; i < count; i++) {
            places[i][0] = at[i][0] * (ways[way].normalized ? 1 : 6);
            places[i][1] = at[i][1] * (ways[way].normalized ? 1 : 4);
        }
        cl_mem where = buffer(sizeof places, places);
        cl_sampler how = sampler(ways[way].normalized, ways[way].addressing, ways[way].filter);
        arguments(k, "m", from);
        check(clSetKernelArg(k, 1, sizeof how, &how), "a sampler");
        check(clSetKernelArg(k, 2, sizeof where, &where), "places");
        check(clSetKernelArg(k, 3, sizeof to, &to), "a buffer");
        run(k, count, count);
        fetch(to, sizeof result, result);
        printf("%s:", ways[way].name);
        for (int i = 0; i < count; i++)
            printf(" %.2f/%.2f/%.2f/%.2f", result[i][0], result[i][1], result[i][2], result[i][3]);
        printf("\n");
        clReleaseSampler(how);
        clReleaseMemObject(where);
    }
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    clReleaseKernel(k);
}

static void integers(void)
{
    static cl_short small[h][w][4], result[h][w][4];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            small[y][x][0] = (cl_short)(1000 * x - 100 * y), small[y][x][1] = (cl_short)(-x * y);
    cl_mem from = plane(CL_RGBA, CL_UNSIGNED_INT8, w, h, picture), to = plane(CL_RGBA, CL_UNSIGNED_INT8, w, h, NULL);
    cl_kernel k = kernel("negative");
    arguments(k, "mm", from, to);
    run2(k, w, h, 3, 1);
    fetch_image(to, w, h, got);
    printf("negative: %d %d %d %d\n", got[0][0][0], got[3][5][1], got[7][7][2], got[12][20][3]);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    clReleaseKernel(k);
    from = plane(CL_RGBA, CL_SIGNED_INT16, w, h, small), to = plane(CL_RGBA, CL_SIGNED_INT16, w, h, NULL);
    k = kernel("halved");
    arguments(k, "mm", from, to);
    run2(k, w, h, 3, 1);
    fetch_image(to, w, h, result);
    printf("halved: %d %d %d\n", result[0][20][0], result[12][20][1], result[12][0][0]);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    clReleaseKernel(k);
}

static void others(void)
{
    static float row[16], layers[3][2][4], solid[3][4][5], result[16][4];
    static cl_int points[16][4];
    for (int i = 0; i < 16; i++)
        row[i] = (float)(i * i), points[i][0] = 3 * i;
    for (int i = 0; i < 24; i++)
        (&layers[0][0][0])[i] = (float)i;
    for (int i = 0; i < 60; i++)
        (&solid[0][0][0])[i] = (float)(i * 5 % 17);
    cl_mem held = buffer(sizeof points, points), to = buffer(sizeof result, NULL);
    cl_mem made[] = {image(CL_MEM_OBJECT_IMAGE1D, CL_R, CL_FLOAT, 16, 1, 1, row, NULL),
                     image(CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_RGBA, CL_SIGNED_INT32, 16, 1, 1, NULL, held),
                     image(CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_R, CL_FLOAT, 4, 2, 3, layers, NULL),
                     image(CL_MEM_OBJECT_IMAGE3D, CL_R, CL_FLOAT, 5, 4, 3, solid, NULL)};
    cl_sampler how = sampler(CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR);
    cl_kernel k = kernel("others");
    arguments(k, "mmmm", made[0], made[1], made[2], made[3]);
    check(clSetKernelArg(k, 4, sizeof how, &how), "a sampler");
    check(clSetKernelArg(k, 5, sizeof to, &to), "a buffer");
    run(k, 16, 4);
    fetch(to, sizeof result, result);
    printf("others:");
    for (int i = 0; i < 16; i += 3)
        printf(" %.2f %.0f %.2f %.2f", result[i][0], result[i][1], result[i][2], result[i][3]);
    printf("\n");
    for (int i = 0; i < 4; i++)
        clReleaseMemObject(made[i]);
    clReleaseMemObject(held);
    clReleaseMemObject(to);
    clReleaseSampler(how);
    clReleaseKernel(k);
}

static void formats(void)
{
    static const cl_image_format known[] = {{CL_RGBA, CL_FLOAT}, {CL_RGBA, CL_HALF_FLOAT}, {CL_RGBA, CL_UNORM_INT16},
                                            {CL_RGBA, CL_SNORM_INT8}, {CL_BGRA, CL_UNORM_INT8}, {CL_R, CL_UNORM_INT8}};
    cl_mem answers = buffer(2 * sizeof(cl_int), NULL);
    cl_kernel k = kernel("formats");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        cl_uchar bytes[8 * 16] = {0};
        cl_int asked[2];
        cl_mem to = plane(known[i].image_channel_order, known[i].image_channel_data_type, 8, 1, bytes);
        arguments(k, "mm", to, answers);
        run(k, 8, 8);
        fetch_image(to, 8, 1, bytes);
        fetch(answers, sizeof asked, asked);
        unsigned sum = 1;
        for (size_t at = 0; at < sizeof bytes; at++)
            sum = sum * 31 + bytes[at];
        printf("format: %08x %d %d\n", sum, asked[0], asked[1]);
        clReleaseMemObject(to);
    }
    clReleaseMemObject(answers);
    clReleaseKernel(k);
}

// Parts of images, with and without a pitch, by the host alone.
static void copies(void)
{
    cl_mem a = plane(CL_RGBA, CL_UNORM_INT8, w, h, picture), b = plane(CL_RGBA, CL_UNORM_INT8, w, h, picture);
    cl_mem bytes = buffer(4 * 6 * 4, NULL);
    static cl_uchar patch[4][64], back[4][6][4];
    for (int i = 0; i < 4 * 64; i++)
        (&patch[0][0])[i] = (cl_uchar)(i * 3);
    size_t origin[3] = {2, 3, 0}, other[3] = {9, 1, 0}, region[3] = {6, 4, 1}, pitch, size;
    check(clEnqueueWriteImage(queue, a, CL_TRUE, origin, region, 64, 0, patch, 0, NULL, NULL), "clEnqueueWriteImage");
    check(clEnqueueCopyImage(queue, a, b, origin, other, region, 0, NULL, NULL), "clEnqueueCopyImage");
    check(clEnqueueCopyImageToBuffer(queue, b, bytes, other, region, 0, 0, NULL, NULL), "clEnqueueCopyImageToBuffer");
    fetch(bytes, sizeof back, back);
    printf("copies: %d %d", back[0][0][0] == patch[0][0], back[3][5][3] == patch[3][23]);
    check(clEnqueueCopyBufferToImage(queue, bytes, a, 0, other, region, 0, NULL, NULL), "clEnqueueCopyBufferToImage");
    cl_int status;
    cl_uchar *mapped = clEnqueueMapImage(queue, a, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, other, region, &pitch, NULL, 0, NULL, NULL, &status);
    check(status, "clEnqueueMapImage");
    printf(" %d", mapped[3 * pitch + 23] == patch[3][23]);
    mapped[pitch] = 77;
    check(clEnqueueUnmapMemObject(queue, a, mapped, 0, NULL, NULL), "clEnqueueUnmapMemObject");
    fetch_image(a, w, h, got);
    check(clGetImageInfo(a, CL_IMAGE_WIDTH, sizeof size, &size, NULL), "clGetImageInfo");
    printf(" %d %zu\n", got[2][9][0], size);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(bytes);
}

int main(void)
{
    start("images.cl", "");
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int c = 0; c < 4; c++)
                picture[y][x][c] = (cl_uchar)(x * 11 + y * 17 + c * 50);
    blurred();
    turned();
    sampled();
    integers();
    others();
    formats();
    copies();
    verdict("images", 0);
}
