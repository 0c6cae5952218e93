// The peer of Motion.swift with notcurses' planes, in true color.
//
//     planes drift|drag|idle [FRAMES]
//
// Draws a frame each 16 ms, or a number of frames without a pause.
#include <locale.h>
#include <notcurses/notcurses.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { height = 12, width = 40, windows = 8 };

/// Waits until 16 ms after the last time, whatever the frame took.
static void wait_for_tick(void) {
    static struct timespec tick;
    if (tick.tv_sec == 0) clock_gettime(CLOCK_MONOTONIC, &tick);
    tick.tv_nsec += 16000000;
    if (tick.tv_nsec >= 1000000000) tick.tv_sec++, tick.tv_nsec -= 1000000000;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &tick, NULL);
}

int main(int count, char **words) {
    if (count < 2) return 1;
    int first = strcmp(words[1], "drift") == 0 ? 0 : strcmp(words[1], "drag") == 0 ? windows - 1 : windows;
    long frames = count > 2 ? atol(words[2]) : -1;
    setlocale(LC_ALL, "C.UTF-8");
    notcurses_options options = {.flags = NCOPTION_SUPPRESS_BANNERS | NCOPTION_DRAIN_INPUT};
    struct notcurses *terminal = notcurses_core_init(&options, NULL);
    if (!terminal) return 1;
    unsigned rows, columns;
    struct ncplane *page = notcurses_stddim_yx(terminal, &rows, &columns);
    for (unsigned y_ = 0; y_ < rows; y_++) {
        unsigned shade = 8 + 10 * (y_ % 24);
        ncplane_set_fg_rgb8(page, 188, 188, 188);
        ncplane_set_bg_rgb8(page, shade, shade, shade);
        for (unsigned x_ = 0; x_ < columns; x_++) ncplane_putchar_yx(page, y_, x_, '!' + (x_ * 7 + y_ * 13) % 90);
    }
    struct ncplane *planes[windows];
    int x[windows], y[windows], dx[windows], dy[windows];
    for (int i = 0; i < windows; i++) {
        x[i] = i * 17 % (columns - width);
        y[i] = i * 5 % (rows - height);
        dx[i] = i % 2 == 1 ? 1 : -1;
        dy[i] = i % 3 != 0 ? 1 : -1;
        ncplane_options place = {.y = y[i], .x = x[i], .rows = height, .cols = width};
        struct ncplane *plane = planes[i] = ncplane_create(page, &place);
        uint64_t channels = NCCHANNELS_INITIALIZER(255, 255, 255, 20 + 25 * i, 90 - 8 * i, 60 + 20 * i);
        ncplane_set_base(plane, " ", 0, channels);
        ncplane_set_channels(plane, channels);
        ncplane_perimeter_rounded(plane, 0, channels, 0);
        ncplane_printf_yx(plane, 1, 2, "window %d level %d", i, i * 1000);
        for (int row = 2; row < height - 1; row++) ncplane_printf_yx(plane, row, 2, "row %d lorem ipsum dolor", row);
    }
    notcurses_render(terminal);
    for (long step = 0; step != frames; step++) {
        for (int i = first; i < windows; i++) {
            if (x[i] + dx[i] < 0 || x[i] + dx[i] > (int)columns - width) dx[i] = -dx[i];
            if (y[i] + dy[i] < 0 || y[i] + dy[i] > (int)rows - height) dy[i] = -dy[i];
            ncplane_move_yx(planes[i], y[i] += dy[i], x[i] += dx[i]);
        }
        if (first == 0 && step % 30 == 0) ncplane_move_top(planes[step / 30 % windows]);
        notcurses_render(terminal);
        if (frames < 0) wait_for_tick();
    }
    notcurses_stop(terminal);
}
