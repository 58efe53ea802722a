// halo.c for an MPI that knows device memory (CUDA-aware): the ends of the parts
// travel from device to device, without a copy to the host in between.
//
//   CC=mpicc warploom build halo_on_device.c -o halo && mpirun -n 2 ./halo
#include <mpi.h>
#include <stdio.h>

#define CELLS 512
#define STEPS 200

int main(int argc, char **argv)
{
    int rank, processes;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    int right = rank < processes - 1 ? rank + 1 : MPI_PROC_NULL;

    // A cell of each neighbour on either side.
    static double now[CELLS + 2], next[CELLS + 2];
    now[0] = next[0] = rank == 0 ? 100 : 0;

#pragma hicuda global alloc now[*] copyin
#pragma hicuda global alloc next[*] copyin
    for (int step = 0; step < STEPS; step++) {
#pragma hicuda kernel spread tblock(4) thread(128)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i <= CELLS; i++)
            next[i] = now[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
#pragma hicuda kernel_end
#pragma hicuda kernel keep tblock(4) thread(128)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i <= CELLS; i++)
            now[i] = next[i];
#pragma hicuda kernel_end

        // The library reads and writes the ends where they are, on the device.
#pragma hicuda use_device(now)
        MPI_Sendrecv(&now[1], 1, MPI_DOUBLE, left, 0, &now[CELLS + 1], 1, MPI_DOUBLE, right, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma hicuda use_device(now)
        MPI_Sendrecv(&now[CELLS], 1, MPI_DOUBLE, right, 1, &now[0], 1, MPI_DOUBLE, left, 1,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
#pragma hicuda global copyout now[*]
#pragma hicuda global free now next

    double heat = 0, total = 0;
    for (int i = 1; i <= CELLS; i++)
        heat += now[i];
    MPI_Reduce(&heat, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("heat in the rod of %d cells: %.6f\n", processes * CELLS, total);
    MPI_Finalize();
    return 0;
}
