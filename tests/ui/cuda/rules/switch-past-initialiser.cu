// Nor is there one by `case`.
int main(int argc, char **argv)
{
    switch (argc) {
    case 1:
        int n = 4;
        return n;
    case 2: //~ E0939 this jump passes the initialiser of `n`
        return 3;
    }
    return 0;
}
