/* OpenCL's programs on this processor: Warploom makes a library of a program's source, and its kernels are
   functions of it. */
#define _GNU_SOURCE
#include "cuda_runtime.h"
#include "host.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

const int warploom_open_cl_is_simulator = 0;

static char *contents(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long length;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) >= 0) {
        rewind(file);
        text = calloc((size_t)length + 1, 1);
        if (text != NULL && fread(text, 1, (size_t)length, file) != (size_t)length)
            text[0] = 0;
    }
    if (file != NULL)
        fclose(file);
    return text != NULL ? text : calloc(1, 1);
}

/* Runs the compiler with what it says going to a file. */
static int compile(char *const *words, const char *log)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    if (posix_spawnp(&child, words[0], &actions, NULL, words, environ) == 0)
        waitpid(child, &status, 0);
    posix_spawn_file_actions_destroy(&actions);
    return status;
}

int warploom_open_cl_build(const char *source, const char *options, const struct built_for *what, struct built *built)
{
    char folder[256], path[3][300], first[100], dimensions[50];
    const char *base = getenv("TMPDIR"), *command = getenv("WARPLOOM_COMMAND");
    snprintf(folder, sizeof folder, "%s/warploom-opencl-XXXXXX", base != NULL && *base ? base : "/tmp");
    if (mkdtemp(folder) == NULL) {
        built->log = strdup("there is no folder for temporary files\n");
        return -1;
    }
    const char *names[3] = {"program.cl", "program.so", "log"};
    for (int i = 0; i < 3; i++)
        snprintf(path[i], sizeof path[i], "%s/%s", folder, names[i]);
    FILE *file = fopen(path[0], "wb");
    int status = file == NULL || fwrite(source, 1, strlen(source), file) != strlen(source);
    if (file != NULL)
        status |= fclose(file) != 0;
    snprintf(first, sizeof first, "--work-offset=%zu,%zu,%zu", what->offset[0], what->offset[1], what->offset[2]);
    snprintf(dimensions, sizeof dimensions, "--work-dimensions=%zu", what->dimensions);
    const char *name = "--open-cl-options=";
    char *copy = malloc(strlen(name) + strlen(options) + 1);
    if (copy == NULL)
        return -1;
    strcat(strcpy(copy, name), options);
    char *words[] = {(char *)(command != NULL ? command : WARPLOOM_COMMAND),
                     "build", "-q", "--target", "cpu", copy, first, dimensions, path[0], "-o", path[1], NULL};
    if (status == 0)
        status = compile(words, path[2]);
    built->log = contents(path[2]);
    if (status != 0 && built->log[0] == 0) {
        free(built->log);
        built->log = malloc(400);
        if (built->log != NULL)
            snprintf(built->log, 400, "`%s` could not be run; WARPLOOM_COMMAND may name it\n", words[0]);
    }
    if (status == 0) {
        built->library = dlopen(path[1], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
        const char *table = built->library != NULL ? dlsym(built->library, "warploom_open_cl_table") : NULL;
        status = table == NULL ? -1 : warploom_open_cl_describe(table, built);
    }
    for (unsigned i = 0; status == 0 && i < built->count; i++) {
        char name[300];
        snprintf(name, sizeof name, "warploom_start_%s", built->kernels[i].name);
        built->kernels[i].entry = dlsym(built->library, name);
        if (built->kernels[i].entry == NULL)
            status = -1;
    }
    for (int i = 0; i < 3; i++)
        unlink(path[i]);
    rmdir(folder);
    free(copy);
    return status;
}

void warploom_open_cl_forget(struct built *built)
{
    for (unsigned i = 0; i < built->count; i++)
        free(built->kernels[i].arguments);
    free(built->kernels);
    free(built->log);
    /* The library stays: threads of OpenMP that it brought along are waiting for work. */
    *built = (struct built){0};
}

int warploom_open_cl_run(const struct described *kernel, struct range range, size_t local_bytes, void **values)
{
    cudaError_t (*start)(dim3, dim3, size_t, void **) = (cudaError_t(*)(dim3, dim3, size_t, void **))kernel->entry;
    dim3 grid = {range.groups[0], range.groups[1], range.groups[2]};
    dim3 block = {range.items[0], range.items[1], range.items[2]};
    return start(grid, block, local_bytes, values);
}
