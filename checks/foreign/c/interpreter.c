/* The table for other processes: a line of standard input is a call, a line of standard output what
   it returned.

       put 3 4    none
       get 3      4
       delete 3   4
       count      0

   The first argument is the table's mistake, as a number. With a second one the interpreter makes a
   mistake of its own: only the first digit of a number gets its sign. */

#include "table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int signs_one_digit;

static int32_t number(const char *text) {
    int64_t sign = *text == '-' ? -1 : 1, value = 0;
    text += *text == '-';
    for (const char *digit = text; *digit != '\0'; digit++) {
        int is_signed = digit == text || !signs_one_digit;
        value = 10 * value + (is_signed ? sign : 1) * (*digit - '0');
    }
    return (int32_t)value;
}

static void reply(int result, const int32_t *found) {
    if (result < 0) {
        puts("no memory");
    } else if (result == 0) {
        puts("none");
    } else {
        printf("%" PRId32 "\n", *found);
    }
}

static void answer(struct table *table, const char *call, int32_t key, int32_t value) {
    int32_t found = 0;
    if (strcmp(call, "put") == 0) {
        reply(table_put(table, key, value, &found), &found);
    } else if (strcmp(call, "get") == 0) {
        reply(table_get(table, key, &found), &found);
    } else if (strcmp(call, "delete") == 0) {
        reply(table_delete(table, key, &found), &found);
    } else if (strcmp(call, "count") == 0) {
        printf("%" PRIu32 "\n", table_count(table));
    } else {
        puts("unknown call");
    }
    /* To a pipe, output is kept back until there is much of it. */
    fflush(stdout);
}

int main(int count, char **arguments) {
    int mistake = count > 1 ? atoi(arguments[1]) : TABLE_RIGHT;
    struct table *table = table_new((enum table_mistake)mistake);
    if (table == NULL) {
        return 1;
    }
    signs_one_digit = count > 2;
    char line[80];
    while (fgets(line, sizeof line, stdin) != NULL) {
        char call[16] = "", key[16] = "", value[16] = "";
        sscanf(line, "%15s %15s %15s", call, key, value);
        answer(table, call, number(key), number(value));
    }
    table_free(table);
    return 0;
}
