#define ROWS 12
#define COLUMNS 20
extern int cells[ROWS][COLUMNS];
extern int limit;
void update(int by);
