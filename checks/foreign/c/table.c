#include "table.h"

#include <stdio.h>
#include <stdlib.h>

enum state { EMPTY, USED, TOMBSTONE };

struct slot {
    enum state state;
    int32_t key;
    int32_t value;
};

struct table {
    /* One more than the size: a fence, which stays empty unless somebody writes past the end. */
    struct slot *slots;
    /* The size is a power of two; this is its logarithm. */
    unsigned bits;
    /* Slots with a key. */
    uint32_t live;
    /* Slots with a key or a tombstone. A quarter of all slots is empty, where a search ends. */
    uint32_t taken;
    enum table_mistake mistake;
};

/* So few that small programs make a table grow. */
static const unsigned FIRST_BITS = 2;

static uint32_t size(const struct table *table) {
    return UINT32_C(1) << table->bits;
}

static struct slot *new_slots(unsigned bits) {
    return calloc(((size_t)1 << bits) + 1, sizeof(struct slot));
}

static void check_fence(const struct table *table) {
    if (table->slots[size(table)].state != EMPTY) {
        fputs("table: written past the end\n", stderr);
        abort();
    }
}

/* Where a search begins: Knuth's multiplicative hashing. */
static uint32_t home(const struct table *table, int32_t key) {
    return ((uint32_t)key * UINT32_C(2654435769)) >> (32 - table->bits);
}

static uint32_t next(const struct table *table, uint32_t index) {
    uint32_t end = table->mistake == TABLE_WRAPS_LATE ? size(table) + 1 : size(table);
    return index + 1 == end ? 0 : index + 1;
}

/* The slot of a key. If there is none, `room` is where it would go. */
static struct slot *find(const struct table *table, int32_t key, struct slot **room) {
    *room = NULL;
    for (uint32_t index = home(table, key);; index = next(table, index)) {
        struct slot *slot = &table->slots[index];
        if (slot->state == USED && slot->key == key) {
            return slot;
        }
        if (slot->state != USED && *room == NULL) {
            *room = slot;
        }
        if (slot->state == EMPTY) {
            return NULL;
        }
    }
}

static void insert(struct table *table, struct slot *room, int32_t key, int32_t value) {
    table->taken += room->state == EMPTY;
    table->live += 1;
    *room = (struct slot){USED, key, value};
    check_fence(table);
}

/* Moves all keys to new slots: twice as many, or as many if tombstones were the trouble. */
static int grow(struct table *table) {
    struct table new = *table;
    new.bits += 2 * table->live >= size(table);
    new.slots = new_slots(new.bits);
    if (new.slots == NULL) {
        return 0;
    }
    new.live = new.taken = 0;
    for (uint32_t index = 0; index < size(table); index++) {
        struct slot *slot = &table->slots[index], *room;
        if (slot->state == USED && find(&new, slot->key, &room) == NULL) {
            insert(&new, room, slot->key, slot->value);
        }
    }
    free(table->slots);
    *table = new;
    return 1;
}

struct table *table_new(enum table_mistake mistake) {
    struct table *table = malloc(sizeof *table);
    struct slot *slots = new_slots(FIRST_BITS);
    if (table == NULL || slots == NULL) {
        free(table);
        free(slots);
        return NULL;
    }
    *table = (struct table){slots, FIRST_BITS, 0, 0, mistake};
    return table;
}

void table_free(struct table *table) {
    free(table->slots);
    free(table);
}

int table_get(const struct table *table, int32_t key, int32_t *value) {
    struct slot *room, *slot = find(table, key, &room);
    if (slot == NULL) {
        return 0;
    }
    *value = slot->value;
    return 1;
}

int table_put(struct table *table, int32_t key, int32_t value, int32_t *old) {
    int counts_live = table->mistake == TABLE_COUNTS_NO_TOMBSTONES;
    uint32_t taken = counts_live ? table->live : table->taken;
    if (4 * (taken + 1) > 3 * size(table) && !grow(table)) {
        return -1;
    }
    struct slot *room, *slot = find(table, key, &room);
    if (slot == NULL) {
        insert(table, room, key, value);
        return 0;
    }
    *old = slot->value;
    slot->value = value;
    return 1;
}

int table_delete(struct table *table, int32_t key, int32_t *old) {
    struct slot *room, *slot = find(table, key, &room);
    if (slot == NULL) {
        return 0;
    }
    *old = slot->value;
    int empties = table->mistake == TABLE_LEAVES_NO_TOMBSTONE;
    slot->state = empties ? EMPTY : TOMBSTONE;
    table->taken -= empties;
    table->live -= 1;
    return 1;
}

uint32_t table_count(const struct table *table) {
    return table->live;
}
