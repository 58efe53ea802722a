// The sum goes from one iteration to the next: it stands in the way, as it is read before it is set.
int a[8][8], b[8][8];

int main(void)
{
    int sum = 0;
#pragma hicuda permute(j, i)
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            b[i][j] = sum;
            sum = a[i][j]; //~ E0684 cannot be permuted
        }
    return sum;
}
