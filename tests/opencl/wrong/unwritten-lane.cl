__kernel void fault(__global float4 *a)
{
    int i = get_global_id(0);
    float4 v;
    if (i < 16) {
        v.xy = a[i].xy;
        a[i] = v; //~ E0803
    }
}
