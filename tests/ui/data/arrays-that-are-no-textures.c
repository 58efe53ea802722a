// A texture has one or two dimensions and elements that the device fetches.
struct pair { int x, y; };
float volume[4][4][4], single, image[8][8], line[64];
double wide[64];
struct pair pairs[64];
int whole[64];

void f(float b[64])
{
#pragma hicuda global alloc b[*]
#pragma hicuda texture copyin volume[*][*][*]     //~ E0740 `volume` cannot be a texture
#pragma hicuda texture copyin single              //~ E0740 `single` cannot be a texture
#pragma hicuda texture copyin wide[*]             //~ E0740 `wide` cannot be a texture
#pragma hicuda texture copyin pairs[*]            //~ E0740 `pairs` cannot be a texture
#pragma hicuda texture copyin whole[*] filter(linear)    //~ E0740 `whole` cannot be a texture
#pragma hicuda texture copyin image[*][*] filter(linear)
#pragma hicuda texture copyin line[*]
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        b[i] = volume[0][0][i % 4] + single + wide[i] + pairs[i].x + whole[i] + image[i / 8][i % 8] + line[i];
#pragma hicuda kernel_end
#pragma hicuda texture remove volume single wide pairs whole image line
#pragma hicuda global copyout b[*]
#pragma hicuda global free b
}
