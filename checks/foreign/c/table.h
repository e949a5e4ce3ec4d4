/* A hash table from numbers to numbers: open addressing, and tombstones for what was deleted. */

#ifndef TABLE_H
#define TABLE_H

#include <stdint.h>

/* What a table gets wrong. A library would not have this; a check needs both the right and the wrong. */
enum table_mistake {
    TABLE_RIGHT,
    /* Deletion leaves no tombstone, so that a search does not come to what lies behind it. */
    TABLE_LEAVES_NO_TOMBSTONE,
    /* Tombstones do not count when a table grows. If no slot is empty, a search does not end. */
    TABLE_COUNTS_NO_TOMBSTONES,
    /* A search goes on to the slot after the last one. */
    TABLE_WRAPS_LATE
};

struct table;

/* NULL if there is no memory. */
struct table *table_new(enum table_mistake mistake);
void table_free(struct table *table);

/* These return 1 if the key was there, and set what it stood for; 0 if it was not. */
int table_get(const struct table *table, int32_t key, int32_t *value);
int table_delete(struct table *table, int32_t key, int32_t *old);
/* Also -1, if there is no memory. */
int table_put(struct table *table, int32_t key, int32_t value, int32_t *old);

/* How many keys there are. */
uint32_t table_count(const struct table *table);

#endif
