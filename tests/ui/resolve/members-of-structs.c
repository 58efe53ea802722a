// Members that do not exist, and `.` and `->` mixed up: what to write instead.
struct point {
    int x, y;
    union { float width; int count; };
};

int size(struct point p, struct point *q, int n)
{
    int sum = p.widht;  //~ E0307 `struct point` has no member `widht`
    sum += q.x;         //~ E0310 `.` needs a struct or union
    sum += p->y;        //~ E0310 `->` needs a pointer
    return sum + n.x;   //~ E0310 `.x` needs a struct or union
}
