/* Makes one call of the C library fail, or ends the process there.
 *
 *   FAULT="write 2 28"     the second write to a file fails with error 28, as all after it do
 *   FAULT="rename 1 -9"    the first rename ends the process by signal 9
 *
 * Only in processes whose program is called FAULT_IN. FAULT_LOG is made when it happens. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static int seen;

/* Does this call fail? */
static int fails(const char *call)
{
    static char wanted[32];
    static int number, what, is_read;
    if (!is_read) {
        const char *fault = getenv("FAULT"), *in = getenv("FAULT_IN");
        is_read = 1;
        if (!fault || !in || strcmp(program_invocation_short_name, in)
            || sscanf(fault, "%31s %d %d", wanted, &number, &what) != 3)
            wanted[0] = 0;
    }
    if (strcmp(wanted, call) || __sync_add_and_fetch(&seen, 1) < number)
        return 0;
    const char *log = getenv("FAULT_LOG");
    if (log)
        close((int)syscall(SYS_openat, AT_FDCWD, log, O_CREAT | O_WRONLY, 0666));
    if (what < 0) {
        kill(getpid(), -what);
        /* Another thread may be the one that cleans up. */
        sleep(5);
        return 0;
    }
    errno = what;
    return 1;
}

static int is_file(int fd)
{
    struct stat found;
    return fstat(fd, &found) == 0 && S_ISREG(found.st_mode);
}

#define REAL(type, name, ...) ((type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name))

ssize_t write(int fd, const void *bytes, size_t count)
{
    if (is_file(fd) && fails("write"))
        return -1;
    return REAL(ssize_t, "write", int, const void *, size_t)(fd, bytes, count);
}

static int opened(const char *name, const char *path, int flags, mode_t mode)
{
    if (flags & (O_WRONLY | O_RDWR | O_CREAT) && strncmp(path, "/dev/", 5) && fails("open"))
        return -1;
    return REAL(int, name, const char *, int, mode_t)(path, flags, mode);
}

int open(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return opened("open", path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return opened("open64", path, flags, mode);
}

int rename(const char *from, const char *to)
{
    return fails("rename") ? -1 : REAL(int, "rename", const char *, const char *)(from, to);
}

int mkdir(const char *path, mode_t mode)
{
    return fails("mkdir") ? -1 : REAL(int, "mkdir", const char *, mode_t)(path, mode);
}

int fsync(int fd)
{
    return fails("fsync") ? -1 : REAL(int, "fsync", int)(fd);
}

int fdatasync(int fd)
{
    return fails("fsync") ? -1 : REAL(int, "fdatasync", int)(fd);
}
