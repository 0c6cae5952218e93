// The peer of Motion.swift: windows that move over a background of text, with ncurses panels, a step each 16 ms.
//
//     panels WINDOWS
#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <locale.h>
#include <panel.h>
#include <poll.h>
#include <stdlib.h>

enum { most = 64 };

int main(int count, char **words) {
    int windows = count > 1 ? atoi(words[1]) : 8;
    if (windows > most) windows = most;
    setlocale(LC_ALL, "C.UTF-8");
    initscr();
    start_color();
    use_default_colors();
    curs_set(0);
    int rows, columns;
    getmaxyx(stdscr, rows, columns);
    int height = 12, width = columns - 4 < 40 ? columns - 4 : 40;
    for (int i = 0; i < 24; i++) init_pair(40 + i, 250, 232 + i);
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns && (y < rows - 1 || x < columns - 1); x++) {
            mvaddch(y, x, (' ' + 1 + (x * 7 + y * 13) % 90) | COLOR_PAIR(40 + y % 24));
        }
    }
    PANEL *panels[most];
    int x[most], y[most], dx[most], dy[most];
    for (int i = 0; i < windows; i++) {
        x[i] = i * 17 % (columns - width);
        y[i] = i * 5 % (rows - height);
        dx[i] = i % 2 == 0 ? -1 : 1;
        dy[i] = i % 3 == 0 ? -1 : 1;
        init_pair(10 + i, 15, 17 + i * 6);
        WINDOW *window = newwin(height, width, y[i], x[i]);
        wbkgd(window, COLOR_PAIR(10 + i));
        mvwprintw(window, 0, 2, "window %d", i);
        for (int row = 1; row < height; row++) mvwprintw(window, row, 2, "row %d lorem ipsum dolor", row);
        panels[i] = new_panel(window);
    }
    while (1) {
        for (int i = 0; i < windows; i++) {
            if (x[i] + dx[i] < 0 || x[i] + dx[i] > columns - width) dx[i] = -dx[i];
            if (y[i] + dy[i] < 0 || y[i] + dy[i] > rows - height) dy[i] = -dy[i];
            move_panel(panels[i], y[i] += dy[i], x[i] += dx[i]);
        }
        update_panels();
        doupdate();
        poll(NULL, 0, 16);
    }
}
