//@ run: processor
// What a stream captures runs each time its graph is launched, and not before.
#include <iostream>
#include <vector>

__global__ void add(int *a, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += by;
}

int main()
{
    const int n = 100;
    std::vector<int> host(n, 1), back(n);
    int *a;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&a, n * sizeof(int));

    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(a, host.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream);
    for (int by = 1; by <= 3; by++)
        add<<<4, 32, 0, stream>>>(a, n, by);
    cudaMemcpyAsync(back.data(), a, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamEndCapture(stream, &graph);
    std::cout << "captured " << back[99] << "\n";

    cudaGraphInstantiate(&ready, graph, NULL, NULL, 0);
    for (int time = 0; time < 3; time++) {
        cudaGraphLaunch(ready, stream);
        cudaStreamSynchronize(stream);
        std::cout << back[0] << " " << back[99] << "\n";
        host[99] += 100;
    }

    cudaGraph_t built;
    cudaGraphNode_t node;
    cudaMemsetParams zero = {};
    zero.dst = a, zero.value = 7, zero.elementSize = 4, zero.width = n, zero.height = 1;
    cudaGraphCreate(&built, 0);
    cudaGraphAddMemsetNode(&node, built, NULL, 0, &zero);
    cudaGraphAddMemcpyNode1D(&node, built, &node, 1, back.data(), a, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaGraphExec_t other;
    cudaGraphInstantiate(&other, built, 0);
    cudaGraphLaunch(other, stream);
    size_t count = 0;
    cudaGraphGetNodes(built, NULL, &count);
    std::cout << back[50] << " by " << count << " nodes\n";

    // A kernel as a node, its arguments as they are when they are given.
    int by = 10, size = n;
    void *arguments[] = {&a, &size, &by};
    cudaKernelNodeParams kernel = {0};
    kernel.func = (void *)add;
    kernel.gridDim = dim3(4), kernel.blockDim = dim3(32);
    kernel.kernelParams = arguments;
    cudaGraph_t of_kernels;
    cudaGraphExec_t first;
    cudaGraphCreate(&of_kernels, 0);
    cudaGraphAddKernelNode(&node, of_kernels, NULL, 0, &kernel);
    by = 1000;
    cudaGraphInstantiate(&first, of_kernels, 0);
    cudaGraphLaunch(first, stream);
    cudaGraphExecKernelNodeSetParams(first, node, &kernel);
    cudaGraphLaunch(first, stream);
    cudaGraphExec_t second;
    cudaGraphInstantiateWithFlags(&second, of_kernels, 0);
    cudaGraphNode_t wrong;
    cudaGraphExecUpdateResult updated;
    if (cudaGraphExecUpdate(second, of_kernels, &wrong, &updated) != cudaSuccess || updated != cudaGraphExecUpdateSuccess)
        return 1;
    cudaGraphLaunch(second, stream);
    const void *lost = (const void *)add;
    cudaLaunchKernel(lost, dim3(4), dim3(32), arguments, 0, stream);
    cudaMemcpy(back.data(), a, n * sizeof(int), cudaMemcpyDeviceToHost);
    std::cout << back[99] << "\n";
    return cudaGraphDestroy(graph) + cudaGraphExecDestroy(ready) + cudaFree(a);
}
