// The peer of Motion.swift with ncurses panels, in 256 colors.
//
//     panels drift|drag|idle [FRAMES]
//
// Draws a frame each 16 ms, or a number of frames without a pause.
#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <locale.h>
#include <panel.h>
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
    initscr();
    start_color();
    use_default_colors();
    curs_set(0);
    int rows, columns;
    getmaxyx(stdscr, rows, columns);
    for (int i = 0; i < 24; i++) init_pair(40 + i, 250, 232 + i);
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns && (y < rows - 1 || x < columns - 1); x++) {
            mvaddch(y, x, ('!' + (x * 7 + y * 13) % 90) | COLOR_PAIR(40 + y % 24));
        }
    }
    PANEL *panels[windows];
    int x[windows], y[windows], dx[windows], dy[windows];
    for (int i = 0; i < windows; i++) {
        x[i] = i * 17 % (columns - width);
        y[i] = i * 5 % (rows - height);
        dx[i] = i % 2 == 1 ? 1 : -1;
        dy[i] = i % 3 != 0 ? 1 : -1;
        init_pair(10 + i, 15, 17 + i * 6);
        WINDOW *window = newwin(height, width, y[i], x[i]);
        wbkgd(window, COLOR_PAIR(10 + i));
        box(window, 0, 0);
        mvwprintw(window, 1, 2, "window %d level %d", i, i * 1000);
        for (int row = 2; row < height - 1; row++) mvwprintw(window, row, 2, "row %d lorem ipsum dolor", row);
        panels[i] = new_panel(window);
    }
    update_panels();
    doupdate();
    for (long step = 0; step != frames; step++) {
        for (int i = first; i < windows; i++) {
            if (x[i] + dx[i] < 0 || x[i] + dx[i] > columns - width) dx[i] = -dx[i];
            if (y[i] + dy[i] < 0 || y[i] + dy[i] > rows - height) dy[i] = -dy[i];
            move_panel(panels[i], y[i] += dy[i], x[i] += dx[i]);
        }
        if (first == 0 && step % 30 == 0) top_panel(panels[step / 30 % windows]);
        update_panels();
        doupdate();
        if (frames < 0) wait_for_tick();
    }
    endwin();
}
