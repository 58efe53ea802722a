__kernel void fault(__global float *a)
{
    if (get_local_id(0) < 16) {
        a[get_global_id(0)] = 1;
        barrier(CLK_LOCAL_MEM_FENCE); //~ E0805
    }
}
