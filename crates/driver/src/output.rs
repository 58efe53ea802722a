//! Every file that a command writes for the user goes through [`Outputs`].
//!
//! It knows what the command read, so that a slip of the hand costs no work:
//!
//! ```text
//! warploom build prog.c -o prog.c          refused: `prog.c` is an input
//! warploom translate x.c -o included.h     refused: `x.c` includes it
//! warploom coalesce rs.cu -o link-to-rs    refused: another name of the input
//! ```
//!
//! Two names are one file when device and inode agree: links, relative paths and
//! spelling in another case make no difference. What is not refused is written whole or
//! not at all: beside its place, to the disk, then renamed. A link is written through, a
//! device or pipe is written to, a file keeps its mode. Invariant: nothing is written
//! before every output of a call was found to be allowed.

use std::ffi::OsString;
use std::fs::{File, Metadata, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::session::Session;
use source::shown;

/// A file on this machine, whatever it is called: device and inode.
pub type Identity = (u64, u64);

/// The outputs of a command, and the files that they must not be.
#[derive(Clone, Debug, Default)]
pub struct Outputs {
    read: Vec<Identity>,
    written: Vec<Identity>,
}

/// One file to write.
#[derive(Clone, Copy, Debug)]
pub struct OutputFile<'a> {
    /// Where.
    pub path: &'a Path,
    /// What.
    pub bytes: &'a [u8],
    /// Whether it is a program that can be started.
    pub executable: bool,
}

/// Why an output file was not written.
#[derive(Debug)]
pub enum OutputError {
    /// The output was read by this command.
    IsInput(PathBuf),
    /// Two outputs of this command have one name.
    IsOutput(PathBuf),
    /// The system said no.
    Io(PathBuf, io::Error),
}

impl Outputs {
    /// The outputs of a command that read what the session loaded and these files, which
    /// may be objects and libraries.
    pub fn new<'p>(session: &Session, files: impl IntoIterator<Item = &'p PathBuf>) -> Outputs {
        let mut outputs = Outputs::default();
        outputs.protect_all(session, files);
        outputs
    }

    /// Adds what another session loaded.
    pub fn protect_all<'p>(&mut self, session: &Session, files: impl IntoIterator<Item = &'p PathBuf>) {
        self.read.extend(&session.read);
        self.read.extend(files.into_iter().filter_map(|path| identity(path)));
    }

    /// Adds a file that is read, too.
    pub fn protect(&mut self, path: &Path) {
        self.read.extend(identity(path));
    }

    /// May this be written? Asked before a compiler is started for it.
    pub fn allow(&self, path: &Path) -> Result<(), OutputError> {
        // Writing to a device changes no file.
        let Some(found) = std::fs::metadata(path).ok().filter(|found| !is_stream(found)) else {
            return Ok(());
        };
        if found.is_dir() {
            return Err(OutputError::Io(path.to_path_buf(), io::ErrorKind::IsADirectory.into()));
        }
        let identity = (found.dev(), found.ino());
        if self.read.contains(&identity) {
            return Err(OutputError::IsInput(path.to_path_buf()));
        }
        if self.written.contains(&identity) {
            return Err(OutputError::IsOutput(path.to_path_buf()));
        }
        Ok(())
    }

    /// Writes a file.
    pub fn write(&mut self, path: &Path, bytes: &[u8]) -> Result<(), OutputError> {
        self.write_all(&[OutputFile { path, bytes, executable: false }])
    }

    /// Writes files, if all of them are allowed.
    pub fn write_all(&mut self, files: &[OutputFile<'_>]) -> Result<(), OutputError> {
        for file in files {
            self.allow(file.path)?;
        }
        for file in files {
            // Two names of this call may be one file that was not there before.
            self.allow(file.path)?;
            write_through(file).map_err(|error| OutputError::Io(file.path.to_path_buf(), error))?;
            self.written.extend(identity(file.path));
        }
        Ok(())
    }
}

/// Changes a file in its place, where the user asked for just that.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), OutputError> {
    write_through(&OutputFile { path, bytes, executable: false })
        .map_err(|error| OutputError::Io(path.to_path_buf(), error))
}

/// What a path leads to; `None` if it leads nowhere.
pub fn identity(path: &Path) -> Option<Identity> {
    std::fs::metadata(path).ok().map(|found| (found.dev(), found.ino()))
}

fn write_through(file: &OutputFile<'_>) -> io::Result<()> {
    let found = std::fs::metadata(file.path).ok();
    if found.as_ref().is_some_and(is_stream) {
        return OpenOptions::new().write(true).open(file.path)?.write_all(file.bytes);
    }
    match end_of_links(file.path)? {
        Place::File(path) => write_whole(&path, file.bytes, mode(file.executable, found.as_ref())),
        // `/dev/stdout` is whatever file this process has open, perhaps one without a name.
        Place::OpenFile => {
            OpenOptions::new().write(true).truncate(true).open(file.path)?.write_all(file.bytes)
        }
    }
}

/// Written to, not replaced.
fn is_stream(found: &Metadata) -> bool {
    let kind = found.file_type();
    kind.is_char_device() || kind.is_block_device() || kind.is_fifo() || kind.is_socket()
}

/// What may be done with a file afterwards.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mode {
    /// As the user's mask says, for a text.
    Text,
    /// And for a program.
    Program,
    /// As before.
    Kept(u32),
}

fn mode(executable: bool, found: Option<&Metadata>) -> Mode {
    let kept = found.map(|found| found.mode() & 0o7777);
    match (executable, kept) {
        (false, None) => Mode::Text,
        (true, None) => Mode::Program,
        (false, Some(kept)) => Mode::Kept(kept),
        // Whoever may read the program may start it.
        (true, Some(kept)) => Mode::Kept(kept & 0o777 | (kept & 0o444) >> 2),
    }
}

enum Place {
    File(PathBuf),
    OpenFile,
}

/// Links in a row; the kernel follows no more, either.
const LONGEST_CHAIN: usize = 40;

/// Where a link leads, also when nothing is there yet.
fn end_of_links(path: &Path) -> io::Result<Place> {
    let mut path = path.to_path_buf();
    for _ in 0..LONGEST_CHAIN {
        if path.starts_with("/proc") || path.starts_with("/dev/fd") {
            return Ok(Place::OpenFile);
        }
        match std::fs::read_link(&path) {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => return Ok(Place::File(path)),
        }
    }
    Err(io::ErrorKind::InvalidInput.into())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes a temporary file in the same folder, and renames it when it is on the disk:
/// whoever reads the file meanwhile sees the old text or the new one.
pub(crate) fn write_whole(path: &Path, bytes: &[u8], mode: Mode) -> io::Result<()> {
    let mut name = OsString::from(".");
    name.push(path.file_name().ok_or(io::ErrorKind::InvalidInput)?);
    name.push(format!(".{}.{}", std::process::id(), unique()));
    // A name may have 255 bytes, and the user's has perhaps all of them.
    if name.len() > 255 {
        name = format!(".warploom.{}.{}", std::process::id(), unique()).into();
    }
    let temporary = crate::cleanup::Temporary::file(folder_of(path).join(name));
    let write = |mut file: File| {
        file.write_all(bytes)?;
        if let Mode::Kept(mode) = mode {
            file.set_permissions(Permissions::from_mode(mode))?;
        }
        // Some file systems have no such call; the text is written all the same.
        match file.sync_all() {
            Err(error) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
            synced => synced,
        }
    };
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    if matches!(mode, Mode::Program) {
        options.mode(0o777);
    }
    options.open(temporary.path()).and_then(write)?;
    std::fs::rename(temporary.path(), path)
}

/// A number no other call of this process has.
pub(crate) fn unique() -> usize {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl std::fmt::Display for OutputError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OutputError::IsInput(path) => {
                write!(f, "`{}` is a file that was read, and is not overwritten", shown(path))
            }
            OutputError::IsOutput(path) => {
                write!(f, "`{}` is already an output of this command", shown(path))
            }
            OutputError::Io(path, error) => write!(f, "cannot write `{}`: {error}", shown(path)),
        }
    }
}
