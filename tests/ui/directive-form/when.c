// The form of `when`.
void f(float a[64], int n)
{
#pragma hicuda when(n > 3) //~ E0404 expected a directive after `hicuda`, found the end of the line
#pragma hicuda when loop_partition over_thread //~ E0404 expected a value in parentheses after `when`, found `loop_partition`
#pragma hicuda when(n > 3) when(n > 4) unroll(2) //~ E0404 expected a directive after `when(…)`, found `when`
#pragma hicuda whn(n > 3) unroll(2) //~ E0401 `whn` is not a directive
#pragma hicuda when(n > 3) kernel_end //~ E0410 `kernel_end` cannot depend on a `when`
#pragma hicuda when(n > 3) shape a[64] //~ E0410 `shape` cannot depend on a `when`
}
