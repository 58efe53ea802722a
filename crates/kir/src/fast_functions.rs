//! Functions of C's library that a GPU has a faster, less exact form of.
//!
//! `fastmath` lets a kernel and the functions that it calls use them:
//! `expf(x)` becomes `__expf(x)`.

/// Names of the library, and of the device's fast counterparts.
const FAST: [(&str, &str); 9] = [
    ("expf", "__expf"),
    ("exp10f", "__exp10f"),
    ("logf", "__logf"),
    ("log2f", "__log2f"),
    ("log10f", "__log10f"),
    ("sinf", "__sinf"),
    ("cosf", "__cosf"),
    ("tanf", "__tanf"),
    ("powf", "__powf"),
];

/// The fast counterpart of a library function of this name.
pub fn fast_counterpart(name: &str) -> Option<&'static str> {
    FAST.iter().find(|(slow, _)| *slow == name).map(|(_, fast)| *fast)
}
