__kernel void step_bodies(__global float4 *pos, __global float4 *vel, int n, float dt, float eps, __local float4 *tile,
                          __global float4 *new_pos, __global float4 *new_vel)
{
    unsigned int tid = get_local_id(0), gid = get_global_id(0), size = get_local_size(0);
    float4 me = pos[gid];
    float4 acc = (float4)(0.0f, 0.0f, 0.0f, 0.0f);
    for (int first = 0; first < n; first += size) {
        tile[tid] = pos[first + tid];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < size; ++j) {
            float4 r = tile[j] - me;
            float distSqr = dot(r.xyz, r.xyz) + eps;
            float invDist = rsqrt(distSqr);
            float s = tile[j].w * invDist * invDist * invDist;
            acc.xyz += s * r.xyz;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float4 v = vel[gid];
    float4 p = me + v * dt + acc * 0.5f * dt * dt;
    p.w = me.w;
    new_pos[gid] = p;
    new_vel[gid] = v + acc * dt;
}
