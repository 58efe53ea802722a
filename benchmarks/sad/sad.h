// Sums of absolute differences, for the full search of a video encoder.
#ifndef SAD_H
#define SAD_H

#ifndef WIDTH
#define WIDTH 48
#endif
#ifndef HEIGHT
#define HEIGHT 32
#endif

#define REACH 16                        // pixels searched to each side
#define SIDE (2 * REACH + 1)
#define POSITIONS (SIDE * SIDE)
#define ROW 1092                        // positions of a block, padded
#define ACROSS (WIDTH / 16)
#define DOWN (HEIGHT / 16)

typedef unsigned short pixel;

// `reference` has its border repeated `REACH` pixels wide. The results are named
// by the height and width of the blocks; there is one sum for every macroblock,
// block and position.
void search(const pixel current[HEIGHT][WIDTH], const pixel reference[HEIGHT + 2 * REACH][WIDTH + 2 * REACH],
            pixel sad16x16[DOWN][ACROSS][ROW], pixel sad8x16[DOWN][ACROSS][2][ROW],
            pixel sad16x8[DOWN][ACROSS][2][ROW], pixel sad8x8[DOWN][ACROSS][4][ROW],
            pixel sad4x8[DOWN][ACROSS][8][ROW], pixel sad8x4[DOWN][ACROSS][8][ROW],
            pixel sad4x4[DOWN][ACROSS][16][ROW]);

#endif
