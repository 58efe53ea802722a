//! Which language a file is written in.
//!
//! The file name decides, once, in the driver; everything after asks the
//! [`Dialect`]. All know the GNU extensions, because the system's own headers
//! are written in them.

/// The language of an input file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// C11 and C17 with the GNU extensions: `.c` files.
    C,
    /// CUDA C in C style, `.cu` files: `__global__`, `<<<…>>>`, `dim3 g(16, 16)`,
    /// tags that are type names. Of C++ only function templates
    /// and references; no classes.
    Cuda,
    /// OpenCL C, `.cl` files: C99 with address spaces, vectors and `__kernel`.
    OpenCl,
}
