//@ needs: mpi
// <mpi.h>: a program that prints the same with any number of processes.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double mine = rank + 1.0, sum = 0;
  MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  int token = rank == 0 ? 42 : 0;
  MPI_Bcast(&token, 1, MPI_INT, 0, MPI_COMM_WORLD);
  int to = (rank + 1) % size, from = (rank + size - 1) % size, got = -1;
  MPI_Status status;
  MPI_Sendrecv(&rank, 1, MPI_INT, to, 7, &got, 1, MPI_INT, from, 7, MPI_COMM_WORLD, &status);
  int ok = got == from && status.MPI_SOURCE == from && status.MPI_TAG == 7, all_ok;
  MPI_Reduce(&ok, &all_ok, 1, MPI_INT, MPI_LAND, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("%d %d %d\n", sum == size * (size + 1) / 2.0, token, all_ok);
  MPI_Finalize();
  return 0;
}
