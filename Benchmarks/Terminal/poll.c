// The least that a frame costs: a program that waits 16 ms in `poll`, and then writes some bytes, or does nothing.
//
//     poll [BYTES]
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

int main(int count, char **words) {
    size_t size = count > 1 ? strtoul(words[1], NULL, 10) : 0;
    char *bytes = malloc(size + 1);
    if (!bytes) return 1;
    memset(bytes, ' ', size);
    // Otherwise the kernel looks at each byte.
    struct termios settings;
    if (tcgetattr(1, &settings) == 0) {
        cfmakeraw(&settings);
        tcsetattr(1, TCSANOW, &settings);
    }
    while (1) {
        poll(0, 0, 16);
        if (size && write(1, bytes, size) < 0) return 1;
    }
}
