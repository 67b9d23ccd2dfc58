/*
 * nothing.c: a program that a layer is linked into, to see that it links.
 */
int main(void)
{
    return 0;
}
