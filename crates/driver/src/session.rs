//! One run of the compiler: its options, what it loaded, what it found.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use diagnostics::Sink;
use source::{FileId, FileKind, SourceFile, Sources};
use syntax::Dialect;
use transfers::Care;

use crate::data_directives::Lacking;
use crate::effort::Effort;
use crate::loader::Overlay;
use crate::options::Options;
use crate::output::{Identity, identity};
use crate::timings::Timings;
use crate::toolchain::Toolchain;

/// Everything the phases of one run share.
#[derive(Debug)]
pub struct Session {
    /// What was asked for.
    pub options: Options,
    /// Header folders and predefined macros.
    pub toolchain: Toolchain,
    /// Texts, spellings and macro expansions.
    pub sources: Sources,
    /// What was found.
    pub sink: Sink,
    /// What it took.
    pub timings: Timings,
    /// The files that were read, whatever they are called.
    pub read: Vec<Identity>,
    /// Texts that were not saved yet.
    pub overlay: Overlay,
    /// Set by another thread when nobody waits for the result any more: the run ends
    /// after the phase it is in.
    pub stale: Arc<AtomicBool>,
    /// What a long search takes.
    pub effort: Effort,
    /// The last program of a search that lacks data directives: they are looked for next.
    pub(crate) lacking: Option<Lacking>,
    /// The care that arrays needed when their transfers were placed, by their names in [`transfers::Found`].
    pub(crate) care: BTreeMap<String, Care>,
    /// May `annotate` count on questions about overlaps that it writes at the end?
    pub(crate) asks_for_overlaps: bool,
    /// The inputs as they were named: names of files need not be text.
    paths: Vec<(FileId, PathBuf)>,
}

/// An input file: one translation unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// The loaded text.
    pub file: FileId,
    /// The language, told by the file's name.
    pub dialect: Dialect,
}

/// Why an input could not be loaded.
#[derive(Debug)]
pub struct LoadError {
    name: String,
    reason: String,
}

/// Inputs larger than this are refused: not a program, but a device or an
/// accident, and memory is the user's.
const LARGEST_FILE: u64 = 1 << 30;

impl Session {
    /// A session with nothing loaded.
    pub fn new(options: Options) -> Session {
        let mut timings = Timings::default();
        let toolchain = timings.measure("toolchain", || Toolchain::find(&options));
        Session { timings, ..Session::with_toolchain(options, toolchain) }
    }

    /// The same, with a toolchain that was found before for such options.
    pub fn with_toolchain(options: Options, toolchain: Toolchain) -> Session {
        Session {
            options,
            toolchain,
            sources: syntax::new_sources(),
            sink: Sink::default(),
            timings: Timings::default(),
            read: Vec::new(),
            overlay: Overlay::default(),
            stale: Arc::default(),
            effort: Effort::default(),
            lacking: None,
            care: BTreeMap::new(),
            asks_for_overlaps: true,
            paths: Vec::new(),
        }
    }

    /// Does nobody wait for the result any more?
    pub fn is_stale(&self) -> bool {
        self.stale.load(Ordering::Relaxed)
    }

    /// The files that the program was read from; built-in texts and standard input are in none.
    pub fn files_on_disk(&self) -> impl Iterator<Item = (&Path, &SourceFile)> {
        let files = self.sources.map.files();
        let files = files.filter(|(_, file)| file.origin.is_none() && !file.name.starts_with('<'));
        // The path of an input need not be UTF-8, as its name is.
        let files = files.map(|(id, file)| (self.path(id).unwrap_or(Path::new(&file.name)), file));
        files.filter(|(path, _)| path.is_file())
    }

    /// Loads an input file; `-` is standard input.
    pub fn load(&mut self, path: &Path) -> Result<Input, LoadError> {
        if path == Path::new("-") {
            let bytes = read_bounded(std::io::stdin().lock()).map_err(|e| LoadError::new("<stdin>", e))?;
            return self.add_input("<stdin>", bytes);
        }
        let name = path.to_string_lossy();
        let bytes = match self.overlay.text(path) {
            Some(text) => text.to_vec(),
            None => std::fs::File::open(path).and_then(read_bounded).map_err(|e| LoadError::new(&name, e))?,
        };
        let input = self.add_input(&name, bytes)?;
        self.read.extend(identity(path));
        self.paths.push((input.file, path.to_path_buf()));
        Ok(input)
    }

    /// Where an input lies; `None` for standard input.
    pub fn path(&self, file: FileId) -> Option<&Path> {
        self.paths.iter().find(|(loaded, _)| *loaded == file).map(|(_, path)| path.as_path())
    }

    /// Adds an input whose text is at hand.
    pub fn add_input(&mut self, name: &str, bytes: Vec<u8>) -> Result<Input, LoadError> {
        let told = match name {
            _ if name.ends_with(".cu") || name.ends_with(".hip") => Dialect::Cuda,
            _ if name.ends_with(".cl") => Dialect::OpenCl,
            _ => Dialect::C,
        };
        let dialect = self.options.language.unwrap_or(told);
        let added = self.sources.map.add(name.to_string(), Arc::from(bytes), FileKind::User, None);
        let file = added.ok_or_else(|| LoadError::new(name, "all inputs together are larger than 4 GiB"))?;
        Ok(Input { file, dialect })
    }
}

/// Reads to the end, unless there is no end in sight.
fn read_bounded(reader: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(std::io::Error::other("larger than 1 GiB"));
    }
    Ok(bytes)
}

impl LoadError {
    fn new(name: &str, reason: impl ToString) -> LoadError {
        LoadError { name: name.to_string(), reason: reason.to_string() }
    }
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot read `{}`: {}", source::escaped(&self.name), self.reason)
    }
}
