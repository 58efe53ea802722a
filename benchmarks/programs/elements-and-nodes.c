// Forces of the elements of a mesh on its nodes: gathered by the lists of which corners are at each node.
#include <stdio.h>
#include <stdlib.h>

#define CORNERS 4

struct mesh {
    int elements, nodes;
    int (*node)[CORNERS];
    int *first, *corner;
};

static float stress[4000], force[4000 * CORNERS], at_node[5000], position[5000];

static void element_forces(const struct mesh *mesh)
{
    for (int e = 0; e < mesh->elements; e++) {
        float middle = 0;
        for (int c = 0; c < CORNERS; c++)
            middle += position[mesh->node[e][c]];
        middle /= CORNERS;
        for (int c = 0; c < CORNERS; c++)
            force[e * CORNERS + c] = stress[e] * (middle - position[mesh->node[e][c]]);
    }
}

static void node_forces(const struct mesh *mesh)
{
    for (int n = 0; n < mesh->nodes; n++) {
        float sum = 0;
        for (int k = mesh->first[n]; k < mesh->first[n + 1]; k++)
            sum += force[mesh->corner[k]];
        at_node[n] = sum;
    }
}

int main(void)
{
    int side = 20;
    struct mesh mesh = { side * side, (side + 1) * (side + 1), NULL, NULL, NULL };
    mesh.node = malloc(sizeof *mesh.node * mesh.elements);
    mesh.first = calloc(mesh.nodes + 1, sizeof(int));
    mesh.corner = malloc(sizeof(int) * mesh.elements * CORNERS);
    if (!mesh.node || !mesh.first || !mesh.corner)
        return 1;
    for (int e = 0; e < mesh.elements; e++) {
        int row = e / side, column = e % side, at = row * (side + 1) + column;
        int corners[CORNERS] = { at, at + 1, at + side + 1, at + side + 2 };
        for (int c = 0; c < CORNERS; c++) {
            mesh.node[e][c] = corners[c];
            mesh.first[corners[c] + 1]++;
        }
        stress[e] = 0.5f + (float)(e % 5) * 0.1f;
    }
    for (int n = 0; n < mesh.nodes; n++) {
        mesh.first[n + 1] += mesh.first[n];
        position[n] = (float)(n * 13 % 31);
    }
    int *filled = calloc(mesh.nodes, sizeof(int));
    if (!filled)
        return 1;
    for (int e = 0; e < mesh.elements; e++)
        for (int c = 0; c < CORNERS; c++) {
            int n = mesh.node[e][c];
            mesh.corner[mesh.first[n] + filled[n]++] = e * CORNERS + c;
        }
    for (int t = 0; t < 5; t++) {
        element_forces(&mesh);
        node_forces(&mesh);
        for (int n = 0; n < mesh.nodes; n++)
            position[n] += 0.1f * at_node[n];
    }
    double sum = 0;
    for (int n = 0; n < mesh.nodes; n++)
        sum += position[n] * (double)(n % 3);
    printf("%.5g %.5g\n", sum, position[mesh.nodes / 2]);
    free(mesh.node);
    free(mesh.first);
    free(mesh.corner);
    free(filled);
    return 0;
}
