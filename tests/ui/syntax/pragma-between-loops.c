//@ dump: ast
// A directive belongs to the loop below it, also between two `for` lines.
void scale(float a[8][8])
{
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 8; i++)
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 8; j++)
            a[i][j] *= 2;
}
