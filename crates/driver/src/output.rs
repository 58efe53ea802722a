//! Files are written whole or not at all, and never over an input.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Why an output file was not written.
#[derive(Debug)]
pub enum OutputError {
    /// The output is one of the inputs.
    IsInput(PathBuf),
    /// The system said no.
    Io(PathBuf, io::Error),
}

/// Writes beside the target and renames: whoever reads the file meanwhile
/// sees the old text or the new one, and a full disk leaves the old one.
pub fn write_whole(path: &Path, bytes: &[u8], inputs: &[PathBuf]) -> Result<(), OutputError> {
    if inputs.iter().any(|input| is_same_file(input, path)) {
        return Err(OutputError::IsInput(path.to_path_buf()));
    }
    write_atomically(path, bytes).map_err(|error| OutputError::Io(path.to_path_buf(), error))
}

/// Two names of one file? A file that does not exist is only itself.
fn is_same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    }
}

/// Writes a temporary file in the same folder and renames it.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy().into_owned();
    let temporary = folder.join(format!(".{name}.{}.{}", std::process::id(), unique()));
    let written = std::fs::File::create_new(&temporary)
        .and_then(|mut file| file.write_all(bytes))
        .and_then(|()| std::fs::rename(&temporary, path));
    if written.is_err() {
        // Best effort: the first error is the one to report.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

/// A number no other call of this process has.
fn unique() -> usize {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl std::fmt::Display for OutputError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OutputError::IsInput(path) => {
                write!(f, "`{}` is an input file and is not overwritten", path.display())
            }
            OutputError::Io(path, error) => write!(f, "cannot write `{}`: {error}", path.display()),
        }
    }
}
