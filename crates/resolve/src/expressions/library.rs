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

use crate::expressions::library_tables::{COMPILER, COMPLEX, CONSTANTS, LIBRARY, MATH};

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
    // `__builtin___memcpy_chk` keeps the underscores of `__memcpy_chk`.
    let name = name.strip_prefix("__").filter(|rest| rest.ends_with("_chk")).unwrap_or(name);
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
        assert_eq!(builtin("__memcpy_chk").map(|k| k.signature), Some("ppPzz"));
        assert_eq!(builtin("nonsense"), None);
        assert_eq!(header_of("printf"), Some("stdio.h"));
        assert_eq!(header_of("NULL"), Some("stddef.h"));
    }
}
