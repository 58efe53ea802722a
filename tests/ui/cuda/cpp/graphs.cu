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
    return cudaGraphDestroy(graph) + cudaGraphExecDestroy(ready) + cudaFree(a);
}
