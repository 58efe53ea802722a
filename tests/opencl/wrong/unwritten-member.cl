typedef struct { float a, b; } pair;

__kernel void fault(__global float *a)
{
    int i = get_global_id(0);
    pair set, copy = {1, 2};
    set.a = a[i];
    // A copy of what is set in part is no fault; the copy is set in part, too.
    copy = set;
    a[i] = copy.a + copy.b; //~ E0803
}
