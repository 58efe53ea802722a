//! What functions of C's library read and write through their pointers.
//!
//! `memcpy(d, s, n)` writes `n` bytes of its first argument and reads as many of its
//! second; `sqrt` does neither; a function that is not listed may read and write whatever it is
//! given.

/// What happens to one pointer argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Does {
    /// Nothing.
    Nothing,
    /// Reads as many bytes as argument `n` says, times argument `m`.
    Reads(Option<(usize, Option<usize>)>),
    /// Writes as many.
    Writes(Option<(usize, Option<usize>)>),
    /// May write some.
    MayWrite,
    /// Reads and may write.
    Both,
}

/// Is it known what a function of this name does where no file of the program has one? Functions of mathematics are known besides.
pub fn is_known(function: &str) -> bool {
    let computes =
        function.starts_with("__builtin_") && !function.contains("mem") && !function.contains("str");
    does(function, 0).is_some() || allocates(function).is_some() || never_returns(function) || computes
}

/// What a function does to its argument; `None` for functions that are not known.
pub fn does(function: &str, argument: usize) -> Option<Does> {
    use Does::{Both, MayWrite, Nothing, Reads, Writes};
    let bytes = |n| Some((n, None));
    Some(match (function, argument) {
        ("memcpy" | "memmove" | "__builtin_memcpy" | "__builtin_memmove", 0) => Writes(bytes(2)),
        ("memcpy" | "memmove" | "__builtin_memcpy" | "__builtin_memmove", 1) => Reads(bytes(2)),
        ("memset" | "__builtin_memset" | "bzero", 0) => {
            Writes(bytes(if function == "bzero" { 1 } else { 2 }))
        }
        ("memcmp", _) => Reads(bytes(2)),
        ("memchr", _) => Reads(None),
        ("fwrite", 0) => Reads(Some((1, Some(2)))),
        ("fread", 0) => MayWrite,
        ("read" | "recv", 1) => MayWrite,
        ("write" | "send", 1) => Reads(bytes(2)),
        ("qsort", 0) => Both,
        ("bsearch", 0 | 1) => Reads(None),
        ("sprintf" | "snprintf" | "vsprintf" | "vsnprintf" | "fgets" | "gets" | "strcpy" | "strncpy", 0) => {
            MayWrite
        }
        ("time" | "gettimeofday", _) | ("clock_gettime", 1) | ("strtol" | "strtod" | "strtoul", 1) => {
            MayWrite
        }
        ("strcat" | "strncat", 0) => Both,
        ("scanf", 1..) | ("fscanf" | "sscanf", 2..) => MayWrite,
        (
            "strlen" | "strcmp" | "strncmp" | "strchr" | "strrchr" | "strstr" | "strcpy" | "strncpy"
            | "strcat" | "strncat" | "puts" | "fputs" | "atoi" | "atof" | "atol" | "strtol" | "strtod"
            | "strtoul" | "perror" | "fopen" | "printf" | "fprintf" | "sprintf" | "snprintf" | "sscanf"
            | "scanf" | "fscanf" | "strdup",
            _,
        ) => Reads(None),
        (
            "free"
            | "malloc"
            | "calloc"
            | "realloc"
            | "aligned_alloc"
            | "exit"
            | "abort"
            | "clock"
            | "rand"
            | "srand"
            | "random"
            | "srandom"
            | "drand48"
            | "srand48"
            | "getenv"
            | "fclose"
            | "fflush"
            | "putchar"
            | "getchar"
            | "clock_gettime"
            | "omp_get_wtime"
            | "omp_get_max_threads"
            | "omp_get_num_threads"
            | "omp_get_thread_num"
            | "omp_set_num_threads"
            | "usleep"
            | "sleep"
            | "fseek"
            | "ftell"
            | "feof"
            | "abs"
            | "labs"
            | "isdigit"
            | "isspace"
            | "isalpha"
            | "toupper"
            | "tolower"
            | "fputc"
            | "fgetc"
            | "putc"
            | "getc"
            | "assert"
            | "__assert_fail"
            | "setvbuf"
            | "__errno_location",
            _,
        ) => Nothing,
        _ => return None,
    })
}

/// A function that gives new memory, and whether it is zero.
pub fn allocates(function: &str) -> Option<bool> {
    match function {
        "malloc" | "aligned_alloc" | "valloc" | "memalign" | "alloca" | "__builtin_alloca" => Some(false),
        "calloc" => Some(true),
        _ => None,
    }
}

/// A function that does not come back.
pub fn never_returns(function: &str) -> bool {
    matches!(function, "exit" | "abort" | "_Exit" | "_exit" | "__assert_fail" | "__builtin_unreachable")
}

/// A function whose result is its first argument.
pub fn returns_first(function: &str) -> bool {
    matches!(function, "memcpy" | "memmove" | "memset" | "strcpy" | "strncpy" | "strcat" | "strncat")
}
