//! How a file is to be read: what the project says about it.

use std::path::{Path, PathBuf};

use driver::Options;

/// Finds the flags of a file, as the command line would.
pub trait Project: Send + 'static {
    /// What is said about a file; an error tells what is wrong with what is said.
    fn configuration(&self, file: &Path) -> Result<Configuration, String>;
}

/// What a project says about a file.
#[derive(Clone, Debug, Default)]
pub struct Configuration {
    /// The options of the compiler.
    pub options: Options,
    /// Codes of warnings and remarks that are not shown.
    pub silenced: Vec<String>,
    /// No warning and no remark is shown.
    pub hides_warnings: bool,
    /// The other files of the program, to be read with this one.
    pub files: Vec<PathBuf>,
}
