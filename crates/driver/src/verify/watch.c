// What `run --verify` compiles with a program: it tells whoever started the program what arrays
// hold, on the channel whose number is in WARPLOOM_WATCH. See `records.rs` for the form.
//
// The program on the target and the sequential one have the same calls at the same places. A copy
// without a `device` is a sequential program's: the host's array is what the device copy would be.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void reader(void *to, const void *from, unsigned long bytes);

enum { TRANSFER = 1, KERNEL, WRITTEN, FREED };

struct run {
    const char *start;
    size_t pitch, width, count;
};

struct section {
    unsigned lo, hi;
    const char *name, *layout;
    int dims;
    long ranges[64];
    struct run *runs;
    size_t run_count, room;
};

static struct section section;

static struct copy {
    struct section section;
    size_t number, bytes;
    const void *host;
    const char *device;
    reader *read;
    char *before;
    struct copy *next;
} *copies;

static void *memory(void *old, size_t bytes)
{
    void *block = realloc(old, bytes ? bytes : 1);
    if (!block) {
        fprintf(stderr, "--verify: out of memory (%zu bytes)\n", bytes);
        exit(EXIT_FAILURE);
    }
    return block;
}

static void put(const void *bytes, size_t count)
{
    static int channel = -2;
    const char *next = bytes;
    if (channel == -2) {
        const char *number = getenv("WARPLOOM_WATCH");
        channel = number ? atoi(number) : -1;
    }
    while (channel >= 0 && count > 0) {
        ssize_t written = write(channel, next, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            channel = -1;
            return;
        }
        next += written;
        count -= written;
    }
}

static size_t bytes_of(const struct section *s)
{
    size_t bytes = 0;
    for (size_t i = 0; i < s->run_count; i++)
        bytes += s->runs[i].width * s->runs[i].count;
    return bytes;
}

static char *gathered(const struct section *s)
{
    char *all = memory(NULL, bytes_of(s)), *to = all;
    for (size_t i = 0; i < s->run_count; i++)
        for (size_t row = 0; row < s->runs[i].count; row++, to += s->runs[i].width)
            memcpy(to, s->runs[i].start + row * s->runs[i].pitch, s->runs[i].width);
    return all;
}

static void tell(int kind, size_t number, const struct section *s, size_t bytes)
{
    unsigned long head[8] = {kind, number, s->lo, s->hi, strlen(s->name), strlen(s->layout), s->dims, bytes};
    put(head, sizeof head);
    put(s->name, head[4]);
    put(s->layout, head[5]);
    put(s->ranges, 2 * s->dims * sizeof *s->ranges);
}

void hicuda_watch_section(unsigned lo, unsigned hi, const char *name, const char *layout, int dims, const long *ranges)
{
    section.lo = lo;
    section.hi = hi;
    section.name = name;
    section.layout = layout;
    section.dims = dims > 32 ? 32 : dims;
    memcpy(section.ranges, ranges, 2 * section.dims * sizeof *ranges);
    section.run_count = 0;
}

void hicuda_watch_run(const void *host, unsigned long pitch, unsigned long width, unsigned long count)
{
    if (section.run_count == section.room) {
        section.room = 2 * section.room + 1;
        section.runs = memory(section.runs, section.room * sizeof *section.runs);
    }
    section.runs[section.run_count++] = (struct run){host, pitch, width, count};
}

void hicuda_watch_transfer(void)
{
    size_t bytes = bytes_of(&section);
    char *values = gathered(&section);
    tell(TRANSFER, 0, &section, bytes);
    put(values, bytes);
    free(values);
}

void hicuda_watch_remember(const void *host, const void *device, reader *read)
{
    static size_t number;
    struct copy *copy = memory(NULL, sizeof *copy), **end = &copies;
    *copy = (struct copy){section, number++, bytes_of(&section), host, device, read, NULL, NULL};
    copy->section.runs = memory(NULL, section.run_count * sizeof *section.runs);
    if (section.run_count)
        memcpy(copy->section.runs, section.runs, section.run_count * sizeof *section.runs);
    while (*end)
        end = &(*end)->next;
    *end = copy;
}

void hicuda_watch_forget(unsigned lo, unsigned hi, const void *host)
{
    for (struct copy **at = &copies; *at; at = &(*at)->next)
        if ((*at)->host == host) {
            struct copy *copy = *at;
            char *values = gathered(&copy->section);
            copy->section.lo = lo;
            copy->section.hi = hi;
            tell(FREED, copy->number, &copy->section, copy->bytes);
            put(values, copy->bytes);
            *at = copy->next;
            free(values);
            free(copy->section.runs);
            free(copy);
            return;
        }
}

static char *present(const struct copy *copy)
{
    char *values;
    if (!copy->device)
        return gathered(&copy->section);
    values = memory(NULL, copy->bytes);
    if (copy->bytes)
        copy->read(values, copy->device, copy->bytes);
    return values;
}

static int is_among(const struct copy *copy, const void *const *device)
{
    if (!device)
        return 1;
    for (; *device; device++)
        if ((size_t)((const char *)*device - copy->device) < (copy->bytes ? copy->bytes : 1))
            return 1;
    return 0;
}

void hicuda_watch_kernel(unsigned lo, unsigned hi, int is_after, const void *const *device)
{
    struct section mark = {lo, hi, "", "", 0, {0}, NULL, 0, 0};
    if (is_after)
        tell(KERNEL, 0, &mark, 0);
    for (struct copy *copy = copies; copy; copy = copy->next) {
        char *now;
        if (!is_among(copy, device))
            continue;
        now = present(copy);
        if (is_after && copy->before) {
            copy->section.lo = lo;
            copy->section.hi = hi;
            tell(WRITTEN, copy->number, &copy->section, 2 * copy->bytes);
            put(copy->before, copy->bytes);
            put(now, copy->bytes);
        }
        free(copy->before);
        copy->before = is_after ? NULL : now;
        if (is_after)
            free(now);
    }
}
