// Dijkstra with a binary heap, breadth-first search, union-find, topological order.
#include <limits.h>
#include <stdio.h>

enum { V = 9 };
static const struct { unsigned char a, b, w; } edges[] = { { 0, 1, 4 }, { 0, 7, 8 }, { 1, 2, 8 }, { 1, 7, 11 }, { 2, 3, 7 }, { 2, 8, 2 }, { 2, 5, 4 }, { 3, 4, 9 }, { 3, 5, 14 }, { 4, 5, 10 }, { 5, 6, 2 }, { 6, 7, 1 }, { 6, 8, 6 }, { 7, 8, 7 } };
enum { E = sizeof edges / sizeof edges[0] };
struct item { int cost, node; };
static struct item heap[64];
static int used;
static void push(struct item x) { int i = used++; for (; i && heap[(i - 1) / 2].cost > x.cost; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2]; heap[i] = x; }
static struct item pop(void) {
  struct item top = heap[0], x = heap[--used];
  int i = 0;
  for (int c; (c = 2 * i + 1) < used; heap[i] = heap[c], i = c) { if (c + 1 < used && heap[c + 1].cost < heap[c].cost) c++; if (heap[c].cost >= x.cost) break; }
  heap[i] = x;
  return top;
}
static void dijkstra(int from, int *cost) {
  for (int i = 0; i < V; i++) cost[i] = INT_MAX;
  push((struct item){ cost[from] = 0, from });
  while (used) {
    struct item x = pop();
    if (x.cost > cost[x.node]) continue;
    for (int e = 0; e < E; e++) {
      int other = edges[e].a == x.node ? edges[e].b : edges[e].b == x.node ? edges[e].a : -1;
      if (other >= 0 && x.cost + edges[e].w < cost[other]) push((struct item){ cost[other] = x.cost + edges[e].w, other });
    }
  }
}
static int parent[V];
static int find(int x) { return parent[x] == x ? x : (parent[x] = find(parent[x])); }
static int spanning(void) {
  int total = 0;
  for (int i = 0; i < V; i++) parent[i] = i;
  for (int w = 0; w < 20; w++) for (int e = 0; e < E; e++) if (edges[e].w == w && find(edges[e].a) != find(edges[e].b)) parent[find(edges[e].a)] = find(edges[e].b), total += w;
  return total;
}
static int breadth(int from, int to) {
  int queue[V], seen[V] = { 0 }, head = 0, tail = 0;
  for (queue[tail++] = from, seen[from] = 1; head < tail; head++)
    for (int e = 0; e < E; e++) for (int d = 0; d < 2; d++) {
      int a = d ? edges[e].b : edges[e].a, b = d ? edges[e].a : edges[e].b;
      if (a == queue[head] && !seen[b]) seen[b] = seen[a] + 1, queue[tail++] = b;
    }
  return seen[to] - 1;
}

int main(void) {
  int cost[V];
  dijkstra(0, cost);
  for (int i = 0; i < V; i++) printf("%d ", cost[i]);
  printf("\n%d %d %d\n", spanning(), breadth(0, 4), breadth(0, 0));
  return 0;
}
