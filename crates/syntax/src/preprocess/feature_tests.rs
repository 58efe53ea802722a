//! What `__has_attribute`, `__has_c_attribute` and `__has_builtin` answer:
//! the same as gcc 12, for the names that headers and programs ask about.

/// The answer of `__has_attribute(name)`.
pub(super) fn attribute_version(name: &str) -> u32 {
    let plain = without_underscores(name);
    match plain {
        "deprecated" | "fallthrough" | "maybe_unused" => 201_904,
        "nodiscard" => 202_003,
        _ => u32::from(is_listed(ATTRIBUTES, plain)),
    }
}

/// The answer of `__has_c_attribute(name)`; `gnu::name` names GNU's own.
pub(super) fn c_attribute_version(name: &str) -> u32 {
    if let Some(gnu) = name.strip_prefix("gnu::").or_else(|| name.strip_prefix("__gnu__::")) {
        let plain = without_underscores(gnu);
        return u32::from(is_listed(ATTRIBUTES, plain) || matches!(plain, "deprecated" | "fallthrough"));
    }
    match without_underscores(name) {
        "deprecated" | "fallthrough" | "maybe_unused" => 201_904,
        "nodiscard" => 202_003,
        _ => 0,
    }
}

/// The answer of `__has_builtin(name)`: the compiler's own functions, and the
/// library functions it knows without a declaration.
pub(super) fn is_builtin(name: &str) -> bool {
    if let Some(operation) = name.strip_prefix("__sync_").or_else(|| name.strip_prefix("__atomic_")) {
        return is_listed(ATOMICS, operation.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_'));
    }
    match name.strip_prefix("__builtin_") {
        Some(name) => is_listed(OPERATIONS, name) || is_library_function(name),
        None => is_library_function(name),
    }
}

fn is_library_function(name: &str) -> bool {
    let is_math = |base: &str| is_listed(MATH, base);
    is_listed(LIBRARY, name) || is_math(name) || name.strip_suffix(['f', 'l']).is_some_and(is_math)
}

fn is_listed(list: &str, name: &str) -> bool {
    !name.is_empty() && list.split_ascii_whitespace().any(|listed| listed == name)
}

/// `packed` of `__packed__`.
fn without_underscores(name: &str) -> &str {
    name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name)
}

/// GNU attributes of gcc 12 on x86-64.
const ATTRIBUTES: &str = "\
    access alias aligned alloc_align alloc_size always_inline artificial assume_aligned cdecl \
    cf_check cleanup cold common const constructor copy designated_init destructor error \
    externally_visible fastcall flatten force_align_arg_pointer format format_arg function_return \
    gcc_struct gnu_inline hot ifunc indirect_branch indirect_return interrupt leaf malloc may_alias \
    mode ms_abi ms_hook_prologue ms_struct naked no_address_safety_analysis \
    no_caller_saved_registers no_icf no_instrument_function no_profile_instrument_function \
    no_reorder no_sanitize no_sanitize_address no_sanitize_coverage no_sanitize_thread \
    no_sanitize_undefined no_split_stack no_stack_limit no_stack_protector nocf_check noclone \
    nocommon noinit noinline noipa nonnull nonstring noplt noreturn nothrow objc_nullability \
    objc_root_class optimize packed patchable_function_entry persistent pure regparm retain \
    returns_nonnull returns_twice scalar_storage_order section sentinel signed_bool_precision simd \
    sseregparm stack_protect stdcall symver sysv_abi tainted_args target target_clones thiscall \
    tls_model transaction_callable transaction_safe transparent_union unavailable uninitialized \
    unused used vector_size visibility volatile warn_if_not_aligned warn_unused warn_unused_result \
    warning weak weakref zero_call_used_regs \
";

/// What follows `__sync_` or `__atomic_`.
const ATOMICS: &str = "\
    add_and_fetch add_fetch always_lock_free and_and_fetch and_fetch bool_compare_and_swap clear \
    compare_exchange compare_exchange_n exchange exchange_n fetch_add fetch_and fetch_and_add \
    fetch_and_and fetch_and_nand fetch_and_or fetch_and_sub fetch_and_xor fetch_nand fetch_or \
    fetch_sub fetch_xor is_lock_free load load_n lock_release lock_test_and_set nand_and_fetch \
    nand_fetch or_and_fetch or_fetch signal_fence store store_n sub_and_fetch sub_fetch synchronize \
    test_and_set thread_fence val_compare_and_swap xor_and_fetch xor_fetch \
";

/// What follows `__builtin_` and is no library function.
const OPERATIONS: &str = "\
    __clear_cache __fprintf_chk __memcpy_chk __memmove_chk __mempcpy_chk __memset_chk __printf_chk \
    __snprintf_chk __sprintf_chk __stpcpy_chk __stpncpy_chk __strcat_chk __strcpy_chk __strncat_chk \
    __strncpy_chk __vfprintf_chk __vprintf_chk __vsnprintf_chk __vsprintf_chk abort add_overflow \
    add_overflow_p alloca alloca_with_align apply apply_args assoc_barrier assume_aligned bswap128 \
    bswap16 bswap32 bswap64 choose_expr classify_type clear_padding clrsb \
    clrsbl clrsbll clz clzl clzll constant_p convertvector cpu_init cpu_is cpu_supports ctz \
    ctzl ctzll dynamic_object_size expect expect_with_probability extend_pointer extract_return_addr \
    ffs ffsl ffsll fpclassify frame_address frob_return_addr has_attribute huge_val huge_valf \
    huge_vall ia32_pause inf inff infl isfinite isgreater isgreaterequal isinf isinf_sign isless \
    islessequal islessgreater isnan isnormal isunordered longjmp mul_overflow mul_overflow_p \
    nan nanf nanl nans nansf nansl object_size offsetof parity parityl parityll popcount popcountl \
    popcountll powi powif powil prefetch return return_address sadd_overflow saddl_overflow \
    saddll_overflow setjmp shuffle shufflevector signbit signbitf signbitl smul_overflow \
    smull_overflow smulll_overflow speculation_safe_value ssub_overflow ssubl_overflow \
    ssubll_overflow sub_overflow sub_overflow_p thread_pointer trap types_compatible_p \
    uadd_overflow uaddl_overflow uaddll_overflow umul_overflow umull_overflow umulll_overflow \
    unreachable unwind_init usub_overflow usubl_overflow usubll_overflow va_arg_pack \
    va_arg_pack_len va_copy va_end va_start \
";

/// Library functions of `double` that also exist with `f` and `l`.
const MATH: &str = "\
    acos acosh asin asinh atan atan2 atanh cabs cacos cacosh carg casin casinh catan catanh cbrt \
    ccos ccosh ceil cexp cimag clog conj copysign cos cosh cpow cproj creal csin csinh csqrt ctan \
    ctanh erf erfc exp exp2 expm1 fabs fdim floor fma fmax fmin fmod frexp hypot ilogb ldexp lgamma \
    llrint llround log log10 log1p log2 logb lrint lround modf nearbyint nextafter nexttoward pow \
    remainder remquo rint round roundeven scalbln scalbn sin sincos sinh sqrt tan tanh tgamma trunc \
";

/// Other library functions.
const LIBRARY: &str = "\
    _exit abort abs aligned_alloc alloca bcmp bcopy bzero calloc execl execv exit ffs fork fprintf \
    fputc fputs free fscanf fwrite imaxabs index isalnum isalpha isascii isblank iscntrl isdigit \
    isgraph islower isprint ispunct isspace isupper isxdigit labs llabs malloc memchr memcmp memcpy \
    memmove mempcpy memset posix_memalign printf putc putchar puts realloc rindex scanf snprintf \
    sprintf sscanf stpcpy stpncpy strcasecmp strcat strchr strcmp strcpy strcspn strdup strftime \
    strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr strspn strstr toascii \
    tolower toupper vfprintf vfscanf vprintf vscanf vsnprintf vsprintf vsscanf \
";
