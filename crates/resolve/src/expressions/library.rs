//! The functions every C compiler knows by name: those of the C library, which
//! exist as `__builtin_memcpy` too, and builtins with a fixed type.
//!
//! A signature is written in letters, result first: `"ppPz"` is
//! `void *f(void *, const void *, size_t)`; a final `.` stands for `...`.
//!
//! | letter | type | letter | type |
//! |---|---|---|---|
//! | `v b` | `void`, `_Bool` | `f d e` | `float`, `double`, `long double` |
//! | `i u` | `int`, `unsigned` | `F D E` | the complex ones |
//! | `l m z` | `long`, `unsigned long` twice | `p P` | `void *`, `const void *` |
//! | `L M` | `long long`, unsigned | `s S` | `char *`, `const char *` |
//! | `t X` | 16 and 128 bit unsigned | `q Q I g` | `char **`, `void **`, `int *`, `double *` |
//! | `V` | `va_list` | `k` | comparison function of `qsort` |

use hir::BuiltinType;

/// What is known about a function by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// The signature in letters.
    pub(crate) signature: &'static str,
    /// What `d`, `D` and `g` stand for: a variant of a function of `double`s.
    pub(crate) real: BuiltinType,
    /// The header that declares it.
    pub(crate) header: Option<&'static str>,
}

/// Does the name belong to the compiler?
pub(crate) fn is_reserved(name: &str) -> bool {
    ["__builtin_", "__sync_", "__atomic_"].iter().any(|prefix| name.starts_with(prefix))
}

/// A builtin of fixed type, given without its prefix.
pub(crate) fn builtin(name: &str) -> Option<Known> {
    let fixed = |name: &str| find2(COMPILER, name);
    if let Some(signature) = fixed(name) {
        return Some(Known { signature, real: BuiltinType::Double, header: None });
    }
    if let Some(known) = library(name) {
        return Some(known);
    }
    let (base, real) = split_variant(name)?;
    let generic = ["inf", "huge_val", "nans", "nan", "powi"].contains(&base);
    let signature = if generic { fixed(base).or_else(|| find2(MATH, base)) } else { None }?;
    Some(Known { signature, real, header: None })
}

/// A function of the C library.
pub(crate) fn library(name: &str) -> Option<Known> {
    if let Ok(at) = LIBRARY.binary_search_by_key(&name, |row| row.0) {
        let (_, signature, header) = LIBRARY[at];
        return Some(Known { signature, real: BuiltinType::Double, header: Some(header) });
    }
    let of = |base: &str, real| {
        let math = find2(MATH, base).map(|s| (s, "math.h"));
        let (signature, header) = math.or_else(|| find2(COMPLEX, base).map(|s| (s, "complex.h")))?;
        Some(Known { signature, real, header: Some(header) })
    };
    of(name, BuiltinType::Double).or_else(|| split_variant(name).and_then(|(base, real)| of(base, real)))
}

/// The header that declares a function, constant or variable.
pub(crate) fn header_of(name: &str) -> Option<&'static str> {
    let constant = CONSTANTS.iter().find(|(_, names)| names.contains(&name)).map(|row| row.0);
    constant.or_else(|| library(name).and_then(|known| known.header))
}

fn find2(table: &'static [(&'static str, &'static str)], name: &str) -> Option<&'static str> {
    table.binary_search_by_key(&name, |row| row.0).ok().map(|at| table[at].1)
}

/// `sinf` is `sin` of `float`.
fn split_variant(name: &str) -> Option<(&str, BuiltinType)> {
    const SUFFIXES: [(&str, BuiltinType); 8] = [
        ("f16", BuiltinType::Float16),
        ("f32x", BuiltinType::Float32x),
        ("f64x", BuiltinType::Float64x),
        ("f32", BuiltinType::Float32),
        ("f64", BuiltinType::Float64),
        ("f128", BuiltinType::Float128),
        ("f", BuiltinType::Float),
        ("l", BuiltinType::LongDouble),
    ];
    SUFFIXES.iter().find_map(|&(suffix, real)| Some((name.strip_suffix(suffix)?, real)))
}

/// Names that are not functions, by header.
static CONSTANTS: &[(&str, &[&str])] = &[
    ("stddef.h", &["NULL", "offsetof", "size_t", "ptrdiff_t"]),
    ("stdio.h", &["EOF", "stdin", "stdout", "stderr", "BUFSIZ", "SEEK_SET", "SEEK_CUR", "SEEK_END", "FILE"]),
    ("stdlib.h", &["EXIT_SUCCESS", "EXIT_FAILURE", "RAND_MAX"]),
    ("stdbool.h", &["bool", "true", "false"]),
    ("assert.h", &["assert"]),
    ("errno.h", &["errno", "EINTR", "ENOMEM", "EINVAL"]),
    (
        "math.h",
        &[
            "M_PI",
            "M_E",
            "HUGE_VAL",
            "INFINITY",
            "NAN",
            "isnan",
            "isinf",
            "isfinite",
            "signbit",
            "fpclassify",
        ],
    ),
    (
        "limits.h",
        &[
            "CHAR_BIT",
            "INT_MAX",
            "INT_MIN",
            "UINT_MAX",
            "LONG_MAX",
            "LONG_MIN",
            "ULONG_MAX",
            "LLONG_MAX",
            "SHRT_MAX",
            "UCHAR_MAX",
            "CHAR_MAX",
        ],
    ),
    ("float.h", &["FLT_MAX", "FLT_MIN", "FLT_EPSILON", "DBL_MAX", "DBL_MIN", "DBL_EPSILON"]),
    (
        "stdint.h",
        &[
            "INT32_MAX",
            "UINT32_MAX",
            "INT64_MAX",
            "UINT64_MAX",
            "SIZE_MAX",
            "int32_t",
            "uint32_t",
            "int64_t",
            "uint64_t",
            "uint8_t",
        ],
    ),
    ("time.h", &["CLOCKS_PER_SEC", "CLOCK_MONOTONIC", "CLOCK_REALTIME"]),
    ("stdarg.h", &["va_start", "va_end", "va_arg", "va_copy", "va_list"]),
    (
        "omp.h",
        &[
            "omp_get_wtime",
            "omp_get_thread_num",
            "omp_get_num_threads",
            "omp_get_max_threads",
            "omp_set_num_threads",
        ],
    ),
    ("pthread.h", &["pthread_create", "pthread_join", "pthread_mutex_lock", "pthread_mutex_unlock"]),
    ("complex.h", &["I", "_Complex_I"]),
];

/// Functions of the C library: name, signature, header.
static LIBRARY: &[(&str, &str, &str)] = &[
    ("_Exit", "vi", "stdlib.h"),
    ("_exit", "vi", "unistd.h"),
    ("abort", "v", "stdlib.h"),
    ("abs", "ii", "stdlib.h"),
    ("access", "iSi", "unistd.h"),
    ("aligned_alloc", "pzz", "stdlib.h"),
    ("alloca", "pz", "stdlib.h"),
    ("asctime", "sp", "time.h"),
    ("atof", "dS", "stdlib.h"),
    ("atoi", "iS", "stdlib.h"),
    ("atol", "lS", "stdlib.h"),
    ("atoll", "LS", "stdlib.h"),
    ("bcmp", "iPPz", "strings.h"),
    ("bcopy", "vPpz", "strings.h"),
    ("bsearch", "pPPzzk", "stdlib.h"),
    ("bzero", "vpz", "strings.h"),
    ("calloc", "pzz", "stdlib.h"),
    ("clock", "l", "time.h"),
    ("clock_gettime", "iip", "time.h"),
    ("close", "ii", "unistd.h"),
    ("ctime", "sp", "time.h"),
    ("difftime", "dll", "time.h"),
    ("drand48", "d", "stdlib.h"),
    ("execl", "iSS.", "unistd.h"),
    ("execle", "iSS.", "unistd.h"),
    ("execlp", "iSS.", "unistd.h"),
    ("execv", "iSp", "unistd.h"),
    ("execve", "iSpp", "unistd.h"),
    ("execvp", "iSp", "unistd.h"),
    ("exit", "vi", "stdlib.h"),
    ("fclose", "ip", "stdio.h"),
    ("feof", "ip", "stdio.h"),
    ("ferror", "ip", "stdio.h"),
    ("fflush", "ip", "stdio.h"),
    ("ffs", "ii", "strings.h"),
    ("fgetc", "ip", "stdio.h"),
    ("fgets", "ssip", "stdio.h"),
    ("fopen", "pSS", "stdio.h"),
    ("fork", "i", "unistd.h"),
    ("fprintf", "iPS.", "stdio.h"),
    ("fprintf_unlocked", "ipS.", "stdio.h"),
    ("fputc", "iip", "stdio.h"),
    ("fputc_unlocked", "iip", "stdio.h"),
    ("fputs", "iSp", "stdio.h"),
    ("fputs_unlocked", "iSp", "stdio.h"),
    ("fread", "zpzzp", "stdio.h"),
    ("free", "vp", "stdlib.h"),
    ("fscanf", "ipS.", "stdio.h"),
    ("fseek", "ipli", "stdio.h"),
    ("ftell", "lp", "stdio.h"),
    ("fwrite", "zPzzp", "stdio.h"),
    ("fwrite_unlocked", "zPzzp", "stdio.h"),
    ("getc", "ip", "stdio.h"),
    ("getchar", "i", "stdio.h"),
    ("getcwd", "ssz", "unistd.h"),
    ("getenv", "sS", "stdlib.h"),
    ("getline", "lqpp", "stdio.h"),
    ("getopt", "iipS", "unistd.h"),
    ("getpid", "i", "unistd.h"),
    ("gettimeofday", "ipp", "sys/time.h"),
    ("gmtime", "pp", "time.h"),
    ("index", "sSi", "strings.h"),
    ("isalnum", "ii", "ctype.h"),
    ("isalpha", "ii", "ctype.h"),
    ("isascii", "ii", "ctype.h"),
    ("isatty", "ii", "unistd.h"),
    ("isblank", "ii", "ctype.h"),
    ("iscntrl", "ii", "ctype.h"),
    ("isdigit", "ii", "ctype.h"),
    ("isgraph", "ii", "ctype.h"),
    ("islower", "ii", "ctype.h"),
    ("isprint", "ii", "ctype.h"),
    ("ispunct", "ii", "ctype.h"),
    ("isspace", "ii", "ctype.h"),
    ("isupper", "ii", "ctype.h"),
    ("isxdigit", "ii", "ctype.h"),
    ("labs", "ll", "stdlib.h"),
    ("llabs", "LL", "stdlib.h"),
    ("localtime", "pp", "time.h"),
    ("lrand48", "l", "stdlib.h"),
    ("malloc", "pz", "stdlib.h"),
    ("memccpy", "ppPiz", "string.h"),
    ("memchr", "pPiz", "string.h"),
    ("memcmp", "iPPz", "string.h"),
    ("memcpy", "ppPz", "string.h"),
    ("memmove", "ppPz", "string.h"),
    ("mempcpy", "ppPz", "string.h"),
    ("memset", "ppiz", "string.h"),
    ("mktime", "lp", "time.h"),
    ("nanosleep", "iPp", "time.h"),
    ("perror", "vS", "stdio.h"),
    ("posix_memalign", "iQzz", "stdlib.h"),
    ("printf", "iS.", "stdio.h"),
    ("printf_unlocked", "iS.", "stdio.h"),
    ("putc", "iip", "stdio.h"),
    ("putchar", "ii", "stdio.h"),
    ("putchar_unlocked", "ii", "stdio.h"),
    ("puts", "iS", "stdio.h"),
    ("puts_unlocked", "iS", "stdio.h"),
    ("qsort", "vpzzk", "stdlib.h"),
    ("rand", "i", "stdlib.h"),
    ("random", "l", "stdlib.h"),
    ("read", "lipz", "unistd.h"),
    ("realloc", "ppz", "stdlib.h"),
    ("remove", "iS", "stdio.h"),
    ("rename", "iSS", "stdio.h"),
    ("rewind", "vp", "stdio.h"),
    ("rindex", "sSi", "strings.h"),
    ("scanf", "iS.", "stdio.h"),
    ("setbuf", "vps", "stdio.h"),
    ("sleep", "uu", "unistd.h"),
    ("snprintf", "iszS.", "stdio.h"),
    ("sprintf", "isS.", "stdio.h"),
    ("srand", "vu", "stdlib.h"),
    ("srand48", "vl", "stdlib.h"),
    ("srandom", "vu", "stdlib.h"),
    ("sscanf", "iSS.", "stdio.h"),
    ("stpcpy", "ssS", "string.h"),
    ("stpncpy", "ssSz", "string.h"),
    ("strcasecmp", "iSS", "strings.h"),
    ("strcat", "ssS", "string.h"),
    ("strchr", "sSi", "string.h"),
    ("strcmp", "iSS", "string.h"),
    ("strcoll", "iSS", "string.h"),
    ("strcpy", "ssS", "string.h"),
    ("strcspn", "zSS", "string.h"),
    ("strdup", "sS", "string.h"),
    ("strerror", "si", "string.h"),
    ("strftime", "zszSp", "time.h"),
    ("strlen", "zS", "string.h"),
    ("strncasecmp", "iSSz", "strings.h"),
    ("strncat", "ssSz", "string.h"),
    ("strncmp", "iSSz", "string.h"),
    ("strncpy", "ssSz", "string.h"),
    ("strndup", "sSz", "string.h"),
    ("strnlen", "zSz", "string.h"),
    ("strpbrk", "sSS", "string.h"),
    ("strrchr", "sSi", "string.h"),
    ("strsignal", "si", "string.h"),
    ("strspn", "zSS", "string.h"),
    ("strstr", "sSS", "string.h"),
    ("strtod", "dSq", "stdlib.h"),
    ("strtof", "fSq", "stdlib.h"),
    ("strtok", "ssS", "string.h"),
    ("strtol", "lSqi", "stdlib.h"),
    ("strtold", "eSq", "stdlib.h"),
    ("strtoll", "LSqi", "stdlib.h"),
    ("strtoul", "mSqi", "stdlib.h"),
    ("strtoull", "MSqi", "stdlib.h"),
    ("system", "iS", "stdlib.h"),
    ("time", "lp", "time.h"),
    ("tmpfile", "p", "stdio.h"),
    ("toascii", "ii", "ctype.h"),
    ("tolower", "ii", "ctype.h"),
    ("toupper", "ii", "ctype.h"),
    ("ungetc", "iip", "stdio.h"),
    ("unlink", "iS", "unistd.h"),
    ("usleep", "iu", "unistd.h"),
    ("vfprintf", "ipSV", "stdio.h"),
    ("vfscanf", "ipSV", "stdio.h"),
    ("vprintf", "iSV", "stdio.h"),
    ("vscanf", "iSV", "stdio.h"),
    ("vsnprintf", "iszSV", "stdio.h"),
    ("vsprintf", "isSV", "stdio.h"),
    ("vsscanf", "iSSV", "stdio.h"),
    ("wcslen", "zP", "wchar.h"),
    ("write", "liPz", "unistd.h"),
];

/// Functions of <math.h> on `double`; each has variants for other types.
static MATH: &[(&str, &str)] = &[
    ("acos", "dd"),
    ("acosh", "dd"),
    ("asin", "dd"),
    ("asinh", "dd"),
    ("atan", "dd"),
    ("atan2", "ddd"),
    ("atanh", "dd"),
    ("cbrt", "dd"),
    ("ceil", "dd"),
    ("copysign", "ddd"),
    ("cos", "dd"),
    ("cosh", "dd"),
    ("drem", "ddd"),
    ("erf", "dd"),
    ("erfc", "dd"),
    ("exp", "dd"),
    ("exp10", "dd"),
    ("exp2", "dd"),
    ("expm1", "dd"),
    ("fabs", "dd"),
    ("fdim", "ddd"),
    ("floor", "dd"),
    ("fma", "dddd"),
    ("fmax", "ddd"),
    ("fmin", "ddd"),
    ("fmod", "ddd"),
    ("frexp", "ddI"),
    ("gamma", "dd"),
    ("hypot", "ddd"),
    ("ilogb", "id"),
    ("j0", "dd"),
    ("j1", "dd"),
    ("jn", "did"),
    ("ldexp", "ddi"),
    ("lgamma", "dd"),
    ("llrint", "Ld"),
    ("llround", "Ld"),
    ("log", "dd"),
    ("log10", "dd"),
    ("log1p", "dd"),
    ("log2", "dd"),
    ("logb", "dd"),
    ("lrint", "ld"),
    ("lround", "ld"),
    ("modf", "ddg"),
    ("nan", "dS"),
    ("nearbyint", "dd"),
    ("nextafter", "ddd"),
    ("nexttoward", "dde"),
    ("pow", "ddd"),
    ("pow10", "dd"),
    ("remainder", "ddd"),
    ("remquo", "dddI"),
    ("rint", "dd"),
    ("round", "dd"),
    ("roundeven", "dd"),
    ("scalb", "ddd"),
    ("scalbln", "ddl"),
    ("scalbn", "ddi"),
    ("significand", "dd"),
    ("sin", "dd"),
    ("sincos", "vdgg"),
    ("sinh", "dd"),
    ("sqrt", "dd"),
    ("tan", "dd"),
    ("tanh", "dd"),
    ("tgamma", "dd"),
    ("trunc", "dd"),
    ("y0", "dd"),
    ("y1", "dd"),
    ("yn", "did"),
];

/// Functions of <complex.h> on `_Complex double`, with variants likewise.
static COMPLEX: &[(&str, &str)] = &[
    ("cabs", "dD"),
    ("cacos", "DD"),
    ("cacosh", "DD"),
    ("carg", "dD"),
    ("casin", "DD"),
    ("casinh", "DD"),
    ("catan", "DD"),
    ("catanh", "DD"),
    ("ccos", "DD"),
    ("ccosh", "DD"),
    ("cexp", "DD"),
    ("cimag", "dD"),
    ("clog", "DD"),
    ("clog10", "DD"),
    ("conj", "DD"),
    ("cpow", "DDD"),
    ("cproj", "DD"),
    ("creal", "dD"),
    ("csin", "DD"),
    ("csinh", "DD"),
    ("csqrt", "DD"),
    ("ctan", "DD"),
    ("ctanh", "DD"),
];

/// Builtins with a fixed type, without their prefix.
static COMPILER: &[(&str, &str)] = &[
    ("FILE", "S"),
    ("FUNCTION", "S"),
    ("LINE", "i"),
    ("abort", "v"),
    ("alloca", "pz"),
    ("alloca_with_align", "pzz"),
    ("apply_args", "p"),
    ("assume_aligned", "pPz."),
    ("bswap128", "XX"),
    ("bswap16", "tt"),
    ("bswap32", "uu"),
    ("bswap64", "mm"),
    ("clear_padding", "vp"),
    ("clrsb", "ii"),
    ("clrsbl", "il"),
    ("clrsbll", "iL"),
    ("clz", "iu"),
    ("clzl", "im"),
    ("clzll", "iM"),
    ("cpu_init", "i"),
    ("cpu_is", "iS"),
    ("cpu_supports", "iS"),
    ("ctz", "iu"),
    ("ctzl", "im"),
    ("ctzll", "iM"),
    ("dynamic_object_size", "zPi"),
    ("eh_return_data_regno", "ii"),
    ("expect", "lll"),
    ("expect_with_probability", "llld"),
    ("extract_return_addr", "pp"),
    ("ffs", "ii"),
    ("ffsl", "il"),
    ("ffsll", "iL"),
    ("fprintf_chk", "ipiS."),
    ("frame_address", "pu"),
    ("frob_return_addr", "pp"),
    ("goacc_parlevel_id", "ii"),
    ("goacc_parlevel_size", "ii"),
    ("has_attribute", "ii"),
    ("huge_val", "d"),
    ("ia32_lfence", "v"),
    ("ia32_mfence", "v"),
    ("ia32_pause", "v"),
    ("ia32_rdtsc", "M"),
    ("ia32_rdtscp", "Mp"),
    ("ia32_sfence", "v"),
    ("inf", "d"),
    ("is_constant_evaluated", "b"),
    ("isinf_sign", "id"),
    ("longjmp", "vQi"),
    ("memcpy_chk", "ppPzz"),
    ("memmove_chk", "ppPzz"),
    ("mempcpy_chk", "ppPzz"),
    ("memset_chk", "ppizz"),
    ("nans", "dS"),
    ("object_size", "zPi"),
    ("parity", "iu"),
    ("parityl", "im"),
    ("parityll", "iM"),
    ("popcount", "iu"),
    ("popcountl", "im"),
    ("popcountll", "iM"),
    ("powi", "ddi"),
    ("prefetch", "vP."),
    ("printf_chk", "iiS."),
    ("return_address", "pu"),
    ("sadd_overflow", "biiI"),
    ("saddl_overflow", "bll."),
    ("saddll_overflow", "bLL."),
    ("setjmp", "iQ"),
    ("signbit", "id"),
    ("signbitf", "if"),
    ("signbitl", "ie"),
    ("smul_overflow", "biiI"),
    ("smull_overflow", "bll."),
    ("smulll_overflow", "bLL."),
    ("snprintf_chk", "iszizS."),
    ("speculation_safe_value", "pp"),
    ("sprintf_chk", "isizS."),
    ("ssub_overflow", "biiI"),
    ("ssubl_overflow", "bll."),
    ("ssubll_overflow", "bLL."),
    ("stack_restore", "vp"),
    ("stack_save", "p"),
    ("stpcpy_chk", "ssSz"),
    ("stpncpy_chk", "ssSzz"),
    ("strcat_chk", "ssSz"),
    ("strcpy_chk", "ssSz"),
    ("strncat_chk", "ssSzz"),
    ("strncpy_chk", "ssSzz"),
    ("trap", "v"),
    ("uadd_overflow", "buu."),
    ("uaddl_overflow", "bmm."),
    ("uaddll_overflow", "bMM."),
    ("umul_overflow", "buu."),
    ("umull_overflow", "bmm."),
    ("umulll_overflow", "bMM."),
    ("unreachable", "v"),
    ("usub_overflow", "buu."),
    ("usubl_overflow", "bmm."),
    ("usubll_overflow", "bMM."),
    ("va_arg_pack", "i"),
    ("va_arg_pack_len", "i"),
    ("vfprintf_chk", "ipiSV"),
    ("vprintf_chk", "iiSV"),
    ("vsnprintf_chk", "iszizSV"),
    ("vsprintf_chk", "isizSV"),
];

#[cfg(test)]
mod library_tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(LIBRARY.is_sorted_by_key(|row| row.0));
        for table in [MATH, COMPLEX, COMPILER] {
            assert!(table.is_sorted_by_key(|row| row.0));
        }
    }

    #[test]
    fn variants_are_found() {
        assert_eq!(library("sinf").map(|k| k.real), Some(BuiltinType::Float));
        assert_eq!(library("sin").and_then(|k| k.header), Some("math.h"));
        assert_eq!(library("cabsl").map(|k| k.real), Some(BuiltinType::LongDouble));
        assert_eq!(builtin("huge_valf").map(|k| k.real), Some(BuiltinType::Float));
        assert_eq!(builtin("inff128").map(|k| k.real), Some(BuiltinType::Float128));
        assert_eq!(builtin("popcountll").map(|k| k.signature), Some("iM"));
        assert_eq!(builtin("nonsense"), None);
        assert_eq!(header_of("printf"), Some("stdio.h"));
        assert_eq!(header_of("NULL"), Some("stddef.h"));
    }
}
