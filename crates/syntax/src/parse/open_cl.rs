//! The types that OpenCL files know before their first line.

use super::Parser;
use super::names::NameKind;

/// Types of one number, besides those of C.
const SCALARS: &[&str] = &[
    "uchar",
    "ushort",
    "uint",
    "ulong",
    "half",
    "size_t",
    "ptrdiff_t",
    "intptr_t",
    "uintptr_t",
    "event_t",
    "sampler_t",
    "image1d_t",
    "image1d_buffer_t",
    "image1d_array_t",
    "image2d_t",
    "image2d_array_t",
    "image3d_t",
    "cl_mem_fence_flags",
];

/// The lanes of vectors.
const LANES: &[&str] =
    &["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double"];

impl Parser<'_> {
    /// `float4` and its relations, each also behind `cl_`: the name that the typed program has for it.
    pub(super) fn declare_open_cl_types(&mut self) {
        let lengths = [2, 3, 4, 8, 16];
        let vectors = LANES.iter().flat_map(|lane| lengths.iter().map(move |n| format!("{lane}{n}")));
        let vectors: Vec<String> = vectors.flat_map(|name| [format!("cl_{name}"), name]).collect();
        for name in SCALARS.iter().map(|name| (*name).to_owned()).chain(vectors) {
            let symbol = self.sources.symbols.intern(name.as_bytes());
            self.names.declare(symbol, NameKind::Type);
        }
    }
}
