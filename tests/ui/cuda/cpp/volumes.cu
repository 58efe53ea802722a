//@ run: processor
// Textures of three dimensions and of layers, and surfaces that kernels write.
#include <iostream>
#include <vector>

__global__ void sample(cudaTextureObject_t volume, cudaTextureObject_t layers, float *out)
{
    out[0] = tex3D<float>(volume, 1.5f, 2.5f, 1.5f);
    out[1] = tex3D<float>(volume, 1.5f, 2.5f, 2.0f);
    out[2] = tex3D<float>(volume, 1.5f, 2.5f, 9.0f);
    out[3] = tex2DLayered<float>(layers, 1.5f, 2.5f, 2);
    out[4] = tex2DLayered<float>(layers, 2.0f, 2.5f, 0);
}

__global__ void draw(cudaSurfaceObject_t surface, int width, int height)
{
    int x = threadIdx.x, y = threadIdx.y;
    if (x < width && y < height) {
        int before;
        surf2Dread(&before, surface, x * 4, y);
        surf2Dwrite(before + 10 * y + x, surface, x * 4, y, cudaBoundaryModeTrap);
    }
    surf2Dwrite(99, surface, (x + width) * 4, y, cudaBoundaryModeZero);
}

int main()
{
    const cudaExtent extent = make_cudaExtent(4, 4, 3);
    std::vector<float> host(48);
    for (int i = 0; i < 48; i++)
        host[i] = (float)i;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaTextureObject_t textures[2];
    for (int i = 0; i < 2; i++) {
        cudaArray_t array;
        cudaMalloc3DArray(&array, &format, extent, i == 0 ? cudaArrayDefault : cudaArrayLayered);
        cudaMemcpy3DParms copy = {};
        copy.srcPtr = make_cudaPitchedPtr(host.data(), 4 * sizeof(float), 4, 4);
        copy.dstArray = array;
        copy.extent = extent;
        copy.kind = cudaMemcpyHostToDevice;
        cudaMemcpy3D(&copy);
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array;
        cudaTextureDesc texture = {};
        texture.filterMode = cudaFilterModeLinear;
        for (int d = 0; d < 3; d++)
            texture.addressMode[d] = cudaAddressModeClamp;
        cudaCreateTextureObject(&textures[i], &resource, &texture, NULL);
    }
    float *out, back[5];
    cudaMalloc(&out, sizeof back);
    sample<<<1, 1>>>(textures[0], textures[1], out);
    cudaMemcpy(back, out, sizeof back, cudaMemcpyDeviceToHost);
    for (float value : back)
        std::cout << value << " ";
    std::cout << "\n";

    cudaChannelFormatDesc whole = cudaCreateChannelDesc<int>();
    cudaArray_t picture;
    cudaMallocArray(&picture, &whole, 3, 2, cudaArraySurfaceLoadStore);
    int pixels[6] = {100, 200, 300, 400, 500, 600};
    cudaMemcpy2DToArray(picture, 0, 0, pixels, 12, 12, 2, cudaMemcpyHostToDevice);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = picture;
    cudaSurfaceObject_t surface;
    cudaCreateSurfaceObject(&surface, &resource);
    draw<<<1, dim3(4, 4)>>>(surface, 3, 2);
    cudaMemcpy2DFromArray(pixels, 12, picture, 0, 0, 12, 2, cudaMemcpyDeviceToHost);
    for (int pixel : pixels)
        std::cout << pixel << " ";
    std::cout << "\n";
    return cudaDestroySurfaceObject(surface) + cudaFreeArray(picture);
}
