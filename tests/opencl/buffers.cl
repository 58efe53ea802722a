__kernel void number(__global int *a)
{
    int i = get_global_id(0);
    a[i - (int)get_global_offset(0)] = i;
}

__kernel void twice(__global int *a) { a[get_global_id(0)] *= 2; }

__kernel void copied(__global const float *in, __global float *out, __local float *room)
{
    event_t e = async_work_group_copy(room, in + get_group_id(0) * get_local_size(0), get_local_size(0), 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = room[get_local_size(0) - 1 - get_local_id(0)];
}
