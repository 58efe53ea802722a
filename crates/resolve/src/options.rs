//! Which language is resolved: the dialect of C, and the machine.

/// The choices that change what a program means.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// A CUDA file: `dim3`, `threadIdx`, launches, constructors, overloads.
    pub cuda: bool,
    /// An OpenCL file, whose words mean what those of a CUDA file mean.
    pub open_cl: bool,
    /// Where the ids of work items begin.
    pub work_offset: [u64; 3],
    /// How many dimensions the range of work items has; at least one.
    pub work_dimensions: u32,
    /// The standard of C that was asked for.
    pub standard: Standard,
    /// Only ISO C: GNU keywords and predefined names are the user's.
    pub strict: bool,
    /// Whose sizes and alignments hold.
    pub machine: hir::Machine,
}

impl Options {
    /// Do calls declare functions, and declarations without a type `int`s? In C90; and in the GNU modes up to
    /// C17, of which compilers only warn.
    pub(crate) fn declares_by_use(&self) -> bool {
        let is_later = self.standard > Standard::C90;
        !self.cuda && (!is_later || !self.strict && self.standard < Standard::C23)
    }
}

/// A standard of C, oldest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Standard {
    /// ISO 9899:1990: implicit `int` and implicit function declarations.
    C90,
    /// ISO 9899:1999.
    C99,
    /// ISO 9899:2011.
    C11,
    /// ISO 9899:2018.
    #[default]
    C17,
    /// ISO 9899:2024, as far as gcc 12 has it.
    C23,
}
