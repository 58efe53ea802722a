static float weight(int k)
{
#ifdef HEAVY
    return 2.0f * k;
#else
    return 1.0f * k;
#endif
}
