/* What C++ programs send to `std::cout` and `std::cerr`, printed by C: see
   `streams.rs` of the resolver. Width is for the next value, precision and form
   stay. */
#include "cuda_runtime.h"

#include <stdio.h>

static struct {
    int precision, width, form;
} states[2] = {{6, 0, 0}, {6, 0, 0}};

static FILE *file(int stream) { return stream == 2 ? stderr : stdout; }

static int width(int stream)
{
    int width = states[stream - 1].width;
    states[stream - 1].width = 0;
    return width;
}

void warploom_print_integer(int stream, long long value) { fprintf(file(stream), "%*lld", width(stream), value); }

void warploom_print_unsigned(int stream, unsigned long long value)
{
    fprintf(file(stream), "%*llu", width(stream), value);
}

void warploom_print_real(int stream, double value)
{
    static const char *const forms[] = {"%*.*g", "%*.*f", "%*.*e"};
    fprintf(file(stream), forms[states[stream - 1].form], width(stream), states[stream - 1].precision, value);
}

void warploom_print_character(int stream, char value) { fprintf(file(stream), "%*c", width(stream), value); }
void warploom_print_text(int stream, const char *text) { fprintf(file(stream), "%*s", width(stream), text); }

void warploom_print_pointer(int stream, const void *pointer)
{
    if (pointer == NULL)
        fprintf(file(stream), "%*d", width(stream), 0);
    else
        fprintf(file(stream), "%*p", width(stream), pointer);
}

void warploom_print_precision(int stream, int digits) { states[stream - 1].precision = digits; }
void warploom_print_width(int stream, int characters) { states[stream - 1].width = characters; }
void warploom_print_form(int stream, int form) { states[stream - 1].form = form; }

void warploom_print_end(int stream)
{
    fputc('\n', file(stream));
    fflush(file(stream));
}

void warploom_print_flush(int stream) { fflush(file(stream)); }
