//@ run: cpu h200
// Textures of the host's making: linear memory, a pitched plane and arrays;
// points and what lies between them; fractions that repeat and mirror; vectors,
// and bytes read as fractions.
#include <stdio.h>
#include <string.h>

#define W 16
#define H 8

__global__ void by_number(float *out, cudaTextureObject_t row)
{
    int i = threadIdx.x;
    out[i] = tex1Dfetch<float>(row, i - 4);
}

__global__ void points(float *out, cudaTextureObject_t plane)
{
    int x = threadIdx.x, y = blockIdx.x;
    out[y * W + x] = tex2D<float>(plane, x - 1 + 0.5f, y + 2 + 0.5f);
}

__global__ void between(float *out, cudaTextureObject_t plane)
{
    int x = threadIdx.x, y = blockIdx.x;
    out[y * W + x] = tex2D<float>(plane, x + 0.75f, y + 0.25f);
}

__global__ void fractions(float *out, cudaTextureObject_t row)
{
    int i = threadIdx.x;
    out[i] = tex1D<float>(row, (i - 8 + 0.5f) / W);
}

__global__ void colours(float4 *out, cudaTextureObject_t picture)
{
    int i = threadIdx.x;
    float4 c = tex2D<float4>(picture, i + 0.5f, 0.5f);
    out[i] = make_float4(c.x, c.y, c.z, c.w);
}

static float host[W * H], back[W * H * 4];

static void print(const char *what, const float *device, int n)
{
    double sum = 0;
    cudaMemcpy(back, device, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        sum += back[i] * (i + 1);
    printf("%s: %g %g %g … %g, %.4f\n", what, back[0], back[1], back[4], back[n - 1], sum);
}

static cudaTextureObject_t on_array(cudaArray_t array, cudaTextureAddressMode mode, cudaTextureFilterMode filter,
                                    cudaTextureReadMode read, int normalized)
{
    struct cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    struct cudaTextureDesc texture;
    memset(&texture, 0, sizeof(texture));
    texture.addressMode[0] = texture.addressMode[1] = mode;
    texture.filterMode = filter;
    texture.readMode = read;
    texture.normalizedCoords = normalized;
    cudaTextureObject_t object = 0;
    cudaError_t status = cudaCreateTextureObject(&object, &resource, &texture, NULL);
    if (status != cudaSuccess)
        printf("%s\n", cudaGetErrorString(status));
    return object;
}

static void of_arrays(float *out)
{
    cudaArray_t plane, row, picture;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&plane, &format, W, H);
    cudaMemcpy2DToArray(plane, 0, 0, host, W * sizeof(float), W * sizeof(float), H, cudaMemcpyHostToDevice);
    cudaMallocArray(&row, &format, W);
    cudaMemcpy2DToArray(row, 0, 0, host, W * sizeof(float), W * sizeof(float), 1, cudaMemcpyHostToDevice);

    cudaTextureObject_t clamp =
        on_array(plane, cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeElementType, 0);
    points<<<H, W>>>(out, clamp);
    print("clamped", out, W * H);
    cudaTextureObject_t border =
        on_array(plane, cudaAddressModeBorder, cudaFilterModePoint, cudaReadModeElementType, 0);
    points<<<H, W>>>(out, border);
    print("border", out, W * H);
    cudaTextureObject_t linear =
        on_array(plane, cudaAddressModeClamp, cudaFilterModeLinear, cudaReadModeElementType, 0);
    between<<<H, W>>>(out, linear);
    print("between", out, W * H);
    cudaTextureObject_t wrap = on_array(row, cudaAddressModeWrap, cudaFilterModePoint, cudaReadModeElementType, 1);
    fractions<<<1, 32>>>(out, wrap);
    print("repeated", out, 32);
    cudaTextureObject_t mirror =
        on_array(row, cudaAddressModeMirror, cudaFilterModeLinear, cudaReadModeElementType, 1);
    fractions<<<1, 32>>>(out, mirror);
    print("mirrored", out, 32);

    uchar4 colour[4] = {{0, 51, 102, 255}, {255, 0, 0, 0}, {1, 2, 3, 4}, {10, 20, 30, 40}};
    cudaChannelFormatDesc bytes = cudaCreateChannelDesc<uchar4>();
    cudaMallocArray(&picture, &bytes, 4, 1);
    cudaMemcpy2DToArray(picture, 0, 0, colour, sizeof(colour), sizeof(colour), 1, cudaMemcpyHostToDevice);
    cudaTextureObject_t rgba =
        on_array(picture, cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeNormalizedFloat, 0);
    colours<<<1, 4>>>((float4 *)out, rgba);
    print("colours", out, 16);
    // Between whole numbers there is nothing.
    on_array(picture, cudaAddressModeClamp, cudaFilterModeLinear, cudaReadModeElementType, 0);

    cudaTextureObject_t all[] = {clamp, border, linear, wrap, mirror, rgba};
    for (int i = 0; i < 6; i++)
        cudaDestroyTextureObject(all[i]);
    cudaFreeArray(plane);
    cudaFreeArray(row);
    cudaFreeArray(picture);
}

int main(void)
{
    float *out, *row, *plane;
    size_t pitch;
    for (int i = 0; i < W * H; i++)
        host[i] = i % 23;
    cudaMalloc(&out, sizeof back);
    cudaMalloc(&row, W * sizeof(float));
    cudaMemcpy(row, host, W * sizeof(float), cudaMemcpyHostToDevice);
    cudaMallocPitch(&plane, &pitch, W * sizeof(float), H);
    cudaMemcpy2D(plane, pitch, host, W * sizeof(float), W * sizeof(float), H, cudaMemcpyHostToDevice);

    cudaResourceDesc resource = {};
    cudaTextureDesc texture = {};
    cudaTextureObject_t linear, pitched;
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = row;
    resource.res.linear.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    resource.res.linear.sizeInBytes = W * sizeof(float);
    texture.readMode = cudaReadModeElementType;
    cudaCreateTextureObject(&linear, &resource, &texture, nullptr);
    by_number<<<1, 24>>>(out, linear);
    print("by number", out, 24);
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = plane;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = W;
    resource.res.pitch2D.height = H;
    resource.res.pitch2D.pitchInBytes = pitch;
    texture.addressMode[0] = texture.addressMode[1] = cudaAddressModeClamp;
    cudaCreateTextureObject(&pitched, &resource, &texture, nullptr);
    points<<<H, W>>>(out, pitched);
    print("pitched", out, W * H);
    of_arrays(out);
    cudaDestroyTextureObject(linear);
    cudaDestroyTextureObject(pitched);
    cudaFree(out);
    cudaFree(row);
    cudaFree(plane);
    return 0;
}
