__kernel void fault(__global float *a)
{
    for (int i = 0; i < get_local_id(0) % 3; i++) {
        a[get_global_id(0)] += 1;
        barrier(CLK_GLOBAL_MEM_FENCE); //~ E0805
    }
}
