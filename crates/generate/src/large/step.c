
/* One step of @, on arrays that the caller has on the device. */
void @_step(float *to, const float *from, int rows, int columns) {
#pragma hicuda kernel @_kernel tblock($A, $B) thread(8, 16)
#pragma hicuda loop_partition over_tblock over_thread
  for (int i = 1; i < rows - 1; i++) {
#pragma hicuda loop_partition over_tblock over_thread
    for (int j = 1; j < columns - 1; j++) {
      float around = from[(i - 1) * columns + j] + from[(i + 1) * columns + j];
      float beside = from[i * columns + j - 1] + from[i * columns + j + 1];
      to[i * columns + j] = 0.25f * (around + beside) + 0.0$D * from[i * columns + j];
    }
  }
#pragma hicuda kernel_end
}
