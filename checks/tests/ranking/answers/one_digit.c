/* Wrong: the length of a run has one digit. */
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        for (const char *letter = line; *letter;) {
            int count = 1;
            while (letter[count] == *letter) count++;
            printf("%c%c", *letter, '0' + count % 10);
            letter += count;
        }
        puts("");
        fflush(stdout);
    }
    return 0;
}
